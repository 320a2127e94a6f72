/** The style of the page: the style of the view, and of the parts that only the page has. */

import { STYLE } from '../parts/style';
import { WALL_STYLE } from './wall-style';

export const PAGE_STYLE = `${STYLE}
.sw .lines{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 28px}.sw .services+.lines{margin-top:10px}
.sw .line{display:grid;grid-template-columns:14px minmax(0,1fr) 56px clamp(90px,10cqw,150px) 78px;gap:0 10px;align-items:center;min-height:21px;font-size:13px;line-height:20px;border-bottom:1px solid var(--line)}
.sw .aims .line{grid-template-columns:14px minmax(0,1fr) 56px 90px 78px 62px}
.sw .line .ms,.sw .line .budget{white-space:nowrap}
.sw .line .shape{width:11px;height:11px}
.sw .line .name a{color:var(--text)}
.sw .line .ms{text-align:right}
.sw .line .version,.sw .line .note{color:var(--quiet);font-size:12px}
.sw .line .warning{color:var(--unhealthy)}
.sw .own{margin:0}.sw .own summary{font-weight:400;font-size:13px;color:var(--link)}.sw .own form{margin-top:6px}
.sw .filters input[type=datetime-local]{width:auto}
.sw .bar{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:center;padding-top:14px !important;font-size:13px}
.sw .bar strong{font-size:14px;color:var(--text)}.sw .bar a[href="/incidents"]{margin-left:auto;color:var(--quiet)}
.sw #zone,.sw #name,.sw #copy-story,.sw .actions button,.sw .acts button{font:inherit;font-size:13px;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:7px;padding:3px 11px;cursor:pointer}
.sw #name{max-width:14em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sw #who{max-width:360px;padding:20px;border:1px solid var(--line);border-radius:10px;background:var(--card);color:var(--text)}.sw #who label{font-weight:600}.sw #who input{width:100%;margin:8px 0;font-size:16px}.sw #who p{margin:0 0 12px}
.sw #zone[disabled]{border-color:transparent;color:var(--quiet);cursor:default}
.sw .acts{margin:0}.sw .acts summary{list-style:none;padding:2px 8px;border-radius:6px;color:var(--quiet)}.sw .acts summary::-webkit-details-marker{display:none}.sw .acts summary:hover{background:var(--line)}
.sw .acts p{position:absolute;z-index:1;right:12px;top:calc(100% - 4px);display:flex;gap:8px;padding:10px;border:1px solid var(--line);border-radius:10px;background:var(--card);box-shadow:0 6px 20px #0003}
.sw #act:not(:has([type=password])){display:none}
.sw #answer{position:sticky;top:0;z-index:2;padding:10px 24px;background:var(--text);color:var(--page)}.sw #answer:empty{display:none}
.sw .login{max-width:360px;margin:0 auto;padding:14vh 20px 20px}.sw .login>*{margin:0 0 18px}
.sw .login form{display:grid;gap:8px;padding:20px;border:1px solid var(--line);border-radius:10px;background:var(--card)}
.sw .login label{font-weight:600}.sw .login input{width:100%;padding:8px 10px;font-size:16px}
.sw .login button{font:inherit;font-weight:600;padding:8px;margin-top:6px;color:var(--card);background:var(--text);border:0;border-radius:8px;cursor:pointer}
.sw #wrong{color:var(--error);font-weight:600}
.sw .bar form{margin:0}.sw .bar form button{font:inherit;padding:0;border:0;background:none;color:var(--quiet);text-decoration:underline;cursor:pointer}
.sw .pages{display:flex;gap:14px;padding:8px 2px}
.sw .back a{margin-right:14px}
.sw .filters{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;font-size:13px}
.sw .filters button,.sw select{font:inherit;font-size:13px;padding:3px 10px;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}
.sw select{max-width:16em}
.sw .filters button{cursor:pointer}
.sw select:focus-visible,.sw button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.sw .records .actions{margin-top:4px}
.sw .filters input[type=date]{width:auto}
.sw .timeline li{display:grid;grid-template-columns:9.5em 1fr;gap:12px;padding:5px 0;border-top:1px solid var(--line)}
.sw .timeline li:first-child{border-top:0}
.sw .timeline time{color:var(--quiet);font-size:13px}
.sw .timeline .is-opened,.sw .timeline .is-resolved{font-weight:650}
.sw .explore svg{touch-action:pan-y pinch-zoom}
.sw .paste{margin-top:18px}.sw .paste textarea{box-sizing:border-box;width:100%;margin-top:8px;padding:10px;font:12px/1.5 ui-monospace,monospace;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:8px}
@container sw (max-width:900px){
.sw .lines{grid-template-columns:minmax(0,1fr)}
}
@container sw (max-width:560px){
.sw .line,.sw .aims .line{grid-template-columns:14px minmax(0,1fr) 56px 90px;min-height:30px;line-height:29px}
.sw .line .version,.sw .line .budget.enough{display:none}
.sw .line .budget{grid-column:2/-1;line-height:20px}
.sw .timeline li{grid-template-columns:1fr;gap:0}
}
${WALL_STYLE}`;
