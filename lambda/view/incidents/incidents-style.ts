/** The style of lists of incidents, and of the page of an incident. */

export const INCIDENTS_STYLE = `
.sw .columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:24px;align-items:start}
.sw .records li{padding:8px 0;border-top:1px solid var(--line)}
.sw .records li:first-child{border-top:0;padding-top:0}
.sw .over .head .state{font-weight:400;color:var(--quiet)}.sw .records details{margin:2px 0}
.sw .clues{margin:4px 0}.sw .clues li{border:0;padding:0 0 0 1.1em;text-indent:-1.1em;font-size:14px}
.sw .clues li::before{content:'›';display:inline-block;width:1.1em;text-indent:0;color:var(--quiet)}.sw .clues code{color:var(--quiet)}
.sw .badge{display:inline-block;min-width:4.2em;text-align:center;padding:0 8px;border:1px solid var(--quiet);border-radius:6px;font-size:13px;color:var(--quiet)}
.sw .open>.head .badge:first-child{border-color:var(--down);color:var(--down);font-weight:650}
.sw .records .actions{margin-top:4px}
.sw .timeline li{display:grid;grid-template-columns:9.5em 1fr;gap:12px;padding:5px 0;border-top:1px solid var(--line)}
.sw .timeline li:first-child{border-top:0}
.sw .timeline time{color:var(--quiet);font-size:13px}
.sw .timeline .is-opened,.sw .timeline .is-resolved{font-weight:650}
.sw .paste{margin-top:18px}.sw .paste textarea{box-sizing:border-box;width:100%;margin-top:8px;padding:10px;font:12px/1.5 ui-monospace,monospace;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:8px}
.sw .timeline li{grid-template-columns:1fr;gap:0}
`.trim();
