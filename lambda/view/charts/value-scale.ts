/** The scale of values that charts share, and places as parts of their width. */

/** Returns a round number at or above the highest value, and the distance of about `lines` lines: 1, 2, 2.5 or 5 times a power of ten. */
export function niceScale(highest: number, lines = 3): { readonly top: number; readonly step: number } {
  if (highest <= 0) return { top: 1, step: 1 };
  const rough = highest / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return { top: Math.ceil(highest / step - 1e-9) * step, step };
}

/** Returns a part of the width, from 0 to 1, as an attribute of SVG: `12.5%`. */
export function percent(part: number): string {
  return `${Math.round(part * 1e4) / 100}%`;
}
