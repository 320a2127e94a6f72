/** The style of the overview and of the list of services. */

export const SERVICES_STYLE = `
.sw .summary{padding-top:10px !important;padding-bottom:18px !important}
.sw.widget .summary{padding:4px 0 0 !important}
.sw.widget h1{font-size:22px}
.sw h1 .icon{width:26px;height:26px;vertical-align:-4px;margin-right:2px;color:var(--state)}
.sw .failing h1 .icon{color:var(--down)}
.sw header .reason{font-size:15px}
.sw .beginnings{color:var(--quiet);font-size:15px;margin-top:4px}
.sw .chips{display:flex;flex-wrap:wrap;gap:8px;margin-top:14px}
.sw .chips li{border:1px solid var(--line);border-radius:99px;background:var(--card);font-size:13px}
.sw .chips :is(a,span){display:block;padding:3px 12px 3px 9px;color:var(--text)}
.sw .chips strong{font-weight:650;margin:0 2px}
.sw .chips .icon{color:var(--state);margin-right:3px}
.sw .reason{color:var(--text)}
.sw .warning{font-size:13px;color:var(--degraded)}
.sw .condition strong{color:var(--degraded)}
.sw .service{display:flex;flex-wrap:wrap;gap:0 16px;align-items:center;padding:3px 14px;position:relative}
.sw .service.down{background:var(--alarm)}
.sw .service:is(.degraded,.recovering){background:var(--warn)}
.sw .service.minor.down{background:none}
.sw .minor.down{--state:var(--quiet)}
.sw .service .is{width:112px;font-size:13px;display:flex}
.sw .service .who{flex:1 1 150px;min-width:0}
.sw .of-group .of{display:none}.sw .stories>.none{margin-top:6px}.sw .who a{color:var(--text)}.sw .who .of{font-weight:400;font-size:12px;color:var(--quiet);margin-left:8px}
.sw .for{width:78px;text-align:right;font-size:13px;color:var(--quiet);white-space:nowrap}.sw .for a{text-decoration:underline}
.sw .service dl{display:contents}
.sw .service dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sw .service .response{width:74px;text-align:right;white-space:nowrap}
.sw .service .times{width:94px}.sw .service .checks{width:180px}
.sw .service :is(.share,.version,.left){width:58px;text-align:right;font-size:13px;color:var(--quiet)}.sw .service .left{width:66px;white-space:nowrap}
.sw .services.no-aims .left,.sw .services.no-versions .version,.sw .services.unchecked :is(.response,.times,.share){display:none}
.sw .why{flex:0 0 100%;padding-left:128px;color:var(--quiet);font-size:13px}.sw .why:empty{display:none}
.sw .why .reason{color:var(--quiet)}.sw .full{color:var(--down);font-weight:600}
.sw .former{color:var(--quiet);font-style:italic}
.sw .objective{font-size:13px;color:var(--quiet);margin-top:2px}.sw .objective .meter{max-width:260px;margin-top:2px}
.sw .objective .part{fill:var(--healthy)}.sw .objective.low .part{fill:var(--degraded)}
.sw .objective.low strong,.sw .note.budget.low{color:var(--degraded)}.sw .objective.spent strong,.sw .note.budget.spent{color:var(--down)}
.sw .of-group>a{float:right;font-size:13px}.sw .of-group summary>*{margin-right:8px}.sw .of-group h3{display:inline}.sw summary .when{font-weight:400}
.sw .legend{padding:8px 2px 0}
.sw .beside{display:grid;grid-template-columns:minmax(0,1fr) 250px;gap:28px;align-items:start}
.sw .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(var(--side),1fr));gap:var(--gap)}
.sw .grid{--side:30px;--gap:5px}.sw .grid.medium{--side:15px;--gap:3px}.sw .grid.small{--side:9px;--gap:2px}.sw .grid.tiny{--side:5px;--gap:1px}
.sw .grid a{display:block;aspect-ratio:1;border-radius:20%;background:var(--calm)}
.sw .grid a:is(.down,.degraded,.recovering){background:var(--state)}
.sw .grid a:is(.recovering,.unknown){background:repeating-linear-gradient(45deg,var(--state) 0 2px,transparent 2px 5px);box-shadow:inset 0 0 0 1px var(--state)}
.sw .grid a:is(.silenced,.maintenance,.minor){background:repeating-linear-gradient(45deg,var(--grey) 0 2px,transparent 2px 5px);box-shadow:inset 0 0 0 1px var(--grey)}
.sw .grid a:hover{outline:2px solid var(--text)}
@container sw (max-width:1140px){
.sw .service .times{display:none}
.sw .service .checks{width:120px}
}
@container sw (max-width:1000px){
.sw .beside{grid-template-columns:1fr;gap:18px}
.sw .beside>.all{order:-1}
.sw .service :is(.left,.version){display:none}
.sw .service .checks{width:100px}.sw .service .who{flex-basis:110px}
}
@container sw (max-width:700px){
.sw .service{padding:8px 14px;gap:0 10px}
.sw .service .is{width:auto;font-size:0}.sw .service .state{gap:0}.sw .who .of{display:none}.sw .service .response dd{white-space:nowrap}
.sw .service .share{display:none}
.sw .service .who{flex-basis:100px}.sw .for,.sw .service .response{width:auto}
.sw .service .checks{width:100%;order:1;margin-top:4px}.sw .why{order:2;padding:2px 0 0}
}
@media print{
.sw .service{break-inside:avoid}
.sw .service:not(.healthy){border:2px solid var(--state)}
}
.sw .lines{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 28px}.sw .services+.lines{margin-top:10px}
.sw .line{display:grid;grid-template-columns:14px minmax(0,1fr) 56px clamp(90px,10cqw,150px) 78px;gap:0 10px;align-items:center;min-height:21px;font-size:13px;line-height:20px;border-bottom:1px solid var(--line)}
.sw .aims .line{grid-template-columns:14px minmax(0,1fr) 56px 90px 78px 62px}
.sw .line .ms,.sw .line .budget{white-space:nowrap}
.sw .line .icon{width:11px;height:11px}
.sw .line .name a{color:var(--text)}
.sw .line .ms{text-align:right}
.sw .line .version,.sw .line .note{color:var(--quiet);font-size:12px}
.sw .line .warning{color:var(--down)}
.sw .lines{grid-template-columns:minmax(0,1fr)}
.sw .line .version,.sw .line .budget.enough{display:none}
.sw .line .budget{grid-column:2/-1;line-height:20px}
`.trim();
