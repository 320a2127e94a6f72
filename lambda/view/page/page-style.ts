/** The style of the page: of its frame, and of the parts of its views. */

import { CHARTS_STYLE } from '../charts/charts-style';
import { SHEET_STYLE } from '../controls/silence-sheet';
import { INCIDENTS_STYLE } from '../incidents/incidents-style';
import { BASE_STYLE } from '../parts/style';
import { REPORT_STYLE } from '../report/report-style';
import { DETAILS_STYLE } from '../services/details-style';
import { SERVICES_STYLE } from '../services/services-style';

/** The style of small documents, such as one that unlocks the page: of all pages only the frame. */
export const FRAME_STYLE = `${BASE_STYLE}
body.sw{min-height:100vh;background:var(--page)}
.sw #view>:is(main,header,footer,nav){max-width:1296px;margin:0 auto;padding:0 24px}
.sw #view>main>:is(:last-child,:has(+.below:empty)){margin-bottom:0}.sw .below:empty{display:none}
.sw footer{display:flex;flex-wrap:wrap;gap:8px 16px;padding-top:32px!important;padding-bottom:32px!important;font-size:12px;line-height:16px;color:var(--faint)}
.sw footer a{color:var(--quiet)}
.sw .skip:focus{position:fixed;z-index:3;top:8px;left:8px;width:auto;height:auto;margin:0;padding:10px 16px;clip-path:none;background:var(--card)}.sw #content:target{outline:0}
.sw #lost{position:sticky;top:0;z-index:2;padding:10px 24px;background:var(--down);color:var(--card);font-weight:600}
[data-lost] .sw #view{filter:grayscale(1)}
.sw #answer{position:sticky;top:0;z-index:2;padding:10px 24px;background:var(--text);color:var(--page)}.sw #answer:empty{display:none}

.sw .top{display:flex;align-items:center;gap:8px;min-height:64px;font-size:13px;color:var(--quiet)}
.sw .brand{display:flex;align-items:center;gap:8px;margin-right:16px;font-size:14px;font-weight:600;color:var(--text)}
.sw .brand svg{flex:none;width:20px;height:20px}
.sw .top nav{display:flex;gap:4px}
.sw .top nav a{padding:4px 8px;border-radius:6px;color:var(--quiet)}.sw .top nav a:hover{background:var(--sunk);text-decoration:none}
.sw .top nav [aria-current]{color:var(--text);font-weight:500;background:var(--sunk)}
.sw .top :is(.live,button){white-space:nowrap}.sw .top .more{display:flex;align-items:center;gap:8px;margin-left:auto}
.sw .top .live::before{content:"";display:inline-block;width:6px;height:6px;margin-right:8px;border-radius:50%;background:var(--healthy);vertical-align:2px}
[data-lost] .sw .top .live::before{background:var(--downFill)}
.sw .top .when{color:inherit}
.sw .zone{padding:5px 8px}.sw .zone[disabled]{color:var(--quiet)}.sw #zone-below{display:none}.sw footer button{padding:0;font-size:12px;line-height:16px;box-shadow:none}
.sw #actions span{max-width:18em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.sw #actions svg,.sw .eye svg{flex:none;width:16px;height:16px;fill:none;stroke:currentcolor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.sw #actions summary{padding:5px 11px}

.sw #unlock{width:400px;max-width:calc(100% - 32px);padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--text);box-shadow:0 16px 48px rgb(20 18 14/24%)}
.sw #unlock::backdrop{background:light-dark(#14120e73,#00000099)}
.sw .unlock :is(h1,h2){font-size:20px;line-height:28px;letter-spacing:-.01em}
.sw .unlock .purpose{margin-top:4px;color:var(--quiet)}
.sw .unlock>:is(label,.token){display:block;position:relative;margin-top:16px}.sw .unlock h2+.purpose+label,.sw .unlock h1~label:first-of-type{margin-top:20px}
.sw .unlock label>span:first-child{font-size:13px;font-weight:500}
.sw .unlock :is([type=text],[type=password]){display:block;width:100%;height:40px;margin-top:6px;padding:0 12px;font-size:14px}
.sw .unlock input:focus-visible{border-color:var(--link);border-radius:6px;outline:3px solid color-mix(in srgb,var(--link) 22%,transparent);outline-offset:0}
.sw .unlock .eye{position:absolute;right:1px;bottom:1px;width:40px;height:38px;justify-content:center;color:var(--faint)}.sw .unlock .token input{padding-right:44px}
.sw .unlock .eye[aria-pressed=true]{color:var(--link)}
.sw .unlock input[aria-invalid]{border-color:var(--downFill);outline-color:color-mix(in srgb,var(--downFill) 22%,transparent)}
.sw #wrong{margin-top:6px;font-size:13px;color:var(--down)}.sw #wrong:empty{display:none}
.sw .unlock .remember{display:flex;align-items:flex-start;gap:10px;margin-top:12px}.sw .remember>span:last-child{font-size:14px;font-weight:400}.sw .remember .when{display:block}
.sw .remember input{flex:none;width:18px;height:18px;margin:1px 0 0;accent-color:var(--text)}
.sw .unlock .buttons{display:flex;gap:8px;margin-top:20px}.sw .unlock .buttons button{padding:9px 16px}.sw .unlock .first{flex:1;justify-content:center}
.sw .unlock .where{margin-top:20px;padding-top:16px;border-top:1px solid var(--line);font-size:13px;color:var(--quiet)}.sw .where b{display:block;margin-bottom:2px;font-weight:500;color:var(--text)}
.sw .where code{padding:1px 5px;border-radius:4px;background:var(--sunk);font-size:12px;color:var(--text);white-space:nowrap}
.sw .unlock [hidden]{display:none}
.sw main.locked{max-width:400px;margin:0 auto;padding:12vh 16px 16px}.sw main.locked>*{margin-bottom:16px}
.sw main.locked form{padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
@media (max-width:760px){
.sw #unlock{width:100%;max-width:none;margin:auto 0 0;border-width:1px 0 0;border-radius:16px 16px 0 0;padding:20px 16px 24px}
.sw .unlock :is([type=text],[type=password]){height:44px;font-size:16px}.sw .unlock .eye{width:44px;height:42px}
.sw .unlock .buttons button{min-height:44px}.sw .unlock .remember{min-height:44px}.sw .remember input{width:20px;height:20px}
}

.sw .not-found>*{margin:24px 0}.sw .names{display:flex;flex-wrap:wrap;gap:8px 16px}
`.trim();

const VIEWS = [SERVICES_STYLE, INCIDENTS_STYLE, CHARTS_STYLE, DETAILS_STYLE];

export const PAGE_STYLE = `${[FRAME_STYLE, ...VIEWS].join('\n')}
.sw .filters{display:flex;flex-wrap:wrap;gap:8px;align-items:center;font-size:13px}
.sw .filters select{max-width:16em}
.sw .drop{position:relative}.sw .drop summary{list-style:none;white-space:nowrap}.sw .drop summary::-webkit-details-marker{display:none}
.sw .choices .drop summary{padding:4px 10px;border-radius:6px;color:var(--quiet)}.sw .choices .drop summary:hover{color:var(--text)}
.sw .drop>:not(summary){position:absolute;z-index:3;right:0;top:calc(100% + 8px);display:grid;gap:12px;width:328px;max-width:calc(100cqw - 32px);padding:16px;border:1px solid var(--line);border-radius:10px;background:var(--card);text-align:left;font-size:13px;box-shadow:0 6px 20px rgb(0 0 0/20%)}
.sw .drop :is(label,p){display:grid;grid-template-columns:64px minmax(0,1fr);gap:8px;align-items:center}.sw .drop button{justify-self:end}
.sw .pages{display:flex;gap:16px;padding:12px 0;color:var(--quiet);font-size:13px}
.sw .acts{position:relative}
.sw .acts summary{list-style:none;padding:0 6px;border-radius:6px;color:var(--quiet);text-align:center}.sw .acts summary::-webkit-details-marker{display:none}.sw .acts summary:hover{background:var(--sunk)}
.sw .acts p{position:absolute;z-index:1;right:0;top:calc(100% + 4px);display:flex;flex-wrap:wrap;gap:8px;width:max-content;max-width:80vw;padding:12px;border:1px solid var(--line);border-radius:10px;background:var(--card);box-shadow:0 6px 20px rgb(0 0 0/20%)}
.sw .explore svg{touch-action:pan-y pinch-zoom}
@container sw (max-width:1000px){.sw #actions .wide{display:none}}
@container sw (max-width:760px){
.sw #view>:is(main,header,footer,nav){padding:0 16px}
.sw #view>.top{flex-wrap:wrap;gap:0 8px;min-height:0;padding-right:4px}
.sw .top .more{gap:4px;min-width:0;padding-right:12px}.sw .top :is(.wide,#zone){display:none}
.sw .brand{flex:1;min-width:0;min-height:52px;margin-right:0;overflow-wrap:anywhere}
.sw .top nav{order:3;flex:1 0 100%;margin:0 -4px 0 -16px;padding:0 8px;gap:0;border-bottom:1px solid var(--line)}
.sw .top nav a{padding:10px 8px;border-radius:0;line-height:24px}
.sw .top nav [aria-current]{background:none;box-shadow:inset 0 -2px var(--text)}
.sw :is(a#actions,#actions summary){min-width:44px;min-height:44px;padding:0 12px;border:0;box-shadow:none;background:none}.sw #actions span{max-width:9em}
.sw #actions.locked{margin-right:-12px}.sw #actions.locked span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.sw #actions svg{width:18px;height:18px}
.sw .choices .drop summary{padding:12px 4px}.sw footer{gap:0 16px}.sw footer a{padding:14px 0}.sw footer #zone-below{display:block;font-size:12px;padding:0}
.sw #lost,.sw #answer{padding:10px 16px}
}
@media print{
.sw .top :is(nav,button,form),.sw footer,.sw #lost,.sw search,.sw .acts{display:none}
body.sw{min-height:0;background:#fff}
.sw .top:has(~main .report){display:none}
.sw #view>main:has(.report){max-width:none;padding:0}
}
@media (prefers-reduced-motion:no-preference){.sw #view{transition:filter .3s}}
${SHEET_STYLE}
${REPORT_STYLE}`;
