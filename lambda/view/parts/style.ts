/** The style of the view, on a page and in a widget: light and dark, from a phone to a wall, and on paper. */

import { STATE_COLORS } from './state-colors';

/** Each `[light, dark]`, as those of the states. */
const COLORS = {
  ...STATE_COLORS,
  page: ['#f6f8fa', '#0d1117'],
  card: ['#ffffff', '#161b22'],
  text: ['#1f2328', '#e6edf3'],
  quiet: ['#57606a', '#a3adb8'],
  line: ['#d8dee4', '#30363d'],
  link: ['#0550ae', '#79c0ff'],
  alarm: ['#ffefed', '#2f1a1d'],
  curve: ['#3b7dd8', '#58a6ff'],
  mark: ['#6639ba', '#d2a8ff'],
  maintenance: ['#4b6bd6', '#8fa8ff'],
};

const VARIABLES = Object.entries(COLORS)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');

const STATE_RULES = Object.keys(STATE_COLORS)
  .map((state) => `.sw .${state}{--state:var(--${state})}.sw .bar.${state}{stroke:var(--${state})}`)
  .join('\n');

/** The columns of a service's figures, in its row and in the head of a list. */
const FIGURES = 'clamp(142px,30cqw - 220px,220px) clamp(140px,40cqw - 300px,300px) 100px 116px 76px 46px';

/** All of it. Every rule is bound to `.sw`: a dashboard is full of what others have styled. */
export const STYLE = `
.sw{${VARIABLES};color-scheme:light dark;margin:0;background:var(--page);color:var(--text);
  font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
  font-variant-numeric:tabular-nums;container:sw/inline-size;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
.sw.light{color-scheme:light}.sw.dark{color-scheme:dark}
.sw *{box-sizing:border-box}
.sw p,.sw ul,.sw ol,.sw dl,.sw dd,.sw h1,.sw h2,.sw h3{margin:0;padding:0}
.sw ul,.sw ol{list-style:none}
.sw h1{font-size:16px;font-weight:600;color:var(--quiet)}
.sw h2{font-size:17px;font-weight:650;margin:0 0 8px}
.sw h3{font-size:15px;font-weight:650}
.sw a{color:var(--link);text-decoration:none}
.sw a:hover{text-decoration:underline}
.sw .popup{font:inherit;color:var(--link);background:none;border:0;padding:0;text-align:left;cursor:pointer}
.sw .popup:hover{text-decoration:underline}
.sw .listing{display:flex;flex-wrap:wrap;gap:8px;align-items:center;color:var(--quiet)}
.sw .listing button{font:inherit;color:var(--link);background:none;border:1px solid var(--line);border-radius:6px;padding:2px 10px;cursor:pointer}
.sw time{white-space:nowrap}
.sw footer a,.sw .when a,.sw .none a,.sw main>p a{text-decoration:underline}
.sw a:focus-visible,.sw .popup:focus-visible,.sw input:focus-visible,.sw .listing button:focus-visible,.sw summary:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
.sw code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.sw .hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sw svg{display:block}
.sw .shape{display:inline-block;vertical-align:-2px;fill:currentColor}
.sw .when,.sw .none,.sw .legend,.sw footer,.sw .since{color:var(--quiet);font-size:13px}
${STATE_RULES}

.sw #lost{position:sticky;top:0;z-index:2;padding:10px 24px;background:var(--error);color:var(--card);font-weight:600}
.sw #lost[hidden]{display:none}
[data-lost] .sw #view{filter:grayscale(1)}
body.sw{min-height:100vh}
.sw #view>*{max-width:1440px;margin:0 auto;padding:0 24px}
.sw #view>.hidden{padding:0;margin:-1px}
.sw main>*{margin:0 0 24px}
.sw footer{padding-bottom:24px !important}
.sw .back{padding-top:14px !important}

.sw .summary{padding-top:22px !important;padding-bottom:18px !important}
.sw.widget .summary{padding-top:4px !important;padding-bottom:10px !important}
.sw .sentence{font-size:26px;line-height:1.25;font-weight:700;margin:2px 0 4px}
.sw.widget .sentence{font-size:20px}
.sw .sentence .shape{width:22px;height:22px;margin-right:4px}
.sw .sentence .shape{color:var(--state)}
.sw .failing .sentence .shape{color:var(--error)}
.sw header[data-service] h1{font-size:26px;line-height:1.25;color:var(--text);font-weight:700;margin-bottom:4px}
.sw header .reason{font-size:17px}

.sw .problems{border:1px solid var(--error);border-left-width:5px;border-radius:8px;background:var(--card);padding:12px 16px}
.sw .toolbar{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;justify-content:space-between;margin-bottom:8px}
.sw .toolbar h2{margin:0}
.sw .controls{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
.sw .choices{display:flex;flex-wrap:wrap;border:1px solid var(--line);border-radius:8px;background:var(--card);overflow:hidden}
.sw .choices a{display:block;padding:5px 12px;font-size:14px}
.sw .choices li+li{border-left:1px solid var(--line)}
.sw .choices a[aria-current]{background:var(--text);color:var(--card)}
.sw .choices a:focus-visible{outline-offset:-3px}
.sw input{font:inherit;font-size:14px;padding:5px 10px;width:13em;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}

.sw .state{display:inline-flex;align-items:center;gap:6px;font-weight:650;color:var(--state)}
.sw .state:not(.healthy,.degraded,.unknown){background:var(--state);color:var(--card);border-radius:6px;padding:1px 8px}
.sw .state .shape{flex:none}
.sw .reason{color:var(--text)}
.sw .warning{font-size:13px;color:var(--unhealthy)}
.sw .condition strong{color:var(--degraded)}

.sw .columns-of,.sw .service,.sw .service dl{display:grid;column-gap:18px}
.sw .columns-of{grid-template-columns:150px minmax(190px,1fr) ${FIGURES};
  padding:12px 16px 4px;font-size:13px;color:var(--quiet)}
.sw .services{border:1px solid var(--line);border-radius:10px;background:var(--card);overflow:hidden}
.sw .service{grid-template-columns:150px minmax(190px,1fr) auto;align-items:start;padding:10px 16px;border-left:5px solid transparent;margin-left:-1px}
.sw .columns-of{padding-left:20px}
.sw .service dl{grid-template-columns:${FIGURES}}
.sw .service+.service{border-top:1px solid var(--line)}
.sw .service:not(.healthy){border-left-color:var(--state)}
.sw .service:not(.healthy,.degraded,.unknown){background:var(--alarm)}
.sw .service.minor:not(.healthy,.degraded,.unknown){background:none;border-left-color:var(--quiet)}
.sw .service .since{display:block}
.sw .service dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sw .service .who{min-width:0}
.sw .response dd{position:relative}
.sw .figure{font-weight:600}
.sw .former{color:var(--quiet);font-style:italic}
.sw .former .meter{opacity:.5}
.sw .share,.sw .service .percentiles{font-size:12px;color:var(--quiet)}.sw .share{display:block}
.sw .percentiles{display:flex;flex-wrap:wrap;gap:0 8px}.sw .percentiles span{white-space:nowrap}
.sw .curve{width:100%;height:22px;margin:2px 0}
.sw .curve .line{fill:none;stroke:var(--curve);stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .curve .second{fill:none;stroke:var(--curve);stroke-width:1;opacity:.7;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .curve .area{fill:var(--curve);opacity:.18}
.sw .strip{width:100%}
.sw .bar{fill:none}
.sw .strip .none{stroke:var(--quiet)}
.sw .bar.maintenance{stroke:var(--maintenance)}
.sw .hit{fill:transparent}
.sw .hit:hover{fill:var(--text);fill-opacity:.12}
.sw .mark.version{fill:var(--mark)}
.sw .mark.restart{fill:var(--text)}
.sw .meter{width:100%;height:6px;margin-top:5px;border-radius:3px;overflow:hidden}
.sw .meter .whole{fill:var(--line)}
.sw .meter .part{fill:var(--curve)}
.sw .memory .full{font-weight:600;color:var(--error)}
.sw .meter.high .part,.sw .objective.spent .part{fill:var(--error)}
.sw .objective{font-size:13px;color:var(--quiet);margin-top:2px}.sw .objective .meter{max-width:260px;margin-top:2px}
.sw .objective .part{fill:var(--healthy)}.sw .objective.low .part{fill:var(--degraded)}
.sw .objective.low strong,.sw .note.budget.low{color:var(--degraded)}.sw .objective.spent strong,.sw .note.budget.spent{color:var(--error)}
.sw .of-group>a{float:right;font-size:13px}.sw .of-group summary>*{margin-right:8px}.sw .of-group h3{display:inline}.sw summary .when{font-weight:400}
.sw .of-group~.of-group :is(.columns-of,.lines-head){display:none}
.sw .legend{padding:8px 2px 0}
.sw cwdb-action{display:none}
.sw.widget{padding:8px 16px}
.sw.widget>*{margin-bottom:16px}
.sw .length{white-space:nowrap}

.sw .beginnings{font-size:16px}
.sw .group{border:1px solid var(--line);border-left:5px solid var(--error);border-radius:10px;background:var(--card);padding:12px 16px;margin-bottom:10px}
.sw .group .together{font-weight:650;margin-bottom:8px}
.sw .together .when{font-weight:400}
.sw .story+.story{border-top:1px solid var(--line);margin-top:10px;padding-top:10px}
.sw .group.minor{border-left-color:var(--quiet)}.sw .group.degraded{border-left-color:var(--degraded)}
.sw .head{display:flex;flex-wrap:wrap;gap:2px 10px;align-items:center}
.sw .head .length{font-weight:400}
.sw .head .more{font-weight:400;font-size:13px}
.sw .course{display:flex;flex-wrap:wrap;gap:2px 8px;margin:4px 0}
.sw .course li+li::before{content:"→";color:var(--quiet);margin-right:8px}
.sw .look{margin:4px 0}
.sw .well{color:var(--healthy)}
.sw .group .rest{border-top:1px solid var(--line);margin-top:10px;padding-top:8px}
.sw .look a,.sw .rest a,.sw .group details a,.sw h1 a{text-decoration:underline}

.sw .columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:24px;align-items:start}
.sw .records li{padding:8px 0;border-top:1px solid var(--line)}
.sw .records li:first-child{border-top:0;padding-top:0}
.sw .over .head .state{background:none;color:var(--state);padding:0}.sw .records details{margin:2px 0}
.sw .clues{margin:4px 0}.sw .clues li{border:0;padding:0 0 0 1.1em;text-indent:-1.1em;font-size:14px}
.sw .clues li::before{content:'›';display:inline-block;width:1.1em;text-indent:0;color:var(--quiet)}.sw .clues code{color:var(--quiet)}
.sw .badge{display:inline-block;min-width:4.2em;text-align:center;padding:0 8px;border:1px solid var(--quiet);border-radius:6px;font-size:13px;color:var(--quiet)}
.sw .open>.head .badge:first-child{border-color:var(--error);color:var(--error);font-weight:650}

.sw .columns>section,.sw .history{border:1px solid var(--line);border-radius:10px;background:var(--card);padding:14px 16px;min-width:0}
.sw .history h3{margin:14px 0 2px;font-size:14px;font-weight:600}
.sw .heading{display:flex;flex-wrap:wrap;gap:0 14px;align-items:baseline}
.sw .heading .percentiles{gap:0 14px}
.sw .lines .p50::before,.sw .lines .p95::before{content:"";display:inline-block;width:14px;margin-right:5px;vertical-align:4px;border-top:2px solid var(--curve)}
.sw .lines .p95::before{border-top-width:1px;opacity:.7}
.sw .service .lines span::before{display:none}
.sw .heading .scale{margin-left:auto;font-size:13px;color:var(--quiet)}
.sw .history .strip{margin-top:8px}
.sw .axis{display:flex;justify-content:space-between;color:var(--quiet);font-size:13px}
.sw .chart text{font-size:11px;fill:var(--quiet);paint-order:stroke;stroke:var(--card);stroke-width:3px}
.sw .chart .grid{stroke:var(--line)}
.sw .chart .line{fill:none;stroke:var(--curve);stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .chart .p95,.sw .chart .least{stroke-width:1}
.sw .chart .p99{stroke-width:1;stroke-dasharray:2 3}
.sw .chart .band{fill:var(--curve);opacity:.18}
.sw .chart line.threshold{stroke:var(--unhealthy);stroke-dasharray:6 4}.sw .chart text.threshold{fill:var(--unhealthy)}
.sw .during{opacity:.14}.sw .during.incident{fill:var(--error)}.sw .during.maintenance{fill:var(--maintenance)}
.sw .at{stroke-dasharray:3 3}.sw .at.restart{stroke:var(--text)}.sw .at.version{stroke:var(--mark)}
.sw .cursor{stroke:var(--text)}
.sw .explore:focus-visible{outline:3px solid var(--link);outline-offset:4px;border-radius:4px}
.sw .readout{min-height:1.5em;font-weight:600}
.sw .lines .p99::before{content:"";display:inline-block;width:14px;margin-right:5px;vertical-align:4px;border-top:1px dashed var(--curve)}
.sw details{margin-top:14px}
.sw summary{cursor:pointer;font-weight:600}
.sw .changes li{padding:3px 0}
.sw .fields div{display:grid;grid-template-columns:9.5em 1fr;gap:12px;padding:3px 0}
.sw .fields dt{color:var(--quiet)}
.sw .warnings{margin-top:8px}
.sw .waterfall{width:100%;margin-top:10px;border-collapse:collapse}
.sw .waterfall th{font-weight:400;text-align:left;padding:3px 12px 3px 0;width:12.5em;overflow-wrap:normal}
.sw .waterfall td{padding:3px 0}
.sw .waterfall .time{text-align:right;padding-left:12px;white-space:nowrap;width:5.5em}
.sw .waterfall .total>*{border-top:1px solid var(--line);font-weight:600}
.sw .phase{fill:var(--curve)}
.sw .phase.tlsMs{fill:var(--mark)}.sw .phase.firstByteMs{fill:var(--healthy)}.sw .phase.dnsMs{fill:var(--unhealthy)}

@container sw (max-width:1140px){
.sw .columns-of{display:none}
.sw .service{grid-template-columns:auto 1fr;row-gap:4px}
.sw .service .is{display:flex;flex-wrap:wrap;gap:0 12px;align-items:center;grid-column:1/-1}
.sw .service .who{grid-column:1/-1}
.sw .service dl{grid-column:1/-1;grid-template-columns:repeat(5,1fr);row-gap:6px;margin-top:2px}
.sw .service dt{position:static;width:auto;height:auto;clip-path:none;font-size:12px;color:var(--quiet)}
.sw .service .checks{grid-column:2/-1;grid-row:1}
.sw .service .response{grid-column:1;grid-row:1/3}
}
@container sw (max-width:560px){
.sw #view{font-size:16px}
.sw #view>*{padding:0 14px}
.sw #lost{padding:10px 14px}
.sw .sentence,.sw header[data-service] h1{font-size:22px}
.sw .controls{width:100%}
.sw .choices{flex:1 0 auto}.sw .choices li{flex:1;text-align:center}.sw .choices a{padding:8px 6px}
.sw .service{padding:12px 12px}
.sw .service dl{grid-template-columns:repeat(4,auto);column-gap:14px}
.sw .service .response{grid-column:1/-1;grid-row:auto}
.sw .service .response dd{display:grid;grid-template-columns:auto 1fr;gap:0 10px;align-items:center}
.sw .service .percentiles{grid-column:1/-1}
.sw .service .response .curve{margin:0}
.sw .service .checks{grid-column:1/-1;grid-row:auto}
.sw .fields div{grid-template-columns:7em 1fr}
.sw .waterfall th{width:auto}
}
@media print{
.sw{background:#fff;color-scheme:light}body.sw{min-height:0}
.sw .controls,.sw .back,.sw #lost,.sw footer,.sw nav{display:none}
.sw .service,.sw .records li{break-inside:avoid}
.sw .service:not(.healthy){border:2px solid var(--state)}
.sw *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
@media (prefers-reduced-motion:no-preference){.sw #view{transition:filter .3s}}
`.trim();
