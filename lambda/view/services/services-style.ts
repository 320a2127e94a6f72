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
.sw .grid a{display:block;height:var(--tall);border-radius:min(6px,calc(var(--tall)/4));background:var(--calm)}
.sw :is(.grid,.marks) :is(.down,.degraded,.recovering){background:var(--fill)}
.sw :is(.grid,.marks) :is(.recovering,.unknown){background:repeating-linear-gradient(-45deg,var(--fill) 0 3px,transparent 3px 6px);box-shadow:inset 0 0 0 1px var(--fill)}
.sw .grid .minor{--fill:var(--grey)}.sw :is(.grid,.marks) .maintenance{background:var(--plan)}
.sw :is(.grid,.marks) :is(.silenced,.minor){background:repeating-linear-gradient(-45deg,var(--fill) 0 2px,transparent 2px 6px);box-shadow:inset 0 0 0 1.5px var(--fill)}
.sw .grid a:hover{outline:2px solid var(--text)}

.sw .finder h2{margin-right:8px}.sw .finder :is(form,.find,summary){display:flex;gap:8px;align-items:center}.sw .finder .ranges{margin-left:auto}
.sw .find{position:relative;width:240px}.sw .find input{flex:1;min-width:0;height:32px}.sw .find input:not(:placeholder-shown)::-webkit-search-cancel-button{margin-left:72px}
.sw .find output,.sw .find:has(:placeholder-shown)::after{position:absolute;right:8px;pointer-events:none;font-size:12px;line-height:16px;color:var(--faint)}.sw .find output{right:32px}
.sw .find:has(:placeholder-shown)::after{content:"/";padding:0 5px;border:1px solid var(--line);border-radius:4px}
.sw .finder select{height:32px}.sw #filter svg{width:16px;height:16px;fill:none;stroke:currentcolor;stroke-width:1.5;stroke-linecap:round}
.sw #filter>div{left:0;right:auto}
::highlight(found){background-color:light-dark(#d5e4fb,#24406e)}
.sw main>section{margin-bottom:40px}
.sw .services{--between:20px}.sw :is(.heads,.service,.group-head){display:flex;gap:0 var(--between);align-items:center;padding:0 16px}
.sw .heads{position:sticky;top:0;z-index:1;height:36px;border-bottom:1px solid var(--line);border-radius:10px 10px 0 0;background:var(--card);font-size:12px;line-height:16px;color:var(--faint)}
.sw .service{position:relative;min-height:40px;padding-top:9px;padding-bottom:9px;border-top:1px solid var(--line)}.sw .service[hidden]{display:none}
.sw .heads+ul>.service:first-child{border-top:0}.sw .services>:last-child .service:last-child{border-radius:0 0 10px 10px}
.sw .service.down{box-shadow:inset 2px 0 var(--downFill)}.sw .service:is(.degraded,.recovering){box-shadow:inset 2px 0 var(--degradedFill)}.sw .service.silenced{box-shadow:inset 2px 0 var(--alarmLine)}.sw .service.maintenance{box-shadow:inset 2px 0 var(--plan)}
.sw .service.minor{box-shadow:none}.sw .minor.down{--state:var(--quiet);--fill:var(--grey)}.sw .minor .state{font-weight:400;color:var(--quiet)}.sw .minor .icon{fill:var(--grey)}
.sw .services .is{flex:none;width:112px}.sw .services .is .state{display:flex;white-space:nowrap}
.sw .services .who{flex:1;min-width:0;line-height:20px}.sw .service .who{display:flex;gap:0 8px;align-items:baseline}
.sw .who a{color:var(--text)}.sw .who .of{flex:none;font-size:12px;color:var(--faint)}.sw .services:not(.finding) .group .of{display:none}
.sw .service .for a{color:inherit}
.sw .heads .begin{margin-left:auto}.sw .heads .checks{display:flex;justify-content:space-between;gap:8px;white-space:nowrap}
.sw .services .acts{flex:none;width:24px}.sw .services:not(:has(.service .acts)) .acts{display:none}
${COLUMNS_STYLE}
.sw .services .version{white-space:normal}
.sw .service dl{display:contents}
.sw .service dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sw .service dd{font-size:13px;color:var(--quiet);font-variant-numeric:tabular-nums}.sw .service .response dd{color:var(--text)}.sw .service .nothing{color:var(--faint)}
.sw .former{font-style:italic}
.sw .why{font-size:13px;color:var(--quiet)}.sw .service .why{flex:1;min-width:2em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sw .why .warning{color:var(--degraded)}
.sw .budget.low{color:var(--degraded)}.sw .budget.spent{color:var(--text);font-weight:500}.sw .service.down .budget.spent{color:var(--down)}
.sw .service .acts summary{width:24px;text-align:center}
.sw .reason{color:var(--text)}.sw .why .reason{color:inherit}
.sw .warning{font-size:13px;color:var(--degraded)}

.sw .group-head{min-height:40px;border-top:1px solid var(--line);font-size:13px;color:var(--quiet);list-style:none}.sw .heads+.group .group-head{border-top:0}
.sw .group[open] .group-head{background:var(--sunk)}.sw .services>.group:last-child:not([open]) .group-head{border-radius:0 0 10px 10px}
.sw .group-head::-webkit-details-marker{display:none}
.sw .group-head .who{display:flex;flex-wrap:wrap;gap:0 8px;align-items:center}.sw .group-head h3{color:var(--text)}.sw .group-head .when.down{color:var(--down);font-weight:500}
.sw .group-head .who::before{content:"";width:6px;height:6px;margin:0 4px;border:solid var(--faint);border-width:0 1.5px 1.5px 0;rotate:-45deg}.sw .group[open] .group-head .who::before{rotate:45deg}
.sw .marks{display:flex;gap:3px}.sw .marks i{flex:0 1 10px;height:14px;border-radius:2px;background:var(--calm)}.sw .marks:has(:nth-child(11)) i{flex-basis:8px}.sw .marks:has(:nth-child(30)){gap:1px}
.sw .rest>summary{display:flex;align-items:center;gap:8px;min-height:36px;padding:0 16px;border-top:1px solid var(--line);font-size:13px;color:var(--quiet);list-style:none}.sw .rest>summary::-webkit-details-marker{display:none}
.sw .rest>summary::after{content:"Show";color:var(--link)}.sw .rest[open]>summary::after{content:"Hide"}.sw .rest .icon{width:14px;height:14px}
.sw .finding summary:not(.acts summary){display:none}
.sw .legend{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 16px;margin-top:12px;font-size:12px;line-height:16px;color:var(--faint)}.sw .legend .swatches{margin:0}

.sw .below{display:grid;grid-template-columns:minmax(0,1fr);gap:32px 24px;align-items:start}
.sw .below:has(>.silences){grid-template-columns:minmax(0,1fr) 400px}
.sw .silences h2{margin-bottom:12px;line-height:32px}
.sw .silences li{display:grid;grid-template-columns:16px minmax(0,1fr) auto;gap:2px 12px;align-items:center;padding:10px 16px}
.sw .silences li+li{border-top:1px solid var(--line)}
.sw .silences .end{font-size:13px;color:var(--quiet)}
.sw .silences p{grid-column:2/-1;font-size:13px;color:var(--quiet)}
.sw .silences .buttons{margin-top:6px}
@container sw (max-width:1100px){.sw .services{--between:24px}.sw .services .checks{width:240px}.sw .find{width:184px}}
@container sw (max-width:1000px){.sw .below:has(>.silences){grid-template-columns:minmax(0,1fr)}}
@container sw (max-width:900px){
.sw .services{--between:16px}.sw .services .checks{width:176px}.sw .services .is{width:104px}.sw .service .who{display:block}.sw .service .why{white-space:normal}
.sw .service .of,.sw .heads .checks>time+span{display:none}
}
@container sw (max-width:760px){
.sw .summary{padding-top:16px!important;padding-bottom:24px!important}
.sw .summary:has(>.all){display:block}.sw .summary>.all{margin-top:20px}.sw .all p{display:none}
.sw .grid.large{--side:minmax(12px,1fr);--gap:4px;--tall:21px}.sw .grid{justify-content:start}
.sw .grid:not(.large){display:flex;gap:2px}.sw .grid:not(.large) li{flex:0 1 12px;min-width:0}.sw .grid:not(.large) a{height:12px}.sw .grid:not(.large) li:has(.healthy){display:none}.sw .grid:not(.large)::after{content:"";flex:1;border-radius:3px;background:var(--calm)}
.sw .finder :is(h2,search,.ranges){flex:1 0 100%}.sw .finder form{position:relative}.sw .find{flex:1;width:0}.sw .find input,.sw .finder select{height:44px}.sw .find.find::after{display:none}.sw .finder select{width:124px}
.sw #filter{position:static}.sw #filter>div{right:0;width:auto;max-width:none}.sw #filter summary{min-width:44px}.sw #filter summary span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sw .chips:not(:has(>:not(.down,.healthy))){display:none}.sw .chips{gap:6px}.sw .grid a{pointer-events:none}.sw .chips :is(a,li>span){min-height:44px;padding:3px 12px 3px 10px}
.sw .heads,.sw .services .acts,.sw .group-head>span{display:none}
.sw .service{flex-wrap:wrap;gap:0 12px;min-height:44px;padding:12px 16px}.sw .group-head{min-height:48px}.sw .rest>summary{min-height:44px}
.sw .services .is{width:16px;font-size:0}.sw .services .is .state{gap:0;font-size:0}
.sw .service .response{width:auto}.sw .service .response dd{font-size:14px}
.sw .service .checks{order:1;flex:0 0 100%;width:100%;margin-top:8px}.sw .service.healthy .checks:not(:has(.bar:not(.healthy,.none))){display:none}
.sw .service h3 a::after{content:"";position:absolute;inset:0}.sw .who .of{pointer-events:none}.sw .services:not(:has(.group)) .of,.sw .finding .of{display:inline;margin-left:8px}
.sw .why.told{display:none!important}
}
@media print{
.sw .silences .buttons{display:none}
.sw .service{break-inside:avoid}
.sw .service:not(.healthy){box-shadow:inset 4px 0 var(--fill)}
}
`.trim();
