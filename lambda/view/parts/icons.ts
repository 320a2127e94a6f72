/** The icons of the states: each has a shape of its own, not only a colour. */

import type { SummaryState } from '../../core/documents/state';

/** An icon in a square of 16: a filled shape, and lines on it in the colour of the surface behind. */
export interface Icon {
  readonly shape: string;
  readonly lines: string;
  /** Whether the page shows only the outline of its shape: nobody needs to act on it. */
  readonly isOutlined?: boolean;
}

const DISC = '<circle cx="8" cy="8" r="7.5"/>';
const HALF_DISC =
  '<path fill-rule="evenodd" d="M8 .5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zm0 1.8v11.4a5.7 5.7 0 0 0 0-11.4z"/>';

export const ICONS = {
  healthy: { shape: DISC, lines: 'M4.8 8.3l2.2 2.2 4.2-4.6' },
  degraded: {
    shape: '<path d="M7.1 2.1a1 1 0 0 1 1.8 0l6 10.5a1 1 0 0 1-.9 1.5H2a1 1 0 0 1-.9-1.5z"/>',
    lines: 'M8 6.2v3.2M8 11.6v.1',
    isOutlined: true,
  },
  down: { shape: DISC, lines: 'M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4' },
  partly: { shape: HALF_DISC, lines: '' },
  recovering: { shape: HALF_DISC, lines: '' },
  silenced: {
    shape: '<circle cx="8" cy="8" r="6.6"/>',
    lines: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
    isOutlined: true,
  },
  silence: { shape: DISC, lines: 'M4.8 8h6.4' },
  maintenance: { shape: '<rect x="1" y="1" width="14" height="14" rx="2.5"/>', lines: 'M4.5 6h7M4.5 9.5h4.5' },
  unknown: { shape: DISC, lines: 'M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2M8 11.8v.1' },
} as const satisfies Readonly<Record<SummaryState | 'partly' | 'silence', Icon>>;

/** Returns the elements of an SVG image of an icon, on a light surface. */
export function lightIcon({ shape, lines }: Icon, color: string): string {
  const stroke = 'fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"';
  const drawn = lines === '' ? '' : `<path ${stroke} d="${lines}"/>`;
  return `<g fill="${color}">${shape}</g>${drawn}`;
}
