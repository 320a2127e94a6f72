/** The style of strips, curves, charts and meters. */

export const CHARTS_STYLE = `
.sw .percentiles{font-size:12px;color:var(--quiet);display:flex;flex-wrap:wrap;gap:0 8px}.sw .percentiles span{white-space:nowrap}
.sw .curve{width:100%;height:20px}.sw .service .curve .area{display:none}.sw .service .curve .line{stroke:var(--quiet);stroke-width:1.3}
.sw .curve .line{fill:none;stroke:var(--data);stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .curve .second{fill:none;stroke:var(--data);stroke-width:1;opacity:.7;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .curve .area{fill:var(--data);opacity:.18}
.sw .strip{width:100%}
.sw .bar{fill:none;stroke:var(--calm)}
.sw .bar.down{stroke:var(--downFill)}.sw .bar.degraded{stroke:var(--degradedFill)}.sw .bar.silenced{stroke:var(--grey)}
.sw .bar.maintenance{stroke:var(--plan)}.sw .bar.none{stroke:var(--grey)}
.sw .swatches{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:8px;font-size:12px;line-height:16px;color:var(--quiet)}
.sw .swatches li{display:inline-flex;align-items:center;gap:6px;white-space:nowrap}
.sw .swatches svg{flex:none;width:8px;height:14px}
.sw .hit{fill:transparent}
.sw .hit:hover{fill:var(--text);fill-opacity:.12}
.sw .meter{width:100%;height:6px;margin-top:5px;border-radius:3px;overflow:hidden}
.sw .meter .whole{fill:var(--line)}
.sw .meter .part{fill:var(--data)}
.sw .meter.high .part,.sw .objective.spent .part{fill:var(--down)}
.sw .columns>section,.sw .history{border:1px solid var(--line);border-radius:10px;background:var(--card);padding:14px 16px;min-width:0}
.sw .history h3{margin:14px 0 2px;font-size:14px;font-weight:600}
.sw .heading{display:flex;flex-wrap:wrap;gap:0 14px;align-items:baseline}
.sw .heading .percentiles{gap:0 14px}
.sw .lines .p50::before,.sw .lines .p95::before{content:"";display:inline-block;width:14px;margin-right:5px;vertical-align:4px;border-top:2px solid var(--data)}
.sw .lines .p95::before{border-top-width:1px;opacity:.7}
.sw .service .lines span::before{display:none}
.sw .heading .scale{margin-left:auto;font-size:13px;color:var(--quiet)}
.sw .history .strip{margin-top:8px}
.sw .axis{display:flex;justify-content:space-between;color:var(--quiet);font-size:13px}
.sw .chart text{font-size:11px;fill:var(--quiet);paint-order:stroke;stroke:var(--card);stroke-width:3px}
.sw .chart .grid{stroke:var(--line)}
.sw .chart .line{fill:none;stroke:var(--data);stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .chart .p95,.sw .chart .least{stroke-width:1}
.sw .chart .p99{stroke-width:1;stroke-dasharray:2 3}
.sw .chart .band{fill:var(--data);opacity:.18}
.sw .chart line.threshold{stroke:var(--degraded);stroke-dasharray:6 4}.sw .chart text.threshold{fill:var(--degraded)}
.sw .during{opacity:.14}.sw .during.incident{fill:var(--down)}.sw .during.maintenance{fill:var(--plan)}
.sw .at{stroke-dasharray:3 3}.sw .at.restart{stroke:var(--text)}.sw .at.version{stroke:var(--version)}
.sw .cursor{stroke:var(--text)}
.sw .explore:focus-visible{outline:3px solid var(--link);outline-offset:4px;border-radius:4px}
.sw .readout{min-height:1.5em;font-weight:600}
.sw .lines .p99::before{content:"";display:inline-block;width:14px;margin-right:5px;vertical-align:4px;border-top:1px dashed var(--data)}
`.trim();
