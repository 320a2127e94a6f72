/** The style of the overview and of the list of services. */

import { COLUMNS_STYLE } from './columns';

export const SERVICES_STYLE = `
.sw .summary{padding-top:24px!important;padding-bottom:32px!important}
.sw .summary h1{align-items:flex-start}.sw .summary h1 .icon{margin-top:4px}
.sw .failing h1 .icon{fill:var(--downFill)}
.sw .beginnings{margin-top:4px;color:var(--quiet)}.sw .beginnings b{white-space:nowrap;font-weight:500;color:var(--text)}
.sw .chips{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
.sw .chips li{font-size:13px}
.sw .chips :is(a,li>span){display:flex;align-items:center;gap:6px;padding:3px 12px 3px 8px;border:1px solid var(--line);border-radius:99px;background:var(--card);color:var(--quiet)}
.sw .chips a:hover{background:var(--sunk);text-decoration:none}.sw .chips [aria-current]{border-color:var(--text);background:var(--sunk)}
.sw .chips strong{color:var(--text)}.sw .chips .icon{width:14px;height:14px}
.sw .summary:has(>.all){display:grid;grid-template-columns:minmax(0,1fr) 276px;grid-template-rows:min-content min-content 1fr;align-items:start;column-gap:32px}
.sw .summary>.all{grid-area:1/2/span 3/3}
.sw .all p{margin-top:8px;font-size:12px;line-height:16px;color:var(--faint);text-align:right}
.sw .grid{display:grid;grid-template-columns:repeat(auto-fit,var(--side));justify-content:end;gap:var(--gap);--side:34px;--gap:6px;--tall:28px}
.sw .grid.medium{--side:19px;--gap:4px;--tall:18px}.sw .grid.small{--side:11.5px;--gap:2px;--tall:11px}.sw .grid.tiny{--side:5px;--gap:1px;--tall:5px}.sw .grid.dust{--side:2px;--gap:1px;--tall:2px}
.sw .grid :is(a,i){display:block;height:var(--tall);border-radius:min(6px,calc(var(--tall)/4));background:var(--calm)}
.sw .grid :is(.down,.degraded,.recovering){background:var(--fill)}
.sw .grid :is(.recovering,.unknown){background:repeating-linear-gradient(-45deg,var(--fill) 0 3px,transparent 3px 6px);box-shadow:inset 0 0 0 1px var(--fill)}
.sw .grid .minor{--fill:var(--grey)}.sw .grid .maintenance{background:var(--plan)}
.sw .grid :is(.silenced,.minor){background:repeating-linear-gradient(-45deg,var(--fill) 0 2px,transparent 2px 6px);box-shadow:inset 0 0 0 1.5px var(--fill)}
.sw .grid a:hover{outline:2px solid var(--text)}

.sw .controls{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;justify-content:flex-end}
.sw .controls input[type=search]{width:200px}
.sw main>section{margin-bottom:40px}
.sw .services{--between:16px}.sw .services .heads,.sw .service{display:flex;flex-wrap:wrap;gap:0 var(--between);align-items:center;padding:0 16px}
.sw .services .heads{flex-wrap:nowrap;height:36px;font-size:12px;line-height:16px;color:var(--faint);border-bottom:1px solid var(--line)}
.sw .service{position:relative;min-height:42px;padding-top:8px;padding-bottom:8px}
.sw .service+.service{border-top:1px solid var(--line)}
.sw .service.down{box-shadow:inset 2px 0 var(--downFill)}.sw .service:is(.degraded,.recovering){box-shadow:inset 2px 0 var(--degradedFill)}.sw .service.silenced{box-shadow:inset 2px 0 var(--alarmLine)}.sw .service.maintenance{box-shadow:inset 2px 0 var(--plan)}
.sw .service:first-child:last-child{border-radius:0 0 10px 10px}
.sw .service.minor{box-shadow:none}.sw .minor.down{--state:var(--quiet);--fill:var(--grey)}.sw .minor .state{font-weight:400;color:var(--quiet)}.sw .minor .icon{fill:var(--grey)}
.sw .services .is{flex:none;width:120px}.sw .services .is .state{display:flex;white-space:nowrap}
.sw .services .who{flex:1 1 120px;min-width:0}
.sw .service .who{line-height:20px}.sw .who a{color:var(--text)}.sw .who .of{margin-left:8px;font-weight:400;font-size:12px;color:var(--faint)}
.sw .of-group .who .of{display:none}
.sw .service .for a{color:inherit}
.sw .heads .times{text-align:left!important}.sw .heads .begin{margin-left:auto}.sw .heads .checks{display:flex;justify-content:space-between;gap:8px;white-space:nowrap}
.sw .services .acts{flex:none;width:24px}.sw .services:not(:has(.service .acts)) .acts{display:none}
${COLUMNS_STYLE}
.sw .services .version{white-space:normal}
.sw .service dl{display:contents}
.sw .service dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sw .service dd{font-size:13px;color:var(--quiet);font-variant-numeric:tabular-nums}.sw .service .response dd{color:var(--text)}.sw .service .nothing{color:var(--faint)}
.sw .former{font-style:italic}
.sw .why{flex:0 0 100%;padding-left:calc(120px + var(--between));margin-top:2px;font-size:13px;color:var(--quiet)}
.sw .why .warning{color:var(--degraded)}
.sw .budget.low{color:var(--degraded)}.sw .budget.spent{color:var(--text);font-weight:500}.sw .service.down .budget.spent{color:var(--down)}
.sw .service .acts summary{width:24px;text-align:center}
.sw .reason{color:var(--text)}.sw .why .reason{color:inherit}
.sw .warning{font-size:13px;color:var(--degraded)}

.sw .of-group+.of-group{margin-top:16px}
.sw .of-group>a{float:right;margin-top:4px;font-size:13px}
.sw .of-group summary{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;min-height:32px;padding-right:96px;margin-bottom:4px}
.sw .of-group .when.down{color:var(--down);font-weight:500}
.sw .grid.row{display:flex;flex-wrap:wrap;gap:2px}.sw .grid.row i{width:8px;height:12px;border-radius:2px}
.sw .services+.lines{margin-top:12px}
.sw .lines{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 32px}
.sw .line{display:grid;grid-template-columns:14px minmax(0,1fr) 56px clamp(90px,10cqw,150px) 78px;gap:0 12px;align-items:center;min-height:22px;font-size:13px;border-bottom:1px solid var(--line)}
.sw .aims .line{grid-template-columns:14px minmax(0,1fr) 56px 90px 48px 78px}
.sw .line>.version{text-align:right;overflow-wrap:anywhere}.sw .line>:is(.response,.left){text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.sw .line .icon{width:12px;height:12px}.sw .line .strip{height:12px}
.sw .line .name a{color:var(--text)}
.sw .line :is(.version,.note,.budget){color:var(--quiet);font-size:12px}.sw .line .budget.low{color:var(--degraded)}.sw .line .budget.spent{color:var(--down)}
.sw .line .warning{color:var(--degraded)}
.sw .legend{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 16px;margin-top:12px;font-size:12px;line-height:16px;color:var(--faint)}.sw .legend .swatches{margin:0}

.sw .below{display:grid;grid-template-columns:minmax(0,1fr);gap:32px 24px;align-items:start}
.sw .below:has(>.silences){grid-template-columns:minmax(0,1fr) 400px}
.sw .silences h2{margin-bottom:12px;line-height:32px}
.sw .silences li{display:grid;grid-template-columns:16px minmax(0,1fr) auto;gap:2px 12px;align-items:center;padding:10px 16px}
.sw .silences li+li{border-top:1px solid var(--line)}
.sw .silences .end{font-size:13px;color:var(--quiet)}
.sw .silences p{grid-column:2/-1;font-size:13px;color:var(--quiet)}
.sw .silences .buttons{margin-top:6px}
@container sw (max-width:1180px){.sw .services .checks{width:240px}}
@container sw (max-width:1100px){.sw .services{--between:24px}}
@container sw (max-width:1000px){
.sw .services .checks{width:200px}
.sw .lines,.sw .below:has(>.silences){grid-template-columns:minmax(0,1fr)}
}
@container sw (max-width:900px){
.sw .services{--between:16px}.sw .services .checks{width:176px}.sw .services .is{width:104px}.sw .why{padding-left:calc(104px + var(--between))}
.sw .service .of,.sw .heads .checks>time+span{display:none}
}
@container sw (max-width:760px){
.sw .summary{padding-top:16px!important;padding-bottom:24px!important}
.sw .summary:has(>.all){display:block}.sw .summary>.all{margin-top:20px}.sw .all p{display:none}
.sw .grid.large{--side:minmax(12px,1fr);--gap:4px;--tall:21px}.sw .grid{justify-content:start}
.sw .toolbar .controls{flex:1 0 100%;order:1;justify-content:flex-start}
.sw .chips:not(:has(>:not(.down,.healthy))){display:none}.sw .chips{gap:6px}.sw .grid a{pointer-events:none}.sw .chips :is(a,li>span){padding:3px 10px 3px 7px}
.sw .services .heads,.sw .service .acts{display:none}
.sw .service{gap:0 12px;padding:12px 16px}
.sw .services .is{width:16px;font-size:0}.sw .services .is .state{gap:0;font-size:0}
.sw .service .response{width:auto}.sw .service .response dd{font-size:14px}
.sw .service .checks{order:1;flex:0 0 100%;width:100%;margin-top:8px}.sw .service.healthy .checks:not(:has(.bar:not(.healthy,.none))){display:none}
.sw .service .who a:first-child::after{content:"";position:absolute;inset:0}.sw .who .of{pointer-events:none}
.sw .why{order:2;padding:0;margin-top:6px}.sw .why.told{display:none}
.sw .line,.sw .aims .line{grid-template-columns:14px minmax(0,1fr) auto 56px}.sw .line :is(.checks,.version){display:none}.sw .line .budget.enough{display:none}
}
@media print{
.sw .silences .buttons{display:none}
.sw .service{break-inside:avoid}
.sw .service:not(.healthy){box-shadow:inset 4px 0 var(--fill)}
}
`.trim();
