/** The style of lists of incidents, of open ones on the overview, of a rail of steps, and of the page of an incident. */

const OPEN_STYLE = `
.sw .stories>.none{margin-top:8px}
.sw .story+.story{border-top:1px solid var(--line)}
.sw .story>details>summary{display:grid;grid-template-columns:16px minmax(0,1fr) auto 64px 184px 14px;gap:0 12px;align-items:center;padding:10px 16px;list-style:none;border-radius:10px}
.sw .story>details>summary::-webkit-details-marker{display:none}
.sw .story>details>summary:hover{background:var(--sunk)}
.sw .story.minor{--state:var(--quiet);--fill:var(--grey)}
.sw .story>details[open]>summary{border-bottom:1px solid var(--line);border-radius:10px 10px 0 0;background:var(--sunk)}
.sw .story+.story>details[open]>summary{border-radius:0}
.sw .story.down>details[open]>summary{background:var(--alarm);border-color:var(--alarmLine)}.sw .story:is(.degraded,.recovering)>details[open]>summary{background:var(--warn)}
.sw .meta{display:contents}.sw .story .tags{order:1}.sw .story .length{order:2}.sw .story .knows{order:3}.sw .story .arrow{order:4}
.sw .what{min-width:0;color:var(--quiet)}.sw .what strong{color:var(--text)}
.sw .tags{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:4px 6px;max-width:420px}
.sw .story .length{text-align:right;color:var(--text)}
.sw .story .knows{padding-left:12px;font-size:13px;color:var(--quiet)}
.sw .arrow{width:14px;height:14px;fill:none;stroke:var(--faint);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}.sw [open]>summary .arrow{rotate:180deg}
.sw .story:is(.degraded,.minor) .rail .is-opened .dot::after{background:var(--fill)}
.sw .story .body{display:grid;grid-template-columns:minmax(0,1fr) 400px;gap:16px 32px;padding:16px 16px 20px 44px}
.sw .story .side{display:grid;gap:16px;align-content:start}
.sw .look h3{font-size:13px}.sw .look p{color:var(--quiet)}
.sw .what .brief,.sw .actions .menu,.sw .members .acts{display:none}
.sw .actions{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.sw .actions .done{display:flex;align-items:center;gap:8px;margin-right:4px;font-size:13px;font-weight:500;color:var(--healthy)}
.sw .done svg{flex:none;width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.sw .menu-button::after{content:"";width:6px;height:6px;margin:-3px 1px 0 2px;border:solid var(--quiet);border-width:0 1.5px 1.5px 0;rotate:45deg}
.sw .members{padding:0 16px 0 44px;border-top:1px solid var(--line)}
.sw .members li{display:grid;grid-template-columns:200px minmax(0,1fr) auto minmax(102px,auto);gap:0 16px;align-items:center;min-height:40px;font-size:13px;color:var(--quiet)}
.sw .members li+li,.sw .members>details{border-top:1px solid var(--line)}
.sw .members b{min-width:0;overflow-wrap:anywhere;font-size:14px}.sw .members b a{color:var(--text)}.sw .members b span{margin-left:8px;font-size:12px;font-weight:400;color:var(--faint)}
.sw .members .plain{justify-self:end;margin-right:-11px}
.sw .members summary{padding:10px 0;font-size:13px;color:var(--quiet)}
.sw .story [id]{scroll-margin-top:90px}
.sw .look a{text-decoration:underline}
@container sw (max-width:1000px){
.sw .story>details>summary{grid-template-columns:16px minmax(0,1fr) auto 56px 136px 14px}
.sw .story .tags{max-width:240px}
.sw .story .body{grid-template-columns:minmax(0,1fr) 320px;gap:24px;padding-left:16px}
.sw .members{padding-left:16px}.sw .members li{grid-template-columns:132px minmax(0,1fr) auto auto}
}
@container sw (max-width:900px){
.sw .story>details>summary{grid-template-columns:16px minmax(0,1fr) 56px 124px 14px}.sw .story .tags{display:none}
.sw .story .body{grid-template-columns:minmax(0,1fr) 280px}
}
@container sw (max-width:760px){
.sw .story>details>summary{grid-template-columns:16px minmax(0,1fr) auto 14px;gap:2px 12px;align-items:start;padding:12px 16px}.sw .story summary>.icon{margin-top:2px}.sw .arrow{margin-top:3px}
.sw .what .listed{display:none}.sw .what .brief{display:inline}
.sw .story .meta{display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center;grid-column:2/-1;order:5}
.sw .story .tags{display:flex;justify-content:flex-start;max-width:none}.sw .story .tags:empty{display:none}.sw .story .knows{padding:0}
.sw .stories .whole{display:flex;flex-direction:column}.sw .story :is(.body,.side){display:contents}
.sw .stories .side>:is(.actions,p){order:1;padding:12px 16px 0}.sw .stories .actions{display:grid;grid-template-columns:minmax(0,1fr) auto auto}
.sw .stories .look{order:2;padding:12px 16px}.sw .stories .clues{order:2;padding:0 16px 12px}
.sw .members{order:3;padding:0 4px 0 16px;border-bottom:1px solid var(--line)}
.sw .stories .rail{order:4;padding:8px 16px 16px}
.sw .stories .actions .wide,.sw .members :is(.note,.plain){display:none}.sw .actions .menu,.sw .members .acts{display:block}
.sw .stories .actions.acked>.menu-button{display:none}
.sw .actions .menu>summary,.sw .members .acts summary{display:grid;place-items:center;width:44px;min-height:44px;padding:0}
.sw .members :is(b a,summary){display:inline-block;padding:12px 0}
.sw .members li{grid-template-columns:minmax(0,1fr) auto 44px;gap:0 8px;min-height:44px}
}
@container sw (max-width:360px){.sw .stories .actions>.first{grid-column:1/-1}}
@media print{
.sw :is(.actions,.arrow){display:none}
}
`.trim();

const RAIL_STYLE = `
.sw .rail .step{display:grid;grid-template-columns:64px 12px minmax(0,1fr);gap:12px;padding:4px 0;color:var(--quiet)}
.sw .rail time{font-size:13px;color:var(--faint);white-space:normal;overflow-wrap:normal}
.sw .rail .dot{position:relative;display:flex;justify-content:center;align-items:flex-start}
.sw .rail .dot::before{content:"";position:absolute;top:-4px;bottom:-4px;width:1px;background:var(--edge)}
.sw .rail .step:first-child .dot::before{top:10px}.sw .rail .step:last-child .dot::before{bottom:calc(100% - 10px)}
.sw .rail .dot::after{content:"";position:relative;width:8px;height:8px;margin-top:6px;border-radius:50%;background:var(--grey)}
.sw .rail .is-opened .dot::after{background:var(--downFill);width:12px;height:12px;margin-top:4px}
.sw .rail .is-resolved .dot::after{background:var(--healthy);width:12px;height:12px;margin-top:4px}
.sw .rail .is-warned .dot::after{background:var(--degradedFill);width:12px;height:12px;margin-top:4px}
.sw .rail :is(.is-version,.is-restart) .dot::after{border-radius:1px;rotate:45deg}.sw .rail .is-version .dot::after{background:var(--version)}
.sw .rail :is(.is-gap,.is-sign) .dot::after{background:var(--card);border:2px solid var(--grey)}.sw .rail .is-sign .dot::after{border-color:var(--degradedFill)}
.sw .rail .is-healthy .dot::after{background:var(--card);border:2px solid var(--healthy)}
.sw .rail .is-failed .dot::after{background:var(--card);border:2px solid var(--downFill)}
.sw .rail strong{color:var(--text)}
@container sw (max-width:760px){.sw .rail .step{grid-template-columns:60px 12px minmax(0,1fr);gap:8px}}
`.trim();

const LISTS_AND_PAGE = `
.sw .entries{display:grid;grid-template-columns:116px 16px fit-content(240px) minmax(0,1fr) fit-content(300px) max-content max-content;column-gap:20px}
.sw .entries.open{grid-template-columns:32px fit-content(240px) minmax(0,1fr) fit-content(300px) max-content max-content fit-content(200px)}
.sw .entries.of-one{grid-template-columns:108px 16px minmax(0,1fr) fit-content(300px) max-content max-content}
.sw .entries :is(li,.entry){grid-column:1/-1;display:grid;grid-template-columns:subgrid}.sw .entries li{position:relative}
.sw .entry{align-items:center;min-height:44px;padding:8px 16px;color:var(--quiet)}
.sw a.entry:hover{background:var(--sunk);text-decoration:none}.sw a.entry:focus-visible{outline-offset:-2px}
.sw .entries li:first-child .entry{border-radius:9px 9px 0 0}.sw .entries li:last-child .entry{border-radius:0 0 9px 9px}.sw .entries li:only-child .entry{border-radius:9px}
.sw .entries li:not(:first-child)::before{content:"";position:absolute;top:0;left:144px;right:0;border-top:1px solid var(--line)}.sw .entries .day:not(:first-child)::before{left:0}
.sw .entry .date{font-size:13px;color:var(--text)}
.sw .entry .icon+.hidden+.who,.sw .entry .icon+.hidden+.what{margin-left:-8px}.sw .entry .who{color:var(--text)}
.sw .entry .what{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.sw .entry .tags{text-align:right}.sw .entry .tags:empty{visibility:hidden}
.sw .entry .period{font-size:13px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.sw .entry .figure{color:var(--text);text-align:right}
.sw .entry .knows{font-size:13px;padding-left:4px}
.sw .look-list h2{margin-bottom:12px;line-height:32px}
.sw .look-list li{display:grid;grid-template-columns:16px minmax(0,200px) minmax(0,1fr) max-content;gap:4px 12px;align-items:center;min-height:40px;padding:8px 16px}.sw .look-list li+li{border-top:1px solid var(--line)}
.sw .look-list strong{font-weight:500}.sw .look-list :is(.what,.figure){font-size:13px;color:var(--quiet)}.sw .look-list a{color:var(--text);text-decoration:underline}
@container sw (max-width:760px){.sw .look-list li{grid-template-columns:16px minmax(0,1fr) max-content}.sw .look-list .what{grid-area:2/2/auto/-1}}
.sw .card.empty{padding:24px;color:var(--quiet)}
.sw .incidents h1{padding:24px 0 12px}
.sw .incidents section{margin-bottom:32px}.sw .incidents h2{margin-bottom:12px;line-height:32px}.sw .toolbar h2{margin-bottom:0}
.sw .records .toolbar a{font-size:13px}

.sw .crumbs{padding-top:16px!important;font-size:13px;color:var(--quiet)}.sw .crumbs a{color:inherit;text-decoration:underline;text-decoration-color:var(--edge);text-underline-offset:3px}
.sw .incident-head{display:flex;flex-wrap:wrap;gap:16px 24px;align-items:flex-start;padding:8px 0 24px}
.sw .incident-head>div{flex:1 1 480px}
.sw .incident-head h1{align-items:flex-start}.sw .incident-head h1 .icon{width:24px;height:24px;margin-top:6px}
.sw .incident-head.down h1{color:var(--down)}
.sw .incident-head .reason{margin-top:4px;color:var(--quiet)}
.sw .incident-head .times{margin-top:4px;font-size:13px;color:var(--quiet)}.sw .incident-head .times strong{font-weight:500;color:var(--state);margin-right:4px}.sw .incident-head .ago{color:var(--faint)}
.sw .buttons{display:flex;flex-wrap:wrap;gap:8px;align-items:center}.sw .button{color:var(--text)}
.sw .buttons svg{flex:none;width:14px;height:14px;fill:none;stroke:var(--quiet);stroke-width:1.3;stroke-linejoin:round}
.sw #copied{font-size:13px;color:var(--quiet)}.sw #copied:empty{margin-left:-8px}
.sw .incident>.card{margin-bottom:16px}
.sw .incident>h1{padding:8px 0 24px}
.sw .first-look{display:flex;flex-wrap:wrap;gap:16px 32px;align-items:center;padding:16px 20px}.sw .first-look>:first-child{flex:1 1 400px}.sw .first-look p{color:var(--quiet)}
.sw .causes{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,504px);gap:32px;align-items:center;padding:20px}
.sw .causes h2{font-size:13px;font-weight:400;color:var(--quiet);margin-bottom:8px}
.sw .causes .main{font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em}.sw .causes p:not(.main){color:var(--quiet)}
.sw .causes .main.version{position:relative}.sw .causes .main.version,.sw .causes .main.version~p{padding-left:28px}
.sw .causes .main.version::before{content:"";position:absolute;left:2px;top:8px;width:12px;height:12px;border-radius:2px;rotate:45deg;background:var(--version)}
.sw .causes ul{border-left:1px solid var(--line);padding-left:32px}.sw .causes li{padding:2px 0;color:var(--quiet)}

.sw .story-columns{display:grid;grid-template-columns:minmax(0,1fr) 400px;gap:24px;align-items:start}
.sw .story-columns h2{margin-bottom:12px;line-height:32px}
.sw .beside-story{display:grid;gap:24px}
.sw .story-card{padding:16px 20px}.sw .story-card .none{padding:8px 0}.sw .story-card summary{padding:8px 0;font-size:13px;color:var(--quiet)}
.sw .story-card .rail .step{grid-template-columns:64px 16px minmax(0,1fr);gap:16px;padding:8px 0;color:var(--text)}
.sw .story-card .rail .dot::before{top:-8px;bottom:-8px}.sw .story-card .step:first-child .dot::before{top:10px}.sw .story-card .step:last-child .dot::before{bottom:calc(100% - 10px)}
.sw .story-card .rail .dot::after{box-shadow:0 0 0 4px var(--card)}
.sw .story-card .rail p{color:var(--quiet)}.sw .story-card strong{font-weight:500}.sw .story-card :is(.is-opened,.is-warned) strong{font-weight:600}
.sw .story-card a{font-weight:500;color:var(--text);text-decoration:underline;text-decoration-color:var(--edge);text-underline-offset:3px}
.sw .notified{padding:4px 20px;font-size:13px}.sw .notified>p{padding:8px 0;color:var(--quiet)}.sw .notified table+p{border-top:1px solid var(--line)}
.sw .notified table{width:100%;border-collapse:collapse}
.sw .notified :is(th,td){padding:8px 0 8px 16px;text-align:right;vertical-align:middle;white-space:nowrap}
.sw .notified thead th{font-size:12px;font-weight:400;color:var(--faint)}
.sw .notified tbody :is(th,td){border-top:1px solid var(--line)}.sw .notified td{color:var(--quiet);font-variant-numeric:tabular-nums}
.sw .notified th:first-child{padding-left:0;text-align:left;font-weight:400;white-space:normal}
.sw .notified small{display:block;font-size:12px;line-height:16px;color:var(--faint)}
.sw .fact-list{padding:4px 20px;font-size:13px}
.sw .fact-list div{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-top:1px solid var(--line)}.sw .fact-list div:first-child{border-top:0}
.sw .fact-list dt{flex:none;color:var(--quiet)}.sw .fact-list dd{text-align:right;min-width:0}
.sw .paste{margin-top:24px;font-size:13px;color:var(--quiet)}
.sw .paste textarea{width:100%;margin-top:8px;padding:12px;font:12px/1.5 ui-monospace,monospace;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:8px}
@container sw (min-width:760.02px) and (max-width:1000px){
.sw .entries{grid-template-columns:104px 16px fit-content(200px) minmax(0,1fr) max-content max-content;column-gap:16px}
.sw .entries.open{grid-template-columns:32px fit-content(200px) minmax(0,1fr) max-content fit-content(200px)}
.sw .entries.of-one{grid-template-columns:104px 16px minmax(0,1fr) max-content max-content}
.sw .entries.open .period,.sw .entry .tags:empty{display:none}
.sw .entry .tags{grid-area:2/-4/auto/-1;justify-content:flex-start}
}
@container sw (max-width:900px){
.sw .story-columns,.sw .causes{grid-template-columns:minmax(0,1fr)}
.sw .causes{gap:16px}.sw .causes ul{border-left:0;border-top:1px solid var(--line);padding:12px 0 0}
}
@container sw (max-width:760px){
.sw .incident-head{padding-bottom:16px}.sw .incident-head>div{flex-basis:100%}.sw .incident-head h1 .icon{margin-top:4px}
.sw .incident-head .buttons{flex:1}.sw .incident-head :is(.button,button){flex:1 0 auto;padding:0 8px;font-size:13px;white-space:nowrap}
.sw :is(.first-look,.causes){padding:16px}.sw .causes .main{font-size:16px;line-height:24px}.sw .causes .main.version::before{width:10px;height:10px;top:7px}
.sw .story-card{padding:8px 16px}.sw .story-card .rail .step{grid-template-columns:60px 13px minmax(0,1fr);gap:12px}
.sw :is(.notified,.fact-list){padding:4px 16px}
.sw .entries:is(.past,.open,.of-one){grid-template-columns:32px minmax(0,1fr) max-content;column-gap:12px}
.sw .entries li:not(:first-child)::before,.sw .entries .day:not(:first-child)::before{left:0}
.sw .entry{padding:12px 16px;row-gap:2px}
.sw .entry .date{grid-column:1/-1;margin-bottom:4px}.sw .entry .date:empty,.sw .entry :is(.knows,.tags:empty){display:none}
.sw .entry .icon+.hidden+:is(.who,.what){margin-left:0}.sw .entry .figure{order:1}.sw .entry .who{overflow-wrap:anywhere}
.sw .entry .what{order:2;grid-column:2/-1;white-space:normal;overflow:visible}
.sw .entry .tags{order:3;grid-column:2/-1;justify-content:flex-start}
.sw .entry .period{order:4;grid-column:2/-1;text-align:left;font-size:12px}
.sw .entries.of-one .what{order:0;grid-column:2}
}
`.trim();

export const INCIDENTS_STYLE = [OPEN_STYLE, RAIL_STYLE, LISTS_AND_PAGE].join('\n');
