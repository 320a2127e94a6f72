/** Curves over time, drawn as SVG: response times and memory. */

import { raw } from 'hono/html';
import type { Rollup } from '../core/history/history';
import { describeMs } from './format';

export interface CurveProps {
  readonly buckets: readonly Rollup[];
  readonly value: (bucket: Rollup) => number | null;
  /** What the curve shows, in words. */
  readonly label: string;
  /** The value at the upper edge; by default the largest of the curve. */
  readonly top?: number | null;
  readonly width?: number;
  readonly height?: number;
}

/** A curve from zero upwards that breaks where there is no value. */
export function Curve({ buckets, value, label, top = null, width = 120, height = 30 }: CurveProps) {
  const values = buckets.map(value);
  const highest = top ?? Math.max(0, ...values.map((one) => one ?? 0));
  const pieces = piecesOf(values, { width, height, highest: highest || 1 });
  const bucketWidth = round(width / values.length);
  const areas = pieces.map((points) => areaOf(points, bucketWidth, height)).join('');
  const lines = pieces.map((points) => lineOf(points, bucketWidth)).join('');
  return (
    <svg class="curve" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      {raw(`<path class="area" d="${areas}"/><path class="line" d="${lines}"/>`)}
    </svg>
  );
}

/** `at most 38 ms`; `mean up to 38 ms` if only means are known; `null` if no answer came. */
export function highestResponse(buckets: readonly Rollup[]): string | null {
  const answered = buckets.filter(({ meanMs }) => meanMs !== null);
  if (answered.length === 0) return null;
  const highest = describeMs(Math.max(...answered.map(({ meanMs, maxMs }) => maxMs ?? meanMs ?? 0)));
  return answered.every(({ maxMs }) => maxMs !== null) ? `at most ${highest}` : `mean up to ${highest}`;
}

type Point = readonly [x: number, y: number];

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly highest: number;
}

/** Where a value is missing, one piece ends and the next begins. */
function piecesOf(values: readonly (number | null)[], { width, height, highest }: Frame): Point[][] {
  const pieces: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    const x = ((index + 0.5) / values.length) * width;
    if (value === null) pieces.push([]);
    // A pixel is left above and below for the line's own thickness.
    else pieces.at(-1)?.push([round(x), round(height - 1 - (Math.min(value, highest) / highest) * (height - 3))]);
  }
  return pieces.filter((points) => points.length > 0);
}

/** A single point is drawn as wide as its bucket: a point alone would not be seen. */
function lineOf(points: readonly Point[], bucketWidth: number): string {
  const [first] = points;
  if (points.length === 1 && first) return `M${round(first[0] - bucketWidth / 2)} ${first[1]}h${bucketWidth}`;
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

function areaOf(points: readonly Point[], bucketWidth: number, height: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const line = lineOf(points, bucketWidth);
  return points.length === 1
    ? `${line}V${height}h-${bucketWidth}z`
    : `${line}L${last[0]} ${height}L${first[0]} ${height}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
