/** The style of the public page: light and dark, from a phone to a screen, and on paper. */

import { STRIP_STYLE } from './day-strip';

/** Each colour is `[light, dark]`: they can be read as text on the card. */
const COLORS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  page: ['#f6f8fa', '#0d1117'],
  card: ['#ffffff', '#161b22'],
  text: ['#1f2328', '#e6edf3'],
  quiet: ['#57606a', '#a3adb8'],
  line: ['#d8dee4', '#30363d'],
  link: ['#0550ae', '#79c0ff'],
  good: ['#1a7f37', '#4ac26b'],
  fair: ['#766000', '#e3c341'],
  poor: ['#c4232c', '#ff8078'],
  none: ['#8c959f', '#6e7681'],
  maintained: ['#3c57b8', '#8fa8ff'],
};

const VARIABLES = Object.entries(COLORS)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');

export const PUBLIC_STYLE = `
:root{${VARIABLES};color-scheme:light dark;background:var(--page);color:var(--text);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
*{box-sizing:border-box}
body{max-width:820px;margin:0 auto;padding:24px 16px 40px}
h1,h2,h3,p,ul,ol{margin:0;padding:0}ul,ol{list-style:none}
h1{font-size:18px;font-weight:600;color:var(--quiet);margin-bottom:12px}
h2{font-size:17px;font-weight:650;margin:32px 0 8px}
h3{font-size:16px;font-weight:650}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
time{white-space:nowrap}
.quiet,footer{color:var(--quiet);font-size:14px}
.marks{position:absolute}.mark{flex:none;fill:currentColor;vertical-align:-2px}
.now{display:flex;gap:12px;align-items:center;font-size:24px;line-height:1.25;font-weight:700;border-radius:10px;padding:18px 20px;background:var(--card);border:1px solid var(--line);border-left:6px solid currentColor}
.now span{color:var(--text)}
#stale{margin-bottom:16px;padding:10px 16px;border-radius:10px;background:var(--poor);color:var(--card);font-weight:600}
#stale[hidden]{display:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 18px;margin-bottom:10px}
.open{border-left:6px solid var(--poor)}.open.minor{border-left-color:var(--fair)}.planned{border-left:6px solid var(--maintained)}
.card ol{margin-top:8px}.card li+li{margin-top:8px}
.rows{background:var(--card);border:1px solid var(--line);border-radius:10px}
.rows li{display:grid;grid-template-columns:minmax(0,1fr) 240px 80px 190px;gap:4px 16px;align-items:center;padding:12px 18px}
.rows li+li{border-top:1px solid var(--line)}
.rows+.quiet,section+.quiet{margin-top:8px}.rows .name{font-weight:600}
.rows .share{font-variant-numeric:tabular-nums;text-align:right;font-size:14px;color:var(--quiet)}
.state{display:inline-flex;gap:7px;align-items:center;font-weight:600}
.available{color:var(--good)}.degraded{color:var(--fair)}.partly_down,.down{color:var(--poor)}.maintenance{color:var(--maintained)}.unknown{color:var(--quiet)}
.days{display:block;width:100%;height:24px}
${STRIP_STYLE}
footer{margin-top:32px}footer p+p{margin-top:4px}
@media(max-width:700px){.rows li{grid-template-columns:minmax(0,1fr) 160px}.rows .state{grid-area:1/2}.rows .days{grid-area:2/1}.now{font-size:20px}}
@media print{:root{color-scheme:light}.card,.rows li{break-inside:avoid}}
`.trim();
