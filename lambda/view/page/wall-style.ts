/** The style of the wallboard. All services fit on a screen of 1920 by 1080, and on any other without scrolling. */

/** The most services whose tiles have room for a name; with more, each is a square. */
export const MOST_NAMED = 250;

/** The ratio of a tile's width to its height, by the number of services: the lower a tile, the more of its width a name takes. */
const ASPECTS = [
  [120, 3],
  [MOST_NAMED, 5],
] as const;
/** The size of the screen below the headline, in pixels. */
const WIDTH = 1_880;
const HEIGHT = 950;

/** The possible numbers of columns, each with a rule of its own: the page's style is fixed, so that nothing else can add a rule. */
const COLUMNS = [...Array.from({ length: 18 }, (_, index) => index + 1), 30, 40, 50, 64, 80, 100, 144];

/** The number of columns for a number of services. */
export function columnsFor(services: number): number {
  const aspect = ASPECTS.find(([most]) => services <= most)?.[1] ?? 1;
  const wanted = Math.sqrt((services * WIDTH) / HEIGHT / aspect);
  return COLUMNS.find((columns) => columns >= wanted) ?? COLUMNS.at(-1) ?? 1;
}

const COLUMN_RULES = COLUMNS.map(
  (columns) => `.sw .c${columns}{grid-template-columns:repeat(${columns},minmax(0,1fr))}`,
).join('');

export const WALL_STYLE = `
body.wall{height:100vh;overflow:hidden}
.wall #lost{position:fixed;left:0;right:0}
.wall #view{height:100vh;display:flex;flex-direction:column}
.wall #view>*{max-width:none;width:100%;margin:0;padding:0 20px}
.wall .summary{display:flex;flex-wrap:wrap;align-items:center;gap:6px 28px;padding:14px 20px 12px !important}
.wall h1{font-size:max(26px,2vw)}.wall h1 .shape{width:max(24px,1.8vw);height:max(24px,1.8vw)}
.wall .beginnings,.wall .chips{margin:0}.wall .when{margin-left:auto}
.wall .beginnings,.wall .chips li,.wall .when{font-size:max(13px,.85vw)}
.wall main{flex:1;min-height:0;display:flex;flex-direction:column;padding-bottom:16px !important}
.wall main>*{margin:0 0 10px}
.wall main>.tiles{flex:1;min-height:0;display:grid;grid-auto-rows:minmax(0,1fr);gap:5px;margin:0}
.wall .tiles.squares{gap:2px}
.wall .tiles a{display:block;height:100%;min-height:0;overflow:hidden;border-radius:6px;color:var(--text);background:var(--card);aspect-ratio:auto}
.wall .squares a{border-radius:2px;background:var(--calm)}
.wall .tile a{padding:.3em .6em;border-left:.4em solid var(--calm);display:flex;flex-direction:column;justify-content:center;text-decoration:none}
.wall .tile a:focus-visible,.wall .squares a:focus-visible{outline-offset:-3px}
.wall .tile:not(.healthy) a{border-color:var(--state)}
.wall .tile:is(.down,.degraded,.recovering):not(.minor) a{background:color-mix(in srgb,var(--state) 24%,var(--page))}
.wall .tile :is(strong,span){display:block;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;line-height:1.25}
.wall .tile strong{font-weight:500}
.wall .tile span{font-size:.86em;color:var(--text)}
.wall .tile .shape{display:inline-block;width:.85em;height:.85em;vertical-align:-.08em;color:var(--state);margin-right:.3em}
.wall .tiles.huge{font-size:max(13px,1.7vw)}.wall .tiles.large{font-size:max(13px,1.15vw)}.wall .tiles.medium{font-size:max(12px,.9vw)}.wall .tiles.small{font-size:max(11px,.75vw)}.wall .small a{padding:0 .4em}.wall .small :is(strong,span){line-height:1.15}
${COLUMN_RULES}
@container sw (max-width:1000px){
.wall .tiles:is(.medium,.small) a{padding:0 2px;font-size:0;border-left-width:4px}
.wall .tiles:is(.medium,.small) .shape{width:10px;height:10px;margin:0 auto}
.wall .tiles:is(.medium,.small){gap:2px}
}`.trim();
