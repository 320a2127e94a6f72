/** The styles of a report: on a screen, on a phone, where each row is a card, and on A4. */

export const REPORT_STYLE = `
.sw .report .title{display:flex;flex-wrap:wrap;align-items:flex-start;gap:12px 24px;padding:24px 0}
.sw .report .title p{margin-top:4px;color:var(--quiet)}
.sw .report .title button{white-space:nowrap}.sw .report .title nav{display:flex;gap:8px;margin-left:auto}
.sw .report h2{margin-bottom:12px}
.sw .report .tiles{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));margin-bottom:16px}
.sw .report .tiles>div{padding:16px 20px;border-left:1px solid var(--line)}.sw .report .tiles>div:first-child{border-left:0}
.sw .report dt{font-size:13px;color:var(--quiet)}
.sw .report .value{margin-top:4px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-.015em;white-space:nowrap}
.sw .report .value small{font-size:14px;font-weight:400;letter-spacing:0;color:var(--quiet)}
.sw .report .note{font-size:12px;line-height:16px;color:var(--faint)}
.sw .report .daily{padding:16px 20px;margin-bottom:32px}.sw .report .daily h2{margin-bottom:20px}
.sw .report .daily .count{font-size:12px}
.sw .report .daily svg{width:calc(100% - 60px);margin-left:60px;overflow:visible}
.sw .daily .grid{stroke:var(--line)}.sw .daily .zero{stroke:var(--edge)}
.sw .daily text{font-size:12px;fill:var(--faint)}.sw .daily .scale{text-anchor:end}.sw .daily .at{text-anchor:middle}
.sw .daily .fell{stroke:var(--downFill)}
.sw .daily .few{stroke-width:32px}.sw .daily .month{stroke-width:20px}.sw .daily .many{stroke-width:8px}
.sw .report table{width:100%;border-collapse:collapse;font-size:13px;line-height:20px;overflow-wrap:normal}
.sw .report thead th{padding:10px 0 10px 16px;font-size:12px;line-height:16px;font-weight:400;color:var(--faint);text-align:right;white-space:nowrap}
.sw .report tbody :is(th,td){height:36px;padding:0 0 0 16px;border-top:1px solid var(--line);text-align:right;color:var(--quiet);white-space:nowrap}
.sw .report tr :first-child:is(th){padding-left:20px;text-align:left}.sw .report tr :last-child:is(th,td){padding-right:20px}
.sw .report tbody th{max-width:260px;font-size:14px;font-weight:600;color:var(--text);white-space:normal;overflow-wrap:anywhere}
.sw .report tbody th a{color:inherit}
.sw .report .uptime>span{display:inline-flex;align-items:center;font-variant-numeric:tabular-nums}
.sw .report .uptime strong{font-weight:500;color:var(--text)}.sw .report .uptime.missed strong{color:var(--down)}
.sw .report .uptime .icon{width:12px;height:12px;margin-right:6px}
.sw .report .aim{width:64px;text-align:left;white-space:pre;color:var(--faint)}
.sw .report .budget{display:inline-flex;align-items:center;gap:8px}
.sw .report .budget svg{width:56px;height:6px}.sw .report .budget .figure{min-width:44px}
.sw .report .whole{fill:var(--sunk)}.sw .report .part{fill:var(--grey)}
.sw .report .missed .part{fill:var(--downFill)}.sw .report .budget.missed .figure{color:var(--down)}
.sw .report .course{width:208px}.sw .report .course .strip{width:186px;margin-left:auto}
.sw .report .ends{display:flex;justify-content:space-between;width:186px;margin-left:auto}
.sw .report .nothing{color:var(--faint)}
.sw .report .bottom{display:grid;grid-template-columns:minmax(0,1fr) 336px;gap:24px;margin-top:32px}
.sw .report .longest{padding:6px 20px}
.sw .report .longest li{display:grid;grid-template-columns:104px minmax(64px,1fr) minmax(0,3fr) 96px;gap:0 16px;padding:8px 0;font-size:13px}
.sw .report .longest li+li{border-top:1px solid var(--line)}
.sw .report .longest time{color:var(--faint)}.sw .report .longest .figure{text-align:right}.sw .report .longest .what{color:var(--quiet)}
.sw .report .notes{font-size:12px;line-height:18px;color:var(--quiet)}.sw .report .notes h2{color:var(--text)}.sw .report .notes p+p{margin-top:8px}
@media screen{
@container sw (max-width:1200px){
.sw .report thead th,.sw .report tbody :is(th,td){padding-left:10px}
.sw .report .course{width:140px}.sw .report .course :is(.strip,.ends){width:124px}
.sw .report .budget svg{width:32px}
}
@container sw (max-width:1000px){
.sw .report .p50{display:none}
.sw .report .course{width:104px}.sw .report .course :is(.strip,.ends){width:92px}
.sw .report tbody th{min-width:116px}
.sw .report .tiles{grid-template-columns:repeat(2,minmax(0,1fr))}
.sw .report .tiles>div{padding:12px 16px;border-left:0;border-top:1px solid var(--line)}
.sw .report .tiles>div:first-child{grid-column:1/-1;border-top:0}
.sw .report .tiles>div:nth-child(odd):not(:first-child){border-left:1px solid var(--line)}
.sw .report .bottom{grid-template-columns:minmax(0,1fr)}
}
@container sw (max-width:860px){.sw .daily .few{stroke-width:24px}.sw .daily .month{stroke-width:14px}.sw .daily .many{stroke-width:5px}.sw .report .budget svg{display:none}.sw .report .aim{width:56px}.sw .report tr>:nth-last-child(2){padding-right:16px}}
@container sw (max-width:740px){
.sw .report .title{padding:16px 0}.sw .report .title nav{flex-wrap:wrap;margin-left:0;width:100%}
.sw .report .daily,.sw .report .longest{padding-left:16px;padding-right:16px}
.sw .daily .second{display:none}
.sw .daily .few{stroke-width:16px}.sw .daily .month{stroke-width:5px}.sw .daily .many{stroke-width:2px}
.sw .report :is(table,tbody){display:block}.sw .report thead{display:none}
.sw .report tbody tr{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:4px 24px;padding:12px 16px}
.sw .report tbody tr+tr{border-top:1px solid var(--line)}
.sw .report tbody :is(th,td){display:flex;justify-content:space-between;gap:8px;height:auto;max-width:none;padding:0!important;border:0}
.sw .report tbody :is(th,.course,.budget-used){grid-column:1/-1}.sw .report tbody .course{display:block;width:auto}.sw .report .course .strip{width:100%}
.sw .report tbody .uptime{grid-column:1/-1}
.sw .report tbody .p50{display:flex}.sw .report .budget svg{display:block}
.sw .report td[data-label]::before{content:attr(data-label);color:var(--faint)}
.sw .report .aim{width:auto}.sw .report .budget svg{width:72px}.sw .report .budget .figure{min-width:0}
.sw .report .longest li{grid-template-columns:minmax(0,1fr) auto}
.sw .report .longest time{grid-row:2;grid-column:1}.sw .report .longest .what{grid-row:3;grid-column:1/-1}.sw .report .longest .figure{grid-row:1;grid-column:2}
}
}
@media print{
@page{size:A4;margin:12mm}
.sw .report{font-size:10.5px;line-height:15px}
.sw .report .title nav{display:none}
.sw .report .title{padding:0 0 12px}.sw .report h1{font-size:20px;line-height:26px}.sw .report h2{font-size:11px;line-height:15px;margin-bottom:6px}
.sw .report .card{border-radius:6px}
.sw .report .tiles{margin-bottom:10px}.sw .report .tiles>div{padding:10px 12px}
.sw .report dt{font-size:10px}.sw .report .value{font-size:17px;line-height:22px;margin-top:0}.sw .report .value small{font-size:11px}.sw .report .note{font-size:9.5px;line-height:13px}
.sw .report .daily{padding:10px 12px;margin-bottom:14px;break-inside:avoid}.sw .report .daily h2{margin-bottom:14px}
.sw .daily text,.sw .report .daily .count{font-size:9.5px}
.sw .daily .month{stroke-width:14px}.sw .daily .many{stroke-width:5px}
.sw .report table{font-size:10px;line-height:14px}.sw .report tbody tr{break-inside:avoid}.sw .report tbody :is(th,td){height:28px}.sw .report .worst tbody :is(th,td){height:21px}
.sw .report thead th{padding:6px 0 6px 7px;font-size:9px;line-height:12px}
.sw .report tbody :is(th,td){padding-left:7px}.sw .report tbody th{min-width:96px;max-width:132px;font-size:10.5px}
.sw .report tr :first-child:is(th){padding-left:12px}.sw .report tr :last-child:is(th,td){padding-right:12px}
.sw .report .uptime .icon{width:9px;height:9px;margin-right:3px}.sw .report .aim{width:44px}
.sw .report .budget{gap:4px}.sw .report .budget svg{width:30px;height:5px}.sw .report .budget .figure{min-width:30px}
.sw .report .course{width:auto}.sw .report .course :is(.ends,.strip){width:108px}
.sw .report .bottom{grid-template-columns:minmax(0,1fr) 200px;gap:12px;margin-top:14px}
.sw .report .longest{padding:4px 12px}.sw .report .longest li{grid-template-columns:76px minmax(48px,1fr) minmax(0,4fr) 64px;gap:0 8px;padding:4px 0;font-size:10px;break-inside:avoid}
.sw .report .longest .what{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.sw .report .notes{font-size:9px;line-height:13px}.sw .report .notes p+p{margin-top:4px}
}
`.trim();
