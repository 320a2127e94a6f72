/**
 * The style of the wallboard: dark, and all on one screen, whatever its size. Lengths are in `--u`, a pixel of a screen of 1920 by
 * 1080, or of 1080 by 1920.
 */

import { BANDS, GAPS, ROOMS, SIZES, SQUARE_COLUMNS } from './wall-plan';

const COLUMNS = [...Array.from({ length: 14 }, (_, index) => index + 1), ...SQUARE_COLUMNS];
const MOST_ROWS = 60;

/** Each number of columns and of rows has a rule of its own: the page's style is fixed, so that nothing else can add a rule. */
function placesOn(screen: 'wide' | 'high'): string {
  const small = `:is(.${screen}-small,.${screen}-tiny)`;
  return [
    ...COLUMNS.map((columns) => `.wall .${screen}-c${columns}{grid-template-columns:repeat(${columns},minmax(0,1fr))}`),
    ...Array.from({ length: MOST_ROWS }, (_, index) => `.wall .${screen}-r${index + 1}{--rows:${index + 1}}`),
    ...SIZES.flatMap((size) => [
      `.wall .${screen}-${size}{gap:calc(${GAPS[size]}*var(--u))}`,
      ...BANDS.map(
        (band) =>
          `.wall .${band}s.${screen}-${size}{--share:${ROOMS[size][band].least};--name:max(11px,calc(${ROOMS[size][band].letters}*var(--u)))}`,
      ),
    ]),
    `.wall .${screen}-giant{--text-size:28;--reason:36;--bars:56}`,
    `.wall .${screen}-huge{--text-size:24;--reason:28;--bars:36}`,
    `.wall .${screen}-large{--reason:24}`,
    `.wall .${screen}-medium{--bars:14}`,
    `.wall .${screen}-medium .tile{padding:calc(5*var(--u)) .7em}.wall .${screen}-medium .tile-why{-webkit-line-clamp:1;margin-top:0}.wall .${screen}-medium .tile-clue{display:none}.wall .${screen}-medium .tile-foot{padding-top:.1em}`,
    `.wall ${small} .tile{padding:0 .6em;justify-content:center}.wall ${small} :is(.tile-why,.tile-clue,.tile-foot){display:none}.wall ${small} .named{line-height:1.15}.wall ${small} strong{font-weight:500}`,
    `.wall .${screen}-tiny .tile{border-radius:calc(6*var(--u))}.wall .${screen}-tiny .named .figure{display:none}`,
  ].join('\n');
}

export const WALL_STYLE = `
body.wall{height:100vh;min-height:0;overflow:hidden;--u:min(100vw/1920,100vh/1080)}
.wall #lost{position:fixed;left:0;right:0}
.wall #view{height:100vh;padding:calc(32*var(--u));display:flex;flex-direction:column;gap:calc(24*var(--u));overflow:hidden;line-height:1.35}
.wall #view>:is(main,header){max-width:none;width:100%;margin:0;padding:0}
.wall .head{display:flex;flex-wrap:wrap;align-items:center;gap:0 calc(24*var(--u));min-height:calc(72*var(--u));color:var(--quiet);font-size:max(12px,calc(24*var(--u)))}
.wall h1{gap:calc(24*var(--u));color:var(--text);font-size:max(22px,calc(56*var(--u)));line-height:1.15;letter-spacing:-.025em}
.wall h1 .icon{width:max(22px,calc(56*var(--u)));height:max(22px,calc(56*var(--u)))}.wall h1 .l{stroke:var(--page)}
.wall .right{display:flex;align-items:center;gap:calc(24*var(--u));margin-left:auto;text-align:right}
.wall .right p>span{display:block;font-size:max(11px,calc(20*var(--u)));white-space:nowrap}
.wall .clock{font-size:max(22px,calc(56*var(--u)));line-height:1.15;font-weight:600;letter-spacing:-.02em;color:var(--text)}
.wall :is(main,.bands){flex:1;min-height:0;display:flex;flex-direction:column;gap:calc(12*var(--u))}
.wall .tiles{display:grid;grid-auto-rows:minmax(0,1fr);min-height:0;flex:calc(var(--rows)*var(--share)) 1 0;--text-size:20;--reason:20;--bars:28}
.wall .fixed{flex:none;grid-auto-rows:calc(44*var(--u))}
.wall .tile{display:flex;flex-direction:column;min-width:0;overflow:hidden;padding:.7em .9em;border:1px solid var(--line);border-radius:calc(12*var(--u));background:var(--card);font-size:max(11px,calc(var(--text-size)*var(--u)))}
.wall .named{display:flex;align-items:center;gap:.45em;flex:none;font-size:var(--name);line-height:1.3}
.wall .named .icon{width:.85em;height:.85em}
.wall .named strong{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;letter-spacing:-.01em}
.wall .named .figure{margin-left:auto;padding-left:.5em;font-size:.86em;color:var(--quiet)}
.wall .tile :is(.tile-why,.tile-clue){flex:none;overflow:hidden;text-overflow:ellipsis}
.wall .tile-why{margin-top:.2em;color:var(--text);display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.wall .tile.down .tile-why{font-size:max(11px,calc(var(--reason)*var(--u)))}
.wall .tile-clue{color:var(--quiet);white-space:nowrap}
.wall .tile-foot{display:flex;align-items:flex-end;gap:1em;margin-top:auto;padding-top:.4em;min-height:0}
.wall .tile-foot .strip{flex:1;min-width:0;max-width:calc(960*var(--u));height:calc(var(--bars)*var(--u));max-height:100%}
.wall .tile-foot .figure{min-width:4em;margin-left:auto;text-align:right;color:var(--quiet);line-height:1.2}
.wall .tile.down:not(.notable){background:#33191b;border-color:#6e3233}.wall .tile.down:not(.notable) .l{stroke:#33191b}
.wall .tile.down:not(.notable) .bar.healthy{stroke:#5b6f61}
.wall .tile.down .named .figure{font-weight:600;color:#ffc2bd}.wall .tile.down .tile-clue{color:#e0bdbb}.wall .tile.down .tile-foot .figure{color:#e9cfcd}
.wall .tile.notable:is(.degraded,.recovering){background:#272014;border-color:#4f3f20}
.wall .squares{gap:calc(4*var(--u));flex:1 1 0}
.wall .squares li{min-width:0;border-radius:calc(3*var(--u));background:var(--fill)}.wall .squares .healthy{background:var(--calm)}.wall .squares .minor.down{background:var(--grey)}
@media (orientation:landscape){
${placesOn('wide')}
}
@media (orientation:portrait){
body.wall{--u:min(100vw/1080,100vh/1920)}
.wall .head>p{order:3;flex:1 0 100%}
${placesOn('high')}
}`.trim();
