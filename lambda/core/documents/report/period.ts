/** The time that a report is about, and which buckets of a history make it up. */

import type { Bucket } from '../../history/bucket';
import { bucketsIn, type HistoryItem, type HistoryRange, type ItemKey, keysOf } from '../../history/history-items';
import { HOUR_MS, type Unwritten } from '../../history/running-history';
import type { ServiceFacts, ServiceWithState } from '../facts/deployment-facts';
import { historyView, type Watch } from '../facts/history-view';
import { type HistoryDocument, historyDocument } from '../history-document';

export const DAY_MS = 24 * HOUR_MS;

/** From `from` to before `to`, in milliseconds since 1970; both are whole hours of UTC, since an hour's bucket can't be split. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The period of the same length that ends where this period begins. */
export function periodBefore({ from, to }: Period): Period {
  return { from: from - (to - from), to: from };
}

/** Whole days are read from the buckets of days, and the hours at the edges from those of hours. */
export function rangesOf({ from, to }: Period): readonly HistoryRange[] {
  const firstDay = Math.ceil(from / DAY_MS) * DAY_MS;
  const lastDay = Math.floor(to / DAY_MS) * DAY_MS;
  if (firstDay >= lastDay) return [{ from, to, resolution: 'hours' }];
  const ranges: readonly HistoryRange[] = [
    { from, to: firstDay, resolution: 'hours' },
    { from: firstDay, to: lastDay, resolution: 'days' },
    { from: lastDay, to, resolution: 'hours' },
  ];
  return ranges.filter((range) => range.from < range.to);
}

/** So many days up to the end of the running day. */
export function lastDays(days: number, now: number): Period {
  const to = Math.ceil((now + 1) / DAY_MS) * DAY_MS;
  return { from: to - days * DAY_MS, to };
}

/** Of up to two weeks hours would be read: so it is of more than two weeks. */
const SPARE_MS = 2 * DAY_MS;

/** The time of which a report of so many days reads histories, in days: of the period and of the period before. */
export function timeOfReport(days: number, now: number): Period {
  const period = lastDays(days, now);
  return { from: periodBefore(period).from - SPARE_MS, to: period.to };
}

/** The items that are read for some periods, each once. */
export function keysOfPeriods(periods: readonly Period[], running: Unwritten): readonly ItemKey[] {
  return [...new Set(periods.flatMap(rangesOf).flatMap((range) => keysOf(range, running)))];
}

/** The buckets of a period, oldest first, without overlaps. `items` may have more than that. `now` as for `bucketsIn`. */
export function bucketsOfPeriod(
  period: Period,
  items: readonly HistoryItem[],
  running: Unwritten,
  now: number,
): readonly Bucket[] {
  return rangesOf(period).flatMap((range) => bucketsIn(range, items, running, now));
}

/** A point for each day of three months. */
const MOST_POINTS = 92;
const STEPS_MS = [1, 2, 4, 7, 14, 28].map((days) => days * DAY_MS);

/** The parts of a period, each as long as a point of its history: days, or hours of a period without a whole day. */
export function partsOf(period: Period): readonly Period[] {
  const { from, to } = period;
  const isOfDays = rangesOf(period).some(({ resolution }) => resolution === 'days');
  const days = STEPS_MS.find((step) => to - from <= MOST_POINTS * step) ?? 28 * DAY_MS;
  const step = isOfDays ? days : HOUR_MS;
  const first = Math.floor(from / step) * step;
  return Array.from({ length: Math.ceil((to - first) / step) }, (_, index) => ({
    from: Math.max(from, first + index * step),
    to: Math.min(to, first + (index + 1) * step),
  }));
}

export interface ReportedService extends ServiceWithState, Pick<ServiceFacts, 'buckets'> {}

/** `buckets` are those of the period. Nothing is known of a time after `now`. */
export function reportHistory(service: ReportedService, period: Period, watch: Watch): HistoryDocument {
  const span = { kind: 'time', from: period.from, to: Math.min(period.to, watch.now) } as const;
  return historyDocument(historyView(watch, service, span, MOST_POINTS), span);
}
