/** A badge: the state of a service in a few words, for a README or a wiki. */

import { isFailing, STATE_MARKS, type State, type Whole } from '../../core/documents/state';
import { COLORS, FILLS } from '../parts/colors';
import { ICONS, lightIcon } from '../parts/icons';

const WHOLE_COLORS = {
  healthy: COLORS.healthy,
  degraded: COLORS.degraded,
  failing: COLORS.down,
  unknown: COLORS.quiet,
} as const satisfies Readonly<Record<Whole, unknown>>;

const HEIGHT = 20;
const PADDING = 7;
/** The average width of a character of Verdana, 11 pixels high: an image has no way to measure a text. */
const CHARACTER = 7;

/** Returns an SVG image. */
export function renderBadge(id: string, state: State): string {
  const word = isFailing(state) ? 'down' : state;
  const value = `${STATE_MARKS[state]} ${word}`;
  // On other sites' pages, light or dark, white on the state's own colour reads well.
  const [color] = WHOLE_COLORS[isFailing(state) ? 'failing' : state];
  const left = widthOf(id);
  const right = widthOf(value);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={left + right}
      height={HEIGHT}
      role="img"
      aria-label={`${id}: ${word}`}
    >
      <title>{`${id}: ${word}`}</title>
      <rect width={left + right} height={HEIGHT} rx="3" fill="#3d444d" />
      <path d={`M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z`} fill={color} />
      <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
        <text x={left / 2} y="14" textLength={left - 2 * PADDING}>
          {id}
        </text>
        <text x={left + right / 2} y="14" textLength={right - 2 * PADDING}>
          {value}
        </text>
      </g>
    </svg>
  ).toString();
}

function widthOf(text: string): number {
  return text.length * CHARACTER + 2 * PADDING;
}

const SHAPES: Readonly<Record<Whole, string>> = {
  healthy: lightIcon(ICONS.healthy, COLORS.healthy[0]),
  degraded: lightIcon(ICONS.degraded, FILLS.degradedFill[0]),
  failing: lightIcon(ICONS.down, FILLS.downFill[0]),
  unknown: lightIcon(ICONS.unknown, FILLS.grey[0]),
};

const WHOLES = Object.keys(SHAPES) as Whole[];

/** Returns an SVG image; for an unknown state, the image of `unknown`. */
export function renderIcon(state: string | undefined): string {
  const shape = SHAPES[WHOLES.find((whole) => whole === state) ?? 'unknown'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>\n`;
}
