/** The style of the page of a service. */

export const DETAILS_STYLE = `
.sw .path{padding-top:16px;font-size:13px;color:var(--quiet)}.sw .path a{color:inherit}
.sw .title{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px 24px;align-items:center;padding:8px 0 24px}
.sw .title>:is(.about,.related,.why){grid-column:1/-1}.sw .related{font-size:13px;color:var(--quiet)}.sw .related .state{gap:4px}.sw .title .why{padding:0}
.sw .title .acting{grid-area:1/2}
.sw .title h1{min-width:0}.sw .title h1 .icon{width:24px;height:24px}
.sw .acting{display:flex;flex-wrap:wrap;gap:8px}
.sw .acting :is(button,.button){white-space:nowrap}
.sw .about{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;font-size:13px;color:var(--quiet)}
.sw .about .address{font:12px/20px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:inherit}

.sw .stats{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.15fr) minmax(0,1.4fr) minmax(0,1.15fr);gap:16px;margin-bottom:16px}
.sw .stat{display:flex;flex-direction:column;min-height:124px;padding:16px 20px;min-width:0}
.sw .stat h2{font-size:13px;font-weight:400;color:var(--quiet)}
.sw .stat .value{display:flex;flex-wrap:wrap;gap:0 24px;margin:8px 0 4px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-.015em;white-space:nowrap}
.sw .stat .value.budget{gap:0 4px;align-items:baseline}.sw .stat .value.none{color:var(--quiet)}
.sw .stat:is(.down,.degraded,.recovering) .word,.sw .stat .spent{color:var(--state,var(--down))}.sw .stat .low{color:var(--degraded)}
.sw .stat small{font-size:14px;font-weight:400;letter-spacing:0;color:var(--quiet)}
.sw .stat .under{margin-top:auto;padding-top:4px;font-size:13px;color:var(--quiet)}.sw .stat .under .since{font-size:13px}
.sw .stat .meter{margin:0 0 4px}.sw .stat .meter.spent .part{fill:var(--downFill)}.sw .stat .meter.low .part{fill:var(--degradedFill)}
.sw .uptimes{display:grid;flex:1;grid-template-columns:repeat(4,auto);justify-content:space-between;gap:8px;margin-top:8px!important}
.sw .uptimes div{display:flex;flex-direction:column-reverse;justify-content:space-between}
.sw .uptimes dt{font-size:13px;color:var(--quiet)}
.sw .uptimes dd{font-size:16px;line-height:32px;font-weight:600;letter-spacing:-.01em;white-space:nowrap;font-variant-numeric:tabular-nums}

.sw .of-service>section,.sw .of-service>.two{margin-bottom:32px}
.sw .two{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:24px}
.sw .two>section{display:flex;flex-direction:column}
.sw .box{flex:1;padding:16px 20px;min-width:0}
.sw .box .reason{margin-top:4px}
.sw .waterfall{width:100%;color:var(--text);margin-top:8px;border-collapse:collapse;font-size:13px}
.sw .waterfall :is(th,td){padding:0}
.sw .waterfall th{width:72px;font-weight:400;text-align:left;color:var(--quiet);white-space:nowrap}
.sw .waterfall .time{width:68px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.sw .waterfall .phase{fill:var(--plan)}.sw .waterfall .longest{fill:var(--data)}
.sw .waterfall .total>*{padding-top:12px;border-top:1px solid var(--line);color:var(--text);font-weight:600}
.sw .waterfall tr:nth-last-child(2) td{padding-bottom:12px}
.sw pre{margin:0;white-space:pre-wrap;font:12px/20px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--quiet)}
.sw pre b{font-weight:500;color:var(--text)}
.sw .facts div.card,.sw .facts dl div{min-width:0}
.sw .facts dl>div{display:grid;grid-template-columns:144px minmax(0,1fr);gap:12px;padding:4px 0;font-size:13px}
.sw .facts dt{color:var(--quiet)}
.sw .changes{margin-top:8px!important;font-size:13px;color:var(--quiet)}.sw .changes li{padding:2px 0}
.sw .fields div{display:grid;grid-template-columns:9.5em minmax(0,1fr);gap:12px;padding:3px 0}.sw .fields dt{color:var(--quiet)}
@container sw (max-width:900px){
.sw .stats{grid-template-columns:repeat(2,minmax(0,1fr))}
}
@container sw (max-width:760px){
.sw .title{padding-bottom:16px}
.sw .title{grid-template-columns:minmax(0,1fr)}
.sw .title .acting{grid-area:auto/1;margin-top:8px}
.sw .stats{gap:12px}.sw .stat{min-height:112px;padding:12px 16px}
.sw .stat.wide{grid-column:1/-1;min-height:0}
.sw .stat .value{gap:0 16px;font-size:20px;line-height:28px}
.sw .stat .pair small{display:block;font-size:13px;line-height:16px}
.sw .two{grid-template-columns:minmax(0,1fr)}
.sw .box{padding:16px}
.sw .facts dl>div{grid-template-columns:minmax(0,1fr);gap:0}
}
@media print{.sw :is(.acting,.ranges,.readout,[data-copies]){display:none}}
@container sw (max-width:340px){.sw .stat .value{font-size:16px}.sw .uptimes dd{font-size:14px}}
`.trim();
