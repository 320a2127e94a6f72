/** The style of the public page: light and dark, from a phone to a screen, and on paper. */

import { COLOR_VARIABLES } from '../../view/parts/colors';
import { STRIP_STYLE } from './day-strip';

export const PUBLIC_STYLE = `
:root{${COLOR_VARIABLES};color-scheme:light dark;background:var(--page);color:var(--text);
font:14px/20px ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
*{box-sizing:border-box}
body{max-width:928px;margin:0 auto;padding:0 24px}
h1,h2,h3,p,ul,ol{margin:0;padding:0}ul,ol{list-style:none}
a{color:var(--link)}:is(a,summary,.days):focus-visible{outline:2px solid var(--link);outline-offset:3px;border-radius:3px}
time{white-space:nowrap;font-variant-numeric:tabular-nums}
.quiet{color:var(--quiet)}
.marks{position:absolute}.mark{flex:none;width:16px;height:16px}.l{fill:none;stroke:var(--card);stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.m-available{fill:var(--healthy)}.m-degraded{fill:var(--degradedFill)}.m-down,.m-partly_down{fill:var(--downFill)}.m-maintenance{fill:var(--link)}.m-unknown{fill:var(--quiet)}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;min-height:80px;padding:16px 0}
.brand{display:flex;align-items:center;gap:12px;margin-right:auto;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em}
.brand img{height:40px;max-width:200px;object-fit:contain}
.top a{font-size:13px}.button{display:flex;align-items:center;gap:6px;font-weight:500;color:var(--text);background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:5px 11px;text-decoration:none}
.button svg{fill:none;stroke:var(--quiet);stroke-width:1.5;stroke-linecap:round}
.now,.card{background:var(--card);border:1px solid var(--line);border-radius:10px}
.now{display:flex;gap:16px;padding:20px 24px;margin-bottom:40px}
.now.bad{background:var(--alarm);border-color:var(--alarmLine)}.now.bad .l{stroke:var(--alarm)}
.now .mark{width:28px;height:28px;margin-top:2px}
h1{font-size:24px;line-height:32px;font-weight:600;letter-spacing:-.02em}
h2{font-size:16px;line-height:24px;font-weight:600;margin-bottom:12px}h2 span{margin-left:6px;font-weight:400}
h3{display:flex;flex-wrap:wrap;gap:0 8px;font-size:16px;line-height:24px;font-weight:600}
h3 .mark{margin-top:4px}h3 b{flex:1;font-weight:600}.when{font-size:13px;font-weight:400;color:var(--quiet)}
#stale{margin-bottom:16px;padding:10px 16px;border-radius:10px;background:var(--down);color:var(--card);font-weight:600}
[hidden]{display:none!important}
section{margin-bottom:40px}.group{margin-bottom:32px}
.inc{padding:16px 24px 20px}.inc+.inc{margin-top:12px}.inc .ups{margin-top:12px;padding-left:24px}
.ups li{display:grid;grid-template-columns:104px minmax(0,1fr) auto;gap:16px;padding:4px 0}.ups li:not(:first-child){color:var(--quiet)}
.ups b{font-weight:500;color:var(--text)}.ups time{font-size:13px;color:var(--quiet)}
.inc p{padding-left:24px;color:var(--quiet)}
.rows{padding:0 24px}.rows li{padding:14px 0}.rows li+li{border-top:1px solid var(--line)}
.t{display:flex;gap:16px;margin-bottom:8px}.t b{flex:1;min-width:0;font-weight:600}
.state{display:flex;align-items:center;gap:8px;color:var(--quiet);white-space:nowrap}.down,.partly_down{color:var(--down);font-weight:500}.degraded{color:var(--degraded);font-weight:500}
.days{display:block;width:100%;height:30px;fill:none;touch-action:pan-y}.days rect{height:30px;pointer-events:all}.cursor{fill:var(--text);opacity:.16}
.axis{display:flex;align-items:center;gap:12px;margin-top:8px;font-size:12px;line-height:16px;color:var(--quiet)}
.axis b{flex:1;display:flex;align-items:center;gap:12px;font-weight:500;font-variant-numeric:tabular-nums;white-space:nowrap}
.axis b::before,.axis b::after{content:"";flex:1;height:1px;background:var(--line)}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:-16px 0 40px;font-size:12px;line-height:16px;color:var(--quiet)}
.legend li{display:flex;align-items:center;gap:6px}.swatch{width:9px;height:14px}
${STRIP_STYLE}
#tip{position:absolute;z-index:1;padding:4px 8px;border-radius:6px;background:var(--text);color:var(--card);font-size:12px;line-height:16px;white-space:nowrap;pointer-events:none}
.past{padding:4px 24px}.past li.day{display:grid;grid-template-columns:88px minmax(0,1fr);gap:0 16px;padding:12px 0;border-top:1px solid var(--line)}
.past li.day:first-child,.past li.same{border-top:0}.past li.same{padding-top:0}.past li.same>time{visibility:hidden}
.day>time{font-size:13px;color:var(--quiet)}.day p{color:var(--quiet)}.day b{font-weight:600}.past .ups{margin-top:4px}.past .ups li{padding:2px 0}.past .ups b{font-weight:500}
.more{margin-top:12px}summary{font-size:13px;color:var(--link);cursor:pointer;margin-bottom:12px}
footer{display:flex;flex-wrap:wrap;gap:8px 16px;padding-bottom:48px;font-size:12px;line-height:16px;color:var(--quiet)}footer span{margin-right:auto}footer a{color:var(--quiet)}
@media(max-width:700px){body{padding:0 16px}.top{min-height:64px;padding:12px 0}.opt{display:none}.now{gap:12px;padding:16px;margin-bottom:32px}.now .mark{width:24px;height:24px}
h1{font-size:20px;line-height:28px}section{margin-bottom:32px}.inc{padding:16px}.rows,.past{padding:0 16px}.past{padding:4px 16px}
h3 .when{flex-basis:100%;padding-left:24px}.ups li{grid-template-columns:minmax(0,1fr) auto;gap:0 12px;padding:6px 0}.ups li span{grid-area:2/1/auto/-1}.inc .ups{padding-left:24px}
.past li.day{grid-template-columns:minmax(0,1fr)}.past li.same>time{display:none}footer{padding-bottom:32px}footer span{flex-basis:100%}}
@media print{:root{color-scheme:light}.card,.rows li{break-inside:avoid}.button{display:none}}
`.trim();
