/** Curves over time, drawn as SVG: response times and memory. */

import { raw } from 'hono/html';

/** One for each bar; `null` where there is none. */
export type Values = readonly (number | null)[];

export interface CurveProps {
  readonly values: Values;
  /** Further values on the same scale, drawn as a quieter line. */
  readonly second?: Values;
  /** What the curve shows, in words. */
  readonly label: string;
  /** The value at the upper edge; by default the largest of all. */
  readonly top?: number | null;
  readonly width?: number;
  readonly height?: number;
}

/** A curve from zero upwards that breaks where there is no value. */
export function Curve({ values, second = [], label, top = null, width = 120, height = 30 }: CurveProps) {
  const frame = { width, height, highest: (top ?? highestOf(values, second)) || 1 };
  const barWidth = round(width / values.length);
  const pieces = piecesOf(values, frame);
  const areas = pieces.map((points) => areaOf(points, barWidth, height)).join('');
  const pathOf = (kind: string, those: readonly Point[][]) =>
    `<path class="${kind}" d="${those.map((points) => lineOf(points, barWidth)).join('')}"/>`;
  return (
    <svg class="curve" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      {raw(
        `<path class="area" d="${areas}"/>` +
          (second.length > 0 ? pathOf('second', piecesOf(second, frame)) : '') +
          pathOf('line', pieces),
      )}
    </svg>
  );
}

/** The largest of all values; zero if there is none. */
export function highestOf(...lists: readonly Values[]): number {
  let highest = 0;
  for (const values of lists) for (const value of values) highest = Math.max(highest, value ?? 0);
  return highest;
}

type Point = readonly [x: number, y: number];

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly highest: number;
}

/** Where a value is missing, one piece ends and the next begins. */
function piecesOf(values: Values, { width, height, highest }: Frame): Point[][] {
  const pieces: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    const x = ((index + 0.5) / values.length) * width;
    if (value === null) pieces.push([]);
    // A pixel is left above and below for the line's own thickness.
    else pieces.at(-1)?.push([round(x), round(height - 1 - (Math.min(value, highest) / highest) * (height - 3))]);
  }
  return pieces.filter((points) => points.length > 0);
}

/** A single point is drawn as wide as its bar: a point alone would not be seen. */
function lineOf(points: readonly Point[], barWidth: number): string {
  const [first] = points;
  if (points.length === 1 && first) return `M${round(first[0] - barWidth / 2)} ${first[1]}h${barWidth}`;
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

function areaOf(points: readonly Point[], barWidth: number, height: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const line = lineOf(points, barWidth);
  return points.length === 1
    ? `${line}V${height}h-${barWidth}z`
    : `${line}L${last[0]} ${height}L${first[0]} ${height}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
