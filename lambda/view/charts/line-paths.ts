/** The paths of lines over time in SVG, and of the areas between them. */

/** A value for each bar; `null` where there is none. */
export type Values = readonly (number | null)[];

/** Returns the largest of all values; zero if there is none. */
export function highestOf(...lists: readonly Values[]): number {
  let highest = 0;
  for (const values of lists) for (const value of values) highest = Math.max(highest, value ?? 0);
  return highest;
}

/** The place of a line: over this width, from zero at `to` up to the highest value at `from`. */
export interface LineFrame {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly highest: number;
}

/** Returns the path of a line that breaks where there is no value. */
export function linePath(values: Values, frame: LineFrame): string {
  return runsOf(values)
    .map((run) => pathOf(pointsIn(values, run, frame)))
    .join('');
}

/** Returns the area between two lines. */
export function bandPath(low: Values, high: Values, frame: LineFrame): string {
  return runsOf(low, high)
    .map((run) => `${pathOf([...pointsIn(high, run, frame), ...pointsIn(low, run, frame).toReversed()])}z`)
    .join('');
}

/** Neighbouring places with values: the first one, and the one after the last. */
type Run = readonly [first: number, end: number];
type Point = readonly [x: number, y: number];

/** Returns the runs in which each list has values. */
function runsOf(...lists: readonly [Values, ...Values[]]): readonly Run[] {
  const runs: [first: number, end: number][] = [];
  for (const index of lists[0].keys()) {
    if (lists.some((values) => (values[index] ?? null) === null)) continue;
    const last = runs.at(-1);
    if (last?.[1] === index) last[1] += 1;
    else runs.push([index, index + 1]);
  }
  return runs;
}

/** Returns the points of a line in a run. A single value is as wide as its bar, since it would not be seen otherwise. */
function pointsIn(values: Values, [first, end]: Run, { width, from, to, highest }: LineFrame): readonly Point[] {
  const place = width / values.length;
  const y = (index: number) => round(to - (Math.min(values[index] ?? 0, highest) / highest) * (to - from));
  if (end - first === 1) return [first, end].map((edge) => [round(edge * place), y(first)]);
  return values.slice(first, end).map((_, offset) => [round((first + offset + 0.5) * place), y(first + offset)]);
}

/** Each point is relative to the one before, so that the next check leaves most of the text as it is, and little of it is sent. */
function pathOf(points: readonly Point[]): string {
  const steps = points.map(([x, y], index) => {
    const before = points[index - 1];
    return before === undefined ? `M${x} ${y}` : `l${round(x - before[0])} ${round(y - before[1])}`;
  });
  return steps.join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
