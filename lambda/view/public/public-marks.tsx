/** The marks of the public page: each state has a shape of its own, not only a colour. */

import { raw } from 'hono/html';
import type { PublicState } from '../../core/documents/public/public-status';
import { FILLS } from '../parts/colors';
import { STATE_COLORS } from '../parts/state-colors';

/** Drawn in a square of 16: a filled shape, and lines on it. */
const SHAPES: Readonly<Record<PublicState, readonly [shape: string, lines: string]>> = {
  available: ['<circle cx="8" cy="8" r="7.5"/>', 'M4.8 8.3l2.2 2.2 4.2-4.6'],
  degraded: [
    '<path d="M6.9 1.4a1.3 1.3 0 0 1 2.2 0l6.5 11.2a1.3 1.3 0 0 1-1.1 1.9h-13a1.3 1.3 0 0 1-1.1-1.9z"/>',
    'M8 5.6v3.5M8 11.7v.1',
  ],
  partly_down: [
    '<path fill-rule="evenodd" d="M8 .5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zm0 1.8v11.4a5.7 5.7 0 0 0 0-11.4z"/>',
    '',
  ],
  down: ['<circle cx="8" cy="8" r="7.5"/>', 'M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4'],
  maintenance: ['<rect x="1" y="1" width="14" height="14" rx="2.5"/>', 'M4.5 6h7M4.5 9.5h4.5'],
  unknown: ['<circle cx="8" cy="8" r="7.5"/>', 'M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2M8 11.8v.1'],
};

/** The marks of some states, each drawn once. */
export function Marks({ states }: { readonly states: readonly PublicState[] }) {
  const each = [...new Set(states)].map((state) => {
    const [shape, lines] = SHAPES[state];
    const drawn = lines === '' ? '' : `<path class="l" d="${lines}"/>`;
    return `<symbol id="${state}" viewBox="0 0 16 16"><g class="m-${state}">${shape}</g>${drawn}</symbol>`;
  });
  return (
    <svg width="0" height="0" class="marks" aria-hidden="true">
      {raw(each.join(''))}
    </svg>
  );
}

export function Mark({ state }: { readonly state: PublicState }) {
  return (
    <svg class="mark" aria-hidden="true">
      <use href={`#${state}`} />
    </svg>
  );
}

const ICON_COLORS: Readonly<Record<PublicState, string>> = {
  available: STATE_COLORS.healthy[0],
  degraded: FILLS.degradedFill[0],
  partly_down: FILLS.downFill[0],
  down: FILLS.downFill[0],
  maintenance: '#1c5cc0',
  unknown: STATE_COLORS.unknown[0],
};

/** The mark of a state as the icon of a tab, a `data:` URL. */
export function stateIcon(state: PublicState): string {
  const [shape, lines] = SHAPES[state];
  const stroke = 'fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"';
  const drawn = lines === '' ? '' : `<path ${stroke} d="${lines}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${ICON_COLORS[state]}">${shape}${drawn}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
