/** The scales of charts: where a time is on the axis that a history shares, which times are named, and round values up to the highest one. */

import type { HistoryPoint } from '../../core/documents/history-document';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The distances between times that are named. */
const STEPS_MS = [
  ...[10, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MS),
];
/** The most times that are named. */
const TICKS = 13;
/** The least distance between two of them, as a part of the width. */
const LEAST_DISTANCE = 0.06;

type LeftOut = 'optional' | 'scarce' | undefined;
type TimeForm = 'seconds' | 'minutes' | 'days';

interface TimeTick {
  /** A part of the width. */
  readonly at: number;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly form: TimeForm;
  /** Left out where there is little room, or where there is hardly any; `undefined` if it always is there. */
  readonly leftOut: LeftOut;
}

/** Returns the place of a time (in milliseconds since 1970) as a part of the width, from 0 to 1; `null` outside the points. */
export function placeOf(points: readonly HistoryPoint[], time: number): number | null {
  const starts = startsOf(points);
  const index = starts.findLastIndex((start) => start !== null && start <= time);
  const start = starts[index] ?? null;
  const point = points[index];
  if (start === null || point === undefined || point.to === null) return null;
  const isCheck = point.from === point.to;
  const end = starts[index + 1] ?? Date.parse(point.to);
  if (index === points.length - 1 && time > end) return null;
  const within = end > start ? Math.min(1, (time - start) / (end - start)) : 0;
  return Math.min(1, (index + (isCheck ? 0.5 : 0) + within) / points.length);
}

/** Returns the first and the last time of points, in milliseconds since 1970; `null` if none has a time. */
export function timesOf(points: readonly HistoryPoint[]): { readonly from: number; readonly to: number } | null {
  const from = startsOf(points).find((start) => start !== null);
  const to = points.at(-1)?.to ?? null;
  return from === undefined || from === null || to === null ? null : { from, to: Date.parse(to) };
}

export function timeTicks(points: readonly HistoryPoint[]): readonly TimeTick[] {
  const times = timesOf(points);
  if (times === null) return [];
  const { from, to } = times;
  const step = STEPS_MS.find((each) => (to - from) / each <= TICKS) ?? 28 * DAY_MS;
  const ticks: TimeTick[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    const at = placeOf(points, time);
    const before = ticks.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (at === null || at - before < LEAST_DISTANCE) continue;
    ticks.push({ at, time, form: formOf(time, step), leftOut: leftOutOf(Math.round(time / step)) });
  }
  return ticks;
}

/** Leaves out every second time in a narrow chart, and every second of the others in a very narrow one. */
function leftOutOf(count: number): LeftOut {
  if (count % 2 === 1) return 'optional';
  return count % 4 === 2 ? 'scarce' : undefined;
}

function formOf(time: number, step: number): TimeForm {
  if (step < MINUTE_MS) return 'seconds';
  return time % DAY_MS === 0 ? 'days' : 'minutes';
}

function startsOf(points: readonly HistoryPoint[]): readonly (number | null)[] {
  return points.map(({ from }) => (from === null ? null : Date.parse(from)));
}

/** Returns a round number at or above the highest value, and the distance of about `lines` lines: 1, 2, 2.5 or 5 times a power of ten. */
export function niceScale(highest: number, lines = 3): { readonly top: number; readonly step: number } {
  if (highest <= 0) return { top: 1, step: 1 };
  const rough = highest / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return { top: Math.ceil(highest / step - 1e-9) * step, step };
}

/** Returns a part of the width, from 0 to 1, as an attribute of SVG: `12.5%`. */
export function percent(part: number): string {
  return `${Math.round(part * 1e4) / 100}%`;
}
