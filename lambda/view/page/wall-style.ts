/**
 * The style of the wallboard, beside that of the page. All lengths are in em and follow the screen: 1em is 20 pixels of 1920 by 1080, or
 * of 1080 by 1920.
 */
export const WALL_STYLE = `
body.wall{--u:min(100vw/1920,100vh/1080);font-size:max(11px,calc(20*var(--u)));line-height:1.35}
@media (orientation:portrait){body.wall{--u:min(100vw/1080,100vh/1920)}.wall .head>p{order:3;flex:1 0 100%}}
.wall #lost{position:fixed;left:0;right:0}
.wall #view{display:flex;flex-direction:column;gap:1em;min-height:100vh;padding:1.6em}
.wall #view>:is(main,header){width:100%;max-width:none;margin:0;padding:0}
.wall .head{display:flex;flex-wrap:wrap;align-items:center;gap:0 1em;color:var(--quiet);font-size:1.2em}
.wall :is(h1,.clock){font-size:2.3em;line-height:1.15;font-weight:600;letter-spacing:-.02em;color:var(--text)}
.wall h1{gap:.4em}.wall h1 .icon{width:1em;height:1em}.wall h1 .l{stroke:var(--page)}
.wall .right{display:flex;align-items:center;gap:1em;margin-left:auto;text-align:right}
.wall .right p>span{display:block;font-size:.85em;white-space:nowrap}
.wall main{flex:1;display:flex;flex-direction:column;gap:.8em}
.wall .tiles{flex:1 0 auto;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,var(--least)),1fr));grid-auto-rows:1fr;gap:.6em}
.wall .tiles:has(.notable){flex:none}
.wall .large{--least:28em;--name:2.2em;--why:1.4em;--bars:1.8em}
.wall .medium{--least:17em;--name:1.3em;--why:1.1em;--bars:1.2em}
.wall .small{--least:14.5em;--name:.9em;--why:.8em}.wall .small:not(:has(.healthy)){--least:16.4em}
.wall .tile{min-width:0;overflow:hidden;display:flex;flex-direction:column;padding:.3em .8em;border:1px solid var(--line);border-radius:.5em;background:var(--card)}
.wall .large .tile{padding:.8em 1.2em}.wall .small .tile{justify-content:center}
.wall .tile.down:not(.notable){background:var(--alarm);border-color:var(--downFill)}.wall .tile.notable:is(.degraded,.recovering){background:var(--warn)}
.wall .named{display:flex;align-items:center;gap:.4em;font-size:var(--name)}
.wall .named .icon{width:.85em;height:.85em}
.wall .named strong{min-width:0}
.wall :is(.small strong,.name strong,.tile-why,.tile-clue){overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wall .named .figure{margin-left:auto;padding-left:.4em;font-size:.86em;color:var(--quiet)}.wall .tile.down .figure{font-weight:600;color:var(--down)}
.wall .tile-why{font-size:var(--why)}.wall .tile-why::first-letter{text-transform:uppercase}.wall .large .tile-why{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal}
.wall .tile-clue{color:var(--quiet)}
.wall .tile .strip{height:var(--bars);margin-top:auto}
.wall .tiles.name{flex:none;display:flex;flex-wrap:wrap;gap:.08em 1em;font-size:.72em;line-height:1.3}
.wall .name .tile{padding:0 .4em;max-width:100%}.wall .name .healthy{padding:0;border:0;background:none}.wall .name strong{font-weight:500}
.wall .more{color:var(--quiet)}`.trim();
