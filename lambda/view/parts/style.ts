/** The style that all views share: light and dark, from a phone to a wall, and on paper. */

import { COLOR_VARIABLES } from './colors';

/** The colour of a state as text, and as a fill. */
const STATE_VARIABLES = {
  healthy: ['healthy', 'healthy'],
  degraded: ['degraded', 'degradedFill'],
  recovering: ['degraded', 'degradedFill'],
  down: ['down', 'downFill'],
  unknown: ['quiet', 'grey'],
  silenced: ['down', 'downFill'],
  maintenance: ['link', 'link'],
} as const;

const STATE_RULES = Object.entries(STATE_VARIABLES)
  .map(([state, [text, fill]]) => `.sw .${state}{--state:var(--${text});--fill:var(--${fill})}`)
  .join('\n');

/**
 * Every rule is bound to `.sw`, since a dashboard has other styles too. Sizes of text: 12 captions, 13 secondary, 14 text, 16 and 20
 * sub-headings, 24 figures, 28 the headline. Spaces are steps of 4.
 */
export const BASE_STYLE = `
.sw{${COLOR_VARIABLES};--shade:0 1px 2px light-dark(#1e190f0d,#00000000);color-scheme:light dark;margin:0;color:var(--text);
  font:14px/20px ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
  container:sw/inline-size;overflow-wrap:anywhere;-webkit-text-size-adjust:100%;-webkit-font-smoothing:antialiased}
.sw.light{color-scheme:light}.sw.dark{color-scheme:dark}
.sw *{box-sizing:border-box}
.sw :is(p,ul,ol,dl,dd,h1,h2,h3,figure){margin:0;padding:0}
.sw :is(ul,ol){list-style:none}
.sw h1{display:flex;align-items:center;gap:12px;font-size:28px;line-height:36px;font-weight:600;letter-spacing:-.02em}
.sw h1 .icon{width:28px;height:28px}.sw h1 .l{stroke-width:1.6}
.sw h2{font-size:14px;line-height:20px;font-weight:600}.sw h2 .count{margin-left:6px;font-weight:400;color:var(--faint)}
.sw h3{font-size:14px;line-height:20px;font-weight:600}
.sw :is(b,strong){font-weight:600}
.sw a{color:var(--link);text-decoration:none}
.sw a:hover{text-decoration:underline}
.sw :is(.none,main>p) a{text-decoration:underline}
.sw :is(a,input,select,button,summary,textarea):focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
.sw code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.sw :is(time,.figure){white-space:nowrap;font-variant-numeric:tabular-nums}
.sw .hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sw svg{display:block}
.sw summary{cursor:pointer}
.sw :is(.when,.none,.since){color:var(--quiet);font-size:13px}
.sw :target{outline:2px solid var(--link);outline-offset:-2px}
${STATE_RULES}

.sw .icon{flex:none;width:16px;height:16px;fill:var(--fill)}.sw .icon.degraded{--fill:var(--degraded)}.sw .icon.quiet{--fill:var(--grey)}
.sw .icon .l{fill:none;stroke:var(--card);stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.sw .icon.outlined{fill:none;stroke:var(--fill);stroke-width:1.7}.sw .icon.outlined .l{stroke:inherit;stroke-width:1.7}
.sw .state{display:inline-flex;align-items:center;gap:8px;font-size:13px;font-weight:500;color:var(--state)}
.sw .state:is(.healthy,.unknown){font-weight:400;color:var(--quiet)}

.sw :is(.card,.list,.services){border:1px solid var(--line);border-radius:10px;background:var(--card);box-shadow:var(--shade)}
.sw .toolbar{display:flex;flex-wrap:wrap;gap:8px;align-items:center;min-height:32px;margin-bottom:12px}
.sw .toolbar h2{margin-right:auto}
.sw .tag{display:inline-block;font-size:12px;line-height:18px;color:var(--quiet);border:1px solid var(--line);border-radius:5px;padding:0 6px;background:var(--card)}
.sw .tag.version{color:var(--version);background:var(--versionTint);border-color:transparent}
.sw :is(button,.button){font:inherit;font-size:13px;font-weight:500;color:var(--text);background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:5px 11px;display:inline-flex;align-items:center;gap:6px;box-shadow:var(--shade);cursor:pointer}
.sw :is(button,.button):hover{background:var(--sunk);text-decoration:none}
.sw button[disabled]{color:var(--faint);cursor:default}
.sw :is(button,.button).first{background:var(--text);color:var(--page);border-color:var(--text)}
.sw :is(button,.button).plain{border-color:transparent;background:none;box-shadow:none;color:var(--quiet)}
.sw [hidden]{display:none}
.sw :is(input,select){font:inherit;font-size:13px;padding:5px 8px;border:1px solid var(--edge);border-radius:6px;background:var(--card);color:var(--text);max-width:100%}
.sw .choices{display:inline-flex;padding:2px;border-radius:8px;background:var(--sunk);font-size:13px}
.sw .choices :is(a,span){display:block;padding:4px 10px;border-radius:6px;color:var(--quiet);white-space:nowrap}
.sw .choices a:hover{color:var(--text);text-decoration:none}
.sw .choices [aria-current]{background:var(--card);color:var(--text);font-weight:500;box-shadow:0 0 0 1px var(--line),var(--shade)}
.sw .problems{border:1px solid var(--alarmLine);border-radius:10px;background:var(--alarm);padding:12px 16px}

@container sw (max-width:760px){.sw :is(button,.button,select,input:not([type=radio])){min-height:44px;font-size:14px}.sw :is(button,.button){justify-content:center}}
@container sw (max-width:700px){
.sw h1{font-size:24px;line-height:32px;gap:8px}.sw h1 .icon{width:24px;height:24px}
.sw .choices{display:flex;flex:1 0 100%}.sw .choices li{flex:1;text-align:center}.sw .choices a{padding:12px 4px}
}
@media print{
.sw{color-scheme:light;background:#fff}
.sw *{print-color-adjust:exact;-webkit-print-color-adjust:exact;box-shadow:none}
}
`.trim();
