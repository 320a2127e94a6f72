/** The colours of the pages besides those of the states. */

import { STATE_COLORS } from './state-colors';

/** Each colour is `[light, dark]`, like the colours of the states. */
export const COLORS = {
  ...STATE_COLORS,
  down: STATE_COLORS.error,
  recovering: STATE_COLORS.degraded,
  silenced: STATE_COLORS.unknown,
  page: ['#fbfbfa', '#131315'],
  card: ['#ffffff', '#1a1a1d'],
  text: ['#1c1b19', '#ececee'],
  quiet: ['#66635d', '#a2a2ab'],
  line: ['#e7e6e3', '#2a2a2e'],
  link: ['#1a56b0', '#7db1ff'],
  alarm: ['#fdf1f0', '#2a1718'],
  warn: ['#fdf6e7', '#2a2114'],
  /** Bars and squares of healthy services are less visible than others. */
  calm: ['#bcd8c6', '#2f5a43'],
  curve: ['#3b7dd8', '#58a6ff'],
  mark: ['#6639ba', '#d2a8ff'],
  maintenance: ['#4b6bd6', '#8fa8ff'],
};

/** Fills of bars, marks and surfaces, `[light, dark]`: not for text, except where it stands on them. */
export const FILLS = {
  downFill: ['#cf3a34', '#f2605a'],
  degradedFill: ['#cf8206', '#dd9a34'],
  plan: ['#8fb2e6', '#3f659f'],
  edge: ['#d8d5cf', '#3b3b41'],
  alarmLine: ['#f2d5d2', '#43272a'],
} as const;
