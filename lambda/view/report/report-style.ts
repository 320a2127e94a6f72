/**
 * The style of a report on top of that of the view: a table of figures, and each service below it, on a screen and on paper. A
 * screen that is too narrow for the table does without: the text of each service has the same figures.
 */

export const REPORT_STYLE = `
.sw.paper{padding:0 24px 24px}
.sw.paper>*{max-width:1100px;margin:0 auto}
.sw.paper main>*{margin:0 0 20px}
.sw.paper header h1{font-size:26px;line-height:1.25;color:var(--text);font-weight:700}
.sw.paper header{padding:22px 0 14px}
.sw.paper .sums li{padding:2px 0}
.sw.paper table{border-collapse:collapse;width:100%;font-size:13px;overflow-wrap:normal;background:var(--card)}
.sw.paper th,.sw.paper td{text-align:left;padding:5px 8px;border-bottom:1px solid var(--line);vertical-align:top}
.sw.paper .p50,.sw.paper .p95,.sw.paper .p99{min-width:5.2em}
.sw.paper tbody th{min-width:9em;overflow-wrap:anywhere}
.sw.paper .long{min-width:8em;overflow-wrap:anywhere}
.sw.paper thead th{color:var(--quiet);font-weight:600;border-bottom-width:2px}
.sw.paper tbody th{font-weight:650}
.sw.paper .missed{border-left:4px solid var(--error)}
.sw.paper .one{border:1px solid var(--line);border-radius:10px;background:var(--card);padding:12px 16px;break-inside:avoid}
.sw.paper .one h2{font-size:15px;margin:0}
.sw.paper .one .strip{margin-top:6px}
.sw.paper .one .curve{height:48px;border:solid var(--line);border-width:1px 0;margin-top:6px}
.sw.paper .one ul{margin-top:8px;font-size:13px}
.sw.paper .one li{padding:2px 0}
.sw.paper .facts{color:var(--quiet);font-size:13px}
.sw.paper .facts .percentiles{display:inline-flex;margin-right:4px}
@container sw (max-width:1000px){.sw.paper .table{display:none}}
@page{margin:14mm}
@media print{
.sw.paper{padding:0;font-size:11px}
.sw.paper table{font-size:9px}
.sw.paper .facts,.sw.paper .one ul,.sw.paper .axis,.sw.paper .none,.sw.paper footer{font-size:10px}
.sw.paper th,.sw.paper td,.sw.paper thead th{padding:3px 4px}
.sw.paper .long,.sw.paper tbody th{min-width:0}
.sw.paper .table{display:block}
.sw.paper tr{break-inside:avoid}
.sw.paper footer{display:block}
}
`.trim();
