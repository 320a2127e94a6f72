/** The style of strips, charts and meters. */

export const CHARTS_STYLE = `
.sw .strip{width:100%}
.sw .bar{fill:none;stroke:var(--calm)}
.sw .bar.down{stroke:var(--downFill)}.sw .bar.degraded{stroke:var(--degradedFill)}.sw .bar.silenced{stroke:var(--grey)}
.sw .bar.maintenance{stroke:var(--plan)}.sw .bar.none{stroke:var(--grey)}
.sw .swatches{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:8px;font-size:12px;line-height:16px;color:var(--quiet)}
.sw .swatches li{display:inline-flex;align-items:center;gap:6px;white-space:nowrap}
.sw .swatches svg{flex:none;width:8px;height:14px}
.sw .hit{fill:transparent}
.sw .hit:hover{fill:var(--text);fill-opacity:.12}
.sw .meter{width:100%;height:6px;margin-top:6px;border-radius:3px;overflow:hidden}
.sw .meter .whole{fill:var(--sunk)}
.sw .meter .part{fill:var(--text)}

.sw .history{padding:16px 20px 20px;min-width:0}
.sw .heading{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;min-height:32px}
.sw .heading.second{margin:16px 0 8px;min-height:20px}
.sw .heading .ranges{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin-left:auto}
.sw .key{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:12px;line-height:16px;color:var(--quiet)}
.sw .key li{display:inline-flex;align-items:center;gap:6px;white-space:nowrap}
.sw .key strong{font-weight:500;color:var(--text)}
.sw .key svg{flex:none;width:16px;height:10px}
.sw .chart{position:relative;padding-left:56px}
.sw .chart .scale{position:absolute;left:0;top:0;width:56px;overflow:visible;pointer-events:none}
.sw .chart :is(.plot,.times){width:100%;overflow:visible}
.sw .chart text{font-size:12px;fill:var(--faint);font-variant-numeric:tabular-nums;paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
.sw .chart .scale text{text-anchor:end}
.sw .chart text:is(.threshold,.degraded){fill:var(--degraded)}.sw .chart text.incident{fill:var(--down)}.sw .chart text.version{fill:var(--version)}
.sw .chart .strip{margin-top:12px}
.sw .chart .grid{stroke:var(--line)}
.sw :is(.chart,.key) .line{fill:none;stroke:var(--data);stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.sw .chart :is(.p95,.least){stroke-width:1;opacity:.5}
.sw :is(.chart,.key) .area{fill:var(--data);opacity:.15}
.sw .chart line.threshold{stroke:var(--degradedFill);stroke-dasharray:5 4}
.sw .during{opacity:.2}.sw .during.incident{fill:var(--downFill)}.sw .during.degraded{fill:var(--degradedFill)}.sw .during.other{fill:var(--grey);opacity:.14}.sw .during.maintenance{fill:var(--plan)}
.sw .at{fill:none;stroke-width:1.5;stroke-dasharray:2 3}.sw .at.restart{stroke:var(--grey)}.sw .at.version{stroke:var(--version)}
.sw .cross{fill:none;stroke:var(--downFill);stroke-width:2;stroke-linecap:round}.sw .cross.other{stroke:var(--grey)}
.sw .cursor{stroke:var(--quiet)}
.sw .explore:focus-visible{outline:2px solid var(--link);outline-offset:4px;border-radius:4px}
.sw .readout{min-height:20px;margin:4px 0;font-size:13px;font-variant-numeric:tabular-nums}
.sw .readout::first-letter{text-transform:uppercase}
.sw .record{margin-top:16px}
.sw details.more{margin-top:8px;font-size:13px}.sw details.more summary{color:var(--quiet)}
.sw .history .swatches{margin-left:56px}
@container sw (max-width:1000px){.sw .chart .times .optional{display:none}}
@container sw (max-width:760px){
.sw .history{padding:16px}
.sw .heading .ranges{margin-left:0;width:100%}
.sw .chart{padding-left:0}
.sw .chart .scale{z-index:1}
.sw .chart .scale text{text-anchor:start;transform:translate(-48px,-8px)}.sw .chart .scale :is(.zero,.lane),.sw .chart :is(.names,.optional){display:none}
.sw .history .swatches{margin-left:0}
}
@container sw (max-width:360px){.sw .chart .scarce{display:none}}
`.trim();
