/** The style of open incidents on the overview. */

export const OPEN_STYLE = `
.sw .stories h2{margin-bottom:12px;line-height:32px}
.sw .stories>.none{margin-top:8px}
.sw .story+.story{border-top:1px solid var(--line)}
.sw .story>details>summary{display:grid;grid-template-columns:16px minmax(0,1fr) auto 64px 184px 14px;gap:0 12px;align-items:center;padding:10px 16px;list-style:none;border-radius:10px}
.sw .story>details>summary::-webkit-details-marker{display:none}
.sw .story>details>summary:hover{background:var(--sunk)}
.sw .story.minor{--state:var(--quiet);--fill:var(--grey)}
.sw .story>details[open]>summary{border-bottom:1px solid var(--line);border-radius:10px 10px 0 0;background:var(--sunk)}
.sw .story+.story>details[open]>summary{border-radius:0}
.sw .story.down>details[open]>summary{background:var(--alarm);border-color:var(--alarmLine)}.sw .story:is(.degraded,.recovering)>details[open]>summary{background:var(--warn)}
.sw .what{min-width:0;color:var(--quiet)}.sw .what strong{color:var(--text)}
.sw .tags{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:4px 6px;max-width:420px}
.sw .story .length{text-align:right;color:var(--text)}
.sw .story .knows{padding-left:12px;font-size:13px;color:var(--quiet)}
.sw .arrow{width:14px;height:14px;fill:none;stroke:var(--faint);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}.sw [open]>summary .arrow{rotate:180deg}
.sw .story:is(.degraded,.minor) .rail .is-opened .dot::after{background:var(--fill)}
.sw .story .body{display:grid;grid-template-columns:minmax(0,1fr) 400px;gap:16px 32px;padding:16px 16px 20px 44px}
.sw .story .side{display:grid;gap:16px;align-content:start}
.sw .look h3{font-size:13px}.sw .look p{color:var(--quiet)}
.sw .actions:empty{display:none!important}.sw .actions{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.sw .member>.head,.sw .member>.actions,.sw .story .rest{padding:12px 16px 0 44px}.sw .member{padding-bottom:12px}.sw .member>.body{padding-top:8px;padding-bottom:8px}
.sw .member+.member,.sw .member+.rest{border-top:1px solid var(--line)}.sw .story .rest{padding-bottom:12px}.sw .rest summary{margin-top:4px;color:var(--quiet)}.sw .rest summary+*{padding-top:4px}
.sw .member>.head{color:var(--quiet)}.sw .member>.actions{padding-top:8px}
.sw .story [id]{scroll-margin-top:90px}
.sw .look a,.sw .rest a,.sw .member .head a{text-decoration:underline}
@container sw (max-width:1000px){
.sw .story>details>summary{grid-template-columns:16px minmax(0,1fr) auto 14px}
.sw .story .what{grid-area:1/2}.sw .story .length{grid-area:1/3}.sw .arrow{grid-area:1/4}
.sw .story .tags{grid-area:2/2/auto/-1;justify-content:flex-start;max-width:none}.sw .story .tags:empty{display:none}
.sw .story .knows{grid-area:3/2/auto/-1;padding:0}
.sw .story .body{grid-template-columns:minmax(0,1fr)}
}
@container sw (max-width:760px){
.sw .story>details>summary{grid-template-columns:16px minmax(0,1fr) auto;gap:2px 12px;align-items:start;padding:12px 16px}.sw .story summary>.icon{margin-top:2px}
.sw .arrow{display:none}
.sw .story .body,.sw .member>.head,.sw .member>.actions,.sw .story .rest{padding-left:16px}
.sw .actions{display:grid;grid-template-columns:repeat(3,auto)}.sw .actions :is(button,.button){justify-content:center;padding:7px 8px}.sw .actions .first{grid-column:1/-1}
}
@media print{
.sw :is(.actions,.arrow){display:none}
}
`.trim();
