/** The style of a rail of steps. */

export const RAIL_STYLE = `
.sw .rail .step{display:grid;grid-template-columns:64px 12px minmax(0,1fr);gap:12px;padding:4px 0;color:var(--quiet)}
.sw .rail time{font-size:13px;color:var(--faint);white-space:normal;overflow-wrap:normal}
.sw .rail .dot{position:relative;display:flex;justify-content:center;align-items:flex-start}
.sw .rail .dot::before{content:"";position:absolute;top:-4px;bottom:-4px;width:1px;background:var(--edge)}
.sw .rail .step:first-child .dot::before{top:10px}.sw .rail .step:last-child .dot::before{bottom:calc(100% - 10px)}
.sw .rail .dot::after{content:"";position:relative;width:8px;height:8px;margin-top:6px;border-radius:50%;background:var(--grey)}
.sw .rail .is-opened .dot::after{background:var(--downFill);width:12px;height:12px;margin-top:4px}
.sw .rail .is-resolved .dot::after{background:var(--healthy);width:12px;height:12px;margin-top:4px}
.sw .rail .is-warned .dot::after{background:var(--degradedFill);width:12px;height:12px;margin-top:4px}
.sw .rail :is(.is-version,.is-restart) .dot::after{border-radius:1px;rotate:45deg}.sw .rail .is-version .dot::after{background:var(--version)}
.sw .rail :is(.is-gap,.is-sign) .dot::after{background:var(--card);border:2px solid var(--grey)}.sw .rail .is-sign .dot::after{border-color:var(--degradedFill)}
.sw .rail .is-healthy .dot::after{background:var(--card);border:2px solid var(--healthy)}
.sw .rail .is-failed .dot::after{background:var(--card);border:2px solid var(--downFill)}
.sw .rail strong{color:var(--text)}
@container sw (max-width:760px){.sw .rail .step{grid-template-columns:60px 12px minmax(0,1fr);gap:8px}}
`.trim();
