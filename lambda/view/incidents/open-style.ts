/** The style of open incidents on the overview. */

export const OPEN_STYLE = `
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
