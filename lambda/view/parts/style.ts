/** The style of the view, on a page and in a widget: light and dark, from a phone to a wall, and on paper. */

import { COLORS } from './colors';
import { STATE_COLORS } from './state-colors';

const VARIABLES = Object.entries(COLORS)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');

const STATE_RULES = [...Object.keys(STATE_COLORS), 'down', 'recovering', 'silenced', 'maintenance']
  .map((state) => `.sw .${state}{--state:var(--${state})}.sw .bar.${state}{stroke:var(--${state})}`)
  .join('\n');

/** The whole style. Every rule is bound to `.sw`, since a dashboard has other styles too. */
export const STYLE = `
.sw{${VARIABLES};color-scheme:light dark;margin:0;background:var(--page);color:var(--text);
  font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
  font-variant-numeric:tabular-nums;container:sw/inline-size;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
.sw.light{color-scheme:light}.sw.dark{color-scheme:dark}
.sw *{box-sizing:border-box}
.sw p,.sw ul,.sw ol,.sw dl,.sw dd,.sw h1,.sw h2,.sw h3{margin:0;padding:0}
.sw ul,.sw ol{list-style:none}
.sw h1{font-size:30px;line-height:1.15;font-weight:650;letter-spacing:-.01em}
.sw h2{font-size:13px;font-weight:600;color:var(--quiet);margin:0 0 8px}
.sw h3{font-size:14px;font-weight:600}
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
.sw #view>*{max-width:1240px;margin:0 auto;padding:0 24px}
.sw #view>.hidden{padding:0;margin:-1px}
.sw main>*{margin:0 0 24px}
.sw footer{padding-bottom:24px !important}
.sw .back{padding-top:14px !important}

.sw .summary{padding-top:10px !important;padding-bottom:18px !important}
.sw.widget .summary{padding:4px 0 0 !important}
.sw.widget h1{font-size:22px}
.sw h1 .shape{width:26px;height:26px;vertical-align:-4px;margin-right:2px;color:var(--state)}
.sw .failing h1 .shape{color:var(--down)}
.sw header .reason{font-size:15px}
.sw .beginnings{color:var(--quiet);font-size:15px;margin-top:4px}
.sw .chips{display:flex;flex-wrap:wrap;gap:8px;margin-top:14px}
.sw .chips li{border:1px solid var(--line);border-radius:99px;background:var(--card);font-size:13px}
.sw .chips :is(a,span){display:block;padding:3px 12px 3px 9px;color:var(--text)}
.sw .chips strong{font-weight:650;margin:0 2px}
.sw .chips .shape{color:var(--state);margin-right:3px}

.sw .problems{border:1px solid var(--error);border-left-width:5px;border-radius:8px;background:var(--card);padding:12px 16px}
.sw .toolbar{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;margin-bottom:8px}
.sw .toolbar h2{margin:0 auto 0 0}
.sw .controls{display:contents}.sw .toolbar search{flex-basis:100%}
.sw .choices{display:flex;flex-wrap:wrap;border:1px solid var(--line);border-radius:8px;background:var(--card);overflow:hidden}
.sw .choices a{display:block;padding:3px 11px;font-size:13px}
.sw .choices li+li{border-left:1px solid var(--line)}
.sw .choices a[aria-current]{background:var(--text);color:var(--card)}
.sw .choices a:focus-visible{outline-offset:-3px}
.sw input{font:inherit;font-size:13px;padding:3px 10px;width:13em;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}

.sw .state{display:inline-flex;align-items:center;gap:7px;font-weight:600;color:var(--state)}
.sw .state.healthy,.sw .state:is(.silenced,.maintenance){font-weight:400;color:var(--quiet)}.sw .state.healthy .shape{color:var(--healthy)}
.sw .state .shape{flex:none}
.sw .reason{color:var(--text)}
.sw .warning{font-size:13px;color:var(--degraded)}
.sw .condition strong{color:var(--degraded)}

.sw .list,.sw .services{border:1px solid var(--line);border-radius:10px;background:var(--card)}
.sw .service{display:flex;flex-wrap:wrap;gap:0 16px;align-items:center;padding:3px 14px;position:relative}
.sw .service+.service,.sw .story+.story{border-top:1px solid var(--line)}
.sw .services>:first-child,.sw .list>:first-child{border-radius:9px 9px 0 0}.sw .services>:last-child,.sw .list>:last-child{border-radius:0 0 9px 9px}.sw .services>:only-child,.sw .list>:only-child{border-radius:9px}
.sw .service:is(.unhealthy,.error,.unreachable,.invalid){background:var(--alarm)}
.sw .service:is(.degraded,.recovering){background:var(--warn)}
.sw .service.minor:is(.unhealthy,.error,.unreachable,.invalid){background:none}
.sw .minor:is(.unhealthy,.error,.unreachable,.invalid){--state:var(--quiet)}
.sw .service .is{width:112px;font-size:13px;display:flex}
.sw .service .who{flex:1 1 150px;min-width:0}
.sw .of-group .of{display:none}.sw .stories>.none{margin-top:6px}.sw .who a{color:var(--text)}.sw .who .of{font-weight:400;font-size:12px;color:var(--quiet);margin-left:8px}
.sw .for{width:78px;text-align:right;font-size:13px;color:var(--quiet);white-space:nowrap}.sw .for a{text-decoration:underline}
.sw .service dl{display:contents}
.sw .service dt{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.sw .service .response{width:74px;text-align:right;white-space:nowrap}
.sw .service .times{width:94px}.sw .service .checks{width:180px}
.sw .service :is(.share,.version,.left){width:58px;text-align:right;font-size:13px;color:var(--quiet)}.sw .service .left{width:66px;white-space:nowrap}
.sw .services.no-aims .left,.sw .services.no-versions .version,.sw .services.unchecked :is(.response,.times,.share){display:none}
.sw .why{flex:0 0 100%;padding-left:128px;color:var(--quiet);font-size:13px}.sw .why:empty{display:none}
.sw .why .reason{color:var(--quiet)}.sw .full{color:var(--down);font-weight:600}
.sw .former{color:var(--quiet);font-style:italic}
.sw .percentiles{font-size:12px;color:var(--quiet);display:flex;flex-wrap:wrap;gap:0 8px}.sw .percentiles span{white-space:nowrap}
.sw .curve{width:100%;height:20px}.sw .service .curve .area{display:none}.sw .service .curve .line{stroke:var(--quiet);stroke-width:1.3}
.sw .curve .line{fill:none;stroke:var(--curve);stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .curve .second{fill:none;stroke:var(--curve);stroke-width:1;opacity:.7;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .curve .area{fill:var(--curve);opacity:.18}
.sw .strip{width:100%}
.sw .bar{fill:none}.sw .bar.healthy{stroke:var(--calm)}
.sw .strip .none{stroke:var(--quiet)}
.sw .bar.maintenance{stroke:var(--maintenance)}
.sw .hit{fill:transparent}
.sw .hit:hover{fill:var(--text);fill-opacity:.12}
.sw .mark.version{fill:var(--mark)}
.sw .mark.restart{fill:var(--text)}
.sw .meter{width:100%;height:6px;margin-top:5px;border-radius:3px;overflow:hidden}
.sw .meter .whole{fill:var(--line)}
.sw .meter .part{fill:var(--curve)}
.sw .meter.high .part,.sw .objective.spent .part{fill:var(--error)}
.sw .objective{font-size:13px;color:var(--quiet);margin-top:2px}.sw .objective .meter{max-width:260px;margin-top:2px}
.sw .objective .part{fill:var(--healthy)}.sw .objective.low .part{fill:var(--degraded)}
.sw .objective.low strong,.sw .note.budget.low{color:var(--degraded)}.sw .objective.spent strong,.sw .note.budget.spent{color:var(--error)}
.sw .of-group>a{float:right;font-size:13px}.sw .of-group summary>*{margin-right:8px}.sw .of-group h3{display:inline}.sw summary .when{font-weight:400}
.sw .legend{padding:8px 2px 0}
.sw cwdb-action{display:none}
.sw.widget{padding:8px 16px}
.sw.widget>*{margin-bottom:16px}
.sw .length{white-space:nowrap}

.sw .beside{display:grid;grid-template-columns:minmax(0,1fr) 250px;gap:28px;align-items:start}
.sw .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(var(--side),1fr));gap:var(--gap)}
.sw .grid{--side:30px;--gap:5px}.sw .grid.medium{--side:15px;--gap:3px}.sw .grid.small{--side:9px;--gap:2px}.sw .grid.tiny{--side:5px;--gap:1px}
.sw .grid a{display:block;aspect-ratio:1;border-radius:20%;background:var(--calm)}
.sw .grid a:is(.down,.degraded,.recovering){background:var(--state)}
.sw .grid a:is(.recovering,.unknown){background:repeating-linear-gradient(45deg,var(--state) 0 2px,transparent 2px 5px);box-shadow:inset 0 0 0 1px var(--state)}
.sw .grid a:is(.silenced,.maintenance,.minor){background:repeating-linear-gradient(45deg,var(--silenced) 0 2px,transparent 2px 5px);box-shadow:inset 0 0 0 1px var(--silenced)}
.sw .grid a:hover{outline:2px solid var(--text)}
.sw .story>details{margin:0}
.sw .story>details>summary{display:flex;gap:10px;align-items:center;padding:8px 14px;list-style:none;font-weight:400}
.sw .story>details>summary::-webkit-details-marker{display:none}
.sw .story>details>summary .shape{flex:none;color:var(--state)}
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

.sw .columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:24px;align-items:start}
.sw .records li{padding:8px 0;border-top:1px solid var(--line)}
.sw .records li:first-child{border-top:0;padding-top:0}
.sw .over .head .state{font-weight:400;color:var(--quiet)}.sw .records details{margin:2px 0}
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
.sw .chart line.threshold{stroke:var(--degraded);stroke-dasharray:6 4}.sw .chart text.threshold{fill:var(--degraded)}
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
.sw .phase.tlsMs{fill:var(--mark)}.sw .phase.firstByteMs{fill:var(--healthy)}.sw .phase.dnsMs{fill:var(--degraded)}

@container sw (max-width:1140px){
.sw .service .times{display:none}
.sw .service .checks{width:120px}
}
@container sw (max-width:1000px){
.sw .beside{grid-template-columns:1fr;gap:18px}
.sw .beside>.all{order:-1}
.sw .service :is(.left,.version){display:none}
.sw .service .checks{width:100px}.sw .service .who{flex-basis:110px}
.sw .clue{display:none}
}
@container sw (max-width:700px){
.sw #view>*{padding:0 14px}
.sw #lost{padding:10px 14px}
.sw h1{font-size:25px}
.sw .choices{flex:1 0 auto}.sw .choices li{flex:1;text-align:center}.sw .choices a{padding:8px 6px;white-space:nowrap}
.sw .story .note,.sw .bar .every{display:none}
.sw .body,.sw .member>.head,.sw .story .rest{padding-left:14px}
.sw .service{padding:8px 14px;gap:0 10px}
.sw .service .is{width:auto;font-size:0}.sw .service .state{gap:0}.sw .who .of{display:none}.sw .service .response dd{white-space:nowrap}
.sw .service .share{display:none}
.sw .service .who{flex-basis:100px}.sw .for,.sw .service .response{width:auto}
.sw .service .checks{width:100%;order:1;margin-top:4px}.sw .why{order:2;padding:2px 0 0}
.sw .fields div{grid-template-columns:7em 1fr}
.sw .waterfall th{width:auto}
}
@media print{
.sw{background:#fff;color-scheme:light}body.sw{min-height:0}
.sw .controls,.sw .back,.sw #lost,.sw footer,.sw nav{display:none}
.sw .service,.sw .records li{break-inside:avoid}
.sw .service:not(.healthy){border:2px solid var(--state)}.sw .acts,.sw .actions{display:none}
.sw *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
@media (prefers-reduced-motion:no-preference){.sw #view{transition:filter .3s}}
`.trim();
