/** The style of lists of incidents, and of the page of an incident. */

export const INCIDENTS_STYLE = `
.sw .entries{display:grid;grid-template-columns:116px 16px fit-content(240px) minmax(0,1fr) fit-content(300px) max-content max-content;column-gap:20px}
.sw .entries.open{grid-template-columns:32px fit-content(240px) minmax(0,1fr) fit-content(300px) max-content max-content fit-content(200px)}
.sw .entries.of-one{grid-template-columns:108px 16px minmax(0,1fr) fit-content(300px) max-content max-content}
.sw .entries.brief{grid-template-columns:max-content fit-content(220px) minmax(0,1fr) max-content;column-gap:28px}
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
.sw .entries.brief .period{text-align:left}.sw .entries.brief .figure{color:var(--quiet)}.sw .entries.brief .who{font-weight:500}
.sw .look-list h2{margin-bottom:12px;line-height:32px}
.sw .look-list li{display:grid;grid-template-columns:16px minmax(0,200px) minmax(0,1fr) max-content;gap:4px 12px;align-items:center;min-height:40px;padding:8px 16px}.sw .look-list li+li{border-top:1px solid var(--line)}
.sw .look-list strong{font-weight:500}.sw .look-list :is(.what,.figure){font-size:13px;color:var(--quiet)}.sw .look-list a{color:var(--text);text-decoration:underline}
@container sw (max-width:760px){.sw .look-list li{grid-template-columns:16px minmax(0,1fr) max-content}.sw .look-list .what{grid-area:2/2/auto/-1}}
.sw .card.empty{padding:24px;color:var(--quiet)}
.sw .incidents h1{padding:24px 0 12px}
.sw .incidents section{margin-bottom:32px}.sw .incidents h2{margin-bottom:12px;line-height:32px}.sw .toolbar h2{margin-bottom:0}
.sw .pager{display:flex;gap:8px;align-items:center;margin-top:12px;font-size:13px;color:var(--faint)}.sw .pager p{margin-right:auto}.sw .pager .button{flex:none;white-space:nowrap}
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
.sw .entries:is(.past,.open,.of-one,.brief){grid-template-columns:32px minmax(0,1fr) max-content;column-gap:12px}
.sw .entries li:not(:first-child)::before,.sw .entries .day:not(:first-child)::before{left:0}
.sw .entry{padding:12px 16px;row-gap:2px}
.sw .entry .date{grid-column:1/-1;margin-bottom:4px}.sw .entry .date:empty,.sw .entry :is(.knows,.tags:empty){display:none}
.sw .entry .icon+.hidden+:is(.who,.what){margin-left:0}.sw .entry .figure{order:1}.sw .entry .who{overflow-wrap:anywhere}
.sw .entry .what{order:2;grid-column:2/-1;white-space:normal;overflow:visible}
.sw .entry .tags{order:3;grid-column:2/-1;justify-content:flex-start}
.sw .entry .period{order:4;grid-column:2/-1;text-align:left;font-size:12px}
.sw .entries.of-one .what{order:0;grid-column:2}
.sw .entries.brief :is(.who){grid-column:1/3}.sw .entries.brief :is(.what,.period){grid-column:1/-1}
}
`.trim();
