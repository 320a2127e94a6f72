/** The style of the page of a service. */

export const DETAILS_STYLE = `
.sw .changes li{padding:3px 0}
.sw .fields div{display:grid;grid-template-columns:9.5em 1fr;gap:12px;padding:3px 0}
.sw .fields dt{color:var(--quiet)}
.sw .warnings{margin-top:8px}
.sw .waterfall{width:100%;margin-top:10px;border-collapse:collapse}
.sw .waterfall th{font-weight:400;text-align:left;padding:3px 12px 3px 0;width:12.5em;overflow-wrap:normal}
.sw .waterfall td{padding:3px 0}
.sw .waterfall .time{text-align:right;padding-left:12px;white-space:nowrap;width:5.5em}
.sw .waterfall .total>*{border-top:1px solid var(--line);font-weight:600}
.sw .phase{fill:var(--data)}
.sw .phase.tlsMs{fill:var(--version)}.sw .phase.firstByteMs{fill:var(--healthy)}.sw .phase.dnsMs{fill:var(--degraded)}
@container sw (max-width:700px){
.sw .fields div{grid-template-columns:7em 1fr}
.sw .waterfall th{width:auto}
}
`.trim();
