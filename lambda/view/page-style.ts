/** The style of the page: that of the view, and of what only the page has. */

import { STYLE } from './style';

export const PAGE_STYLE = `${STYLE}
.sw .back a{margin-right:14px}
.sw .filters{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;font-size:14px}
.sw .filters button,.sw select{font:inherit;font-size:14px;padding:5px 10px;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}
.sw select{max-width:16em}
.sw .filters button{cursor:pointer}
.sw select:focus-visible,.sw button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.sw .filters input[type=date]{width:auto}
.sw .timeline li{display:grid;grid-template-columns:9.5em 1fr;gap:12px;padding:5px 0;border-top:1px solid var(--line)}
.sw .timeline li:first-child{border-top:0}
.sw .timeline time{color:var(--quiet);font-size:13px}
.sw .timeline .opened,.sw .timeline .resolved{font-weight:650}
@container sw (max-width:560px){
.sw .timeline li{grid-template-columns:1fr;gap:0}
}`;
