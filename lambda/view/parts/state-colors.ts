/** The colours of the states on a page, in a widget, on a badge and as an icon. */

import type { State } from '../known/state';

/**
 * Each is `[light, dark]`: dark enough on light, and light enough on dark, to be read as text. White on the first colour reads
 * as well as that colour on white.
 */
export const STATE_COLORS: Readonly<Record<State, readonly [light: string, dark: string]>> = {
  healthy: ['#1a7f37', '#4ac26b'],
  degraded: ['#766000', '#e3c341'],
  unhealthy: ['#a04100', '#f0883e'],
  error: ['#c4232c', '#ff8078'],
  unreachable: ['#1f2328', '#f0f3f6'],
  invalid: ['#7a4a40', '#dba99f'],
  unknown: ['#59636e', '#a0a9b4'],
};
