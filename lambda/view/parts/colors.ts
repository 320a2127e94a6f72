/** The colours of all pages. Each is `[light, dark]`. */

/** Text, surfaces and lines. Each colour of text has a contrast of 4.5:1 at least on each surface, tints included. */
export const COLORS = {
  page: ['#fbfbfa', '#131315'],
  card: ['#ffffff', '#1a1a1d'],
  /** A surface behind others, such as a track. */
  sunk: ['#f3f2ef', '#232327'],
  line: ['#e9e7e3', '#29292d'],
  /** The border of what can be pressed. */
  edge: ['#d8d5cf', '#3b3b41'],
  text: ['#1c1b19', '#ececee'],
  quiet: ['#5d5a54', '#acacb4'],
  faint: ['#6f6b64', '#92929b'],
  link: ['#1c5cc0', '#7db1ff'],
  down: ['#c02b27', '#ff7b72'],
  alarm: ['#fdf4f3', '#241819'],
  alarmLine: ['#f2d5d2', '#43272a'],
  degraded: ['#8a5300', '#e9a53f'],
  warn: ['#fdf8ec', '#221c13'],
  healthy: ['#28774a', '#5cc08a'],
  /** Versions, and nothing else. */
  version: ['#6a42c1', '#b79dff'],
  versionTint: ['#f5f1fd', '#221d30'],
} as const;

/** Fills of bars, icons and curves: not for text. */
export const FILLS = {
  downFill: ['#cf3a34', '#f2605a'],
  degradedFill: ['#cf8206', '#dd9a34'],
  /** Bars and squares of healthy services are less visible than others. */
  calm: ['#b3d5c1', '#2f5d45'],
  /** The color for silenced services and resolved incidents. */
  grey: ['#85817a', '#84848d'],
  /** The curves of charts, and the area between them. */
  data: ['#4a7fd0', '#5f96e8'],
  dataTint: ['#e9f0fb', '#19233a'],
  /** Planned maintenance. */
  plan: ['#8fb2e6', '#3f659f'],
} as const;

/** The colours as custom properties of CSS: `--page`, `--downFill`. */
export const COLOR_VARIABLES = Object.entries({ ...COLORS, ...FILLS })
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');
