/** The page's icon. In a row of tabs it shows the state, by its shape as well as by its colour. */

import type { Whole } from '../../core/documents/state';
import { STATE_COLORS } from '../parts/state-colors';

const SHAPES: Readonly<Record<Whole, string>> = {
  healthy: `<circle cx="8" cy="8" r="6" fill="${STATE_COLORS.healthy[0]}"/>`,
  degraded: `<circle cx="8" cy="8" r="5.5" fill="none" stroke="${STATE_COLORS.degraded[0]}" stroke-width="2"/><path d="M8 2a6 6 0 0 0 0 12z" fill="${STATE_COLORS.degraded[0]}"/>`,
  failing: `<path d="M3 3 13 13M13 3 3 13" stroke="${STATE_COLORS.error[0]}" stroke-width="4" stroke-linecap="round"/>`,
  unknown: `<circle cx="8" cy="8" r="5" fill="none" stroke="${STATE_COLORS.unknown[0]}" stroke-width="3"/>`,
};

const WHOLES = Object.keys(SHAPES) as Whole[];

/** An SVG image; for an unknown state, the image of `unknown`. */
export function renderIcon(state: string | undefined): string {
  const shape = SHAPES[WHOLES.find((whole) => whole === state) ?? 'unknown'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>\n`;
}
