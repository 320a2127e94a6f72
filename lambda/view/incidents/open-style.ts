/** The style of open incidents on the overview. */

export const OPEN_STYLE = `
.sw .story+.story{border-top:1px solid var(--line)}
.sw .length{white-space:nowrap}
.sw .story>details{margin:0}
.sw .story>details>summary{display:flex;gap:10px;align-items:center;padding:8px 14px;list-style:none;font-weight:400}
.sw .story>details>summary::-webkit-details-marker{display:none}
.sw .story>details>summary .icon{flex:none;color:var(--state)}
.sw .story.minor{--state:var(--quiet)}
.sw .story>details[open]>summary{border-bottom:1px solid var(--line)}
.sw .story.down>details[open]>summary{background:var(--alarm)}.sw .story:is(.degraded,.recovering)>details[open]>summary{background:var(--warn)}
.sw .story:first-child>details>summary{border-radius:9px 9px 0 0}
.sw .what{flex:1;min-width:0;color:var(--quiet)}.sw .what strong{color:var(--text);font-weight:600}
.sw .clue{font-size:12px;color:var(--quiet);border:1px solid var(--line);border-radius:6px;padding:1px 7px;max-width:280px}
.sw .story .length{width:70px;text-align:right;font-size:13px;color:var(--quiet)}
.sw .story .note{width:96px;text-align:right;font-size:12px;color:var(--quiet)}
.sw .body,.sw .member>.head,.sw .story .rest{padding:10px 14px 4px 38px}.sw .member>.body{padding-top:0}
.sw .member+.member,.sw .member+.rest{border-top:1px solid var(--line)}.sw .story .rest{padding-bottom:10px}.sw .rest summary{font-weight:400;margin-top:4px}.sw .rest summary+*{padding-top:4px}
.sw :target{outline:2px solid var(--link);outline-offset:-2px}.sw .story [id]{scroll-margin-top:90px}
.sw .course{margin-bottom:6px}.sw .course li{padding:1px 0;border:0}.sw .course time{display:inline-block;min-width:76px;font-size:13px;color:var(--quiet)}
.sw .look{margin:4px 0}
.sw .well{color:var(--degraded)}
.sw .actions{display:flex;flex-wrap:wrap;gap:8px 10px;align-items:center;padding:6px 0}
.sw .head{display:flex;flex-wrap:wrap;gap:2px 10px;align-items:center}
.sw .head .length{font-weight:400}
.sw .head .more{font-weight:400;font-size:13px}
.sw .look a,.sw .rest a,.sw .story .more,.sw h1 a{text-decoration:underline}
@container sw (max-width:1000px){
.sw .clue{display:none}
}
@container sw (max-width:700px){
.sw .story .note{display:none}
.sw .body,.sw .member>.head,.sw .story .rest{padding-left:14px}
}
@media print{
.sw .records li{break-inside:avoid}
.sw .actions{display:none}
}
`.trim();
