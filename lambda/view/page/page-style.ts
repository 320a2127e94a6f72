/** The style of the page: that of the view, and of what only the page has. */

import { STYLE } from '../parts/style';

export const PAGE_STYLE = `${STYLE}
.sw .lines-head{color:var(--quiet);font-size:13px;margin:10px 2px 4px}
.sw .lines{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));border:0;border-radius:0;background:none;gap:0 28px}
.sw .line{display:grid;grid-template-columns:14px minmax(0,1fr) 96px clamp(90px,12cqw,180px) 88px;gap:0 10px;align-items:center;min-height:21px;font-size:13px;line-height:20px;border-bottom:1px solid var(--line)}
.sw .aims .line{grid-template-columns:14px minmax(0,1fr) 96px clamp(90px,10cqw,150px) 88px 62px}
.sw .line .ms,.sw .line .budget{white-space:nowrap}
.sw .line .shape{width:11px;height:11px}
.sw .line .name a{color:var(--text)}
.sw .line .ms{text-align:right}
.sw .line .version,.sw .line .note{color:var(--quiet);font-size:12px}
.sw .line .warning{color:var(--unhealthy)}
.sw .tight .service{grid-template-columns:250px minmax(0,1fr) auto;align-items:center;padding:3px 16px}
.sw .tight .reason{font-size:13px}
.sw .tight .figure{white-space:nowrap}
.sw .tight .service :is(.is,.who){display:flex;flex-wrap:wrap;gap:0 10px;align-items:baseline}
.sw .tight .service dl{grid-template-columns:60px clamp(140px,40cqw - 300px,300px)}
.sw .own{margin:0}.sw .own summary{font-weight:400;font-size:14px;color:var(--link)}.sw .own form{margin-top:6px}
.sw .filters input[type=datetime-local]{width:auto}
.sw #zone{font:inherit;color:var(--link);background:none;border:0;padding:0;text-decoration:underline;cursor:pointer}.sw #zone[hidden]{display:none}
.sw .pages{display:flex;gap:14px;padding:8px 2px}
.sw .back a{margin-right:14px}
.sw .filters{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;font-size:14px}
.sw .filters button,.sw select{font:inherit;font-size:14px;padding:5px 10px;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}
.sw select{max-width:16em}
.sw .filters button{cursor:pointer}
.sw select:focus-visible,.sw button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.sw .records .actions{margin-top:4px}
.sw .filters input[type=date]{width:auto}
.sw .timeline li{display:grid;grid-template-columns:9.5em 1fr;gap:12px;padding:5px 0;border-top:1px solid var(--line)}
.sw .timeline li:first-child{border-top:0}
.sw .timeline time{color:var(--quiet);font-size:13px}
.sw .timeline .opened,.sw .timeline .resolved{font-weight:650}
.sw .explore svg{touch-action:pan-y pinch-zoom}
@container sw (max-width:1140px){
.sw .tight .service{grid-template-columns:minmax(0,1fr)}
.sw .tight .service :is(.is,.who){grid-column:1}
.sw .tight .service dl{display:none}
}
@container sw (max-width:900px){
.sw .lines{grid-template-columns:minmax(0,1fr)}
}
@container sw (max-width:560px){
.sw .line,.sw .aims .line{grid-template-columns:14px minmax(0,1fr) 96px 90px;min-height:30px;line-height:29px}
.sw .line .version,.sw .line .budget.enough{display:none}
.sw .line .budget{grid-column:2/-1;line-height:20px}
.sw .timeline li{grid-template-columns:1fr;gap:0}
}`;
