/** The colours of the states on a page, in a widget, on a badge and as an icon. */

import type { State } from '../../core/documents/state';

/** One red for all failing states: shape and word distinguish them. */
const DOWN = ['#bf2a26', '#ff7b72'] as const;

/**
 * Each colour is `[light, dark]`: dark enough on light, and light enough on dark, to be read as text. White on the first colour reads
 * as well as that colour on white.
 */
export const STATE_COLORS: Readonly<Record<State, readonly [light: string, dark: string]>> = {
  healthy: ['#217a45', '#5cc08a'],
  degraded: ['#8a5300', '#e9a53f'],
  unhealthy: DOWN,
  error: DOWN,
  unreachable: DOWN,
  invalid: DOWN,
  unknown: ['#66635d', '#a2a2ab'],
};
