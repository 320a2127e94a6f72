/** The period of a report, and the history buckets that it needs. */

import type { Service } from '../../config/config';
import type { Bucket } from '../../history/bucket';
import type { HistoryRange } from '../../history/history-items';
import { HOUR_MS } from '../../history/running-history';
import type { ServiceState } from '../../state/service-state';
import { historyView, type Watch } from '../facts/history-view';
import { type HistoryDocument, historyDocument } from '../history-document';

export const DAY_MS = 24 * HOUR_MS;

/** A time from `from` to before `to`, in milliseconds since 1970; both are whole UTC hours, since an hour's bucket can't be split. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Returns the previous period of equal length. */
export function periodBefore({ from, to }: Period): Period {
  return { from: from - (to - from), to: from };
}

/** Returns the ranges to read: whole days from the buckets of days, and the hours at the edges from those of hours. */
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

/** Returns the last `days` days, up to the end of today. */
export function lastDays(days: number, now: number): Period {
  const to = Math.ceil((now + 1) / DAY_MS) * DAY_MS;
  return { from: to - days * DAY_MS, to };
}

/** Extra time before the periods: a range of up to two weeks would be read as hours, so it has to be longer. */
const SPARE_MS = 2 * DAY_MS;

/** Returns the time that a report over `days` days reads as buckets of days: the period and the previous period. */
export function timeOfReport(days: number, now: number): Period {
  const period = lastDays(days, now);
  return { from: periodBefore(period).from - SPARE_MS, to: period.to };
}

/** A point for each day of three months. */
const MOST_POINTS = 92;

/** Returns the parts of a period: UTC days, or hours in a period without a whole day. */
export function partsOf(period: Period): readonly Period[] {
  const { from, to } = period;
  const step = rangesOf(period).some(({ resolution }) => resolution === 'days') ? DAY_MS : HOUR_MS;
  const first = Math.floor(from / step) * step;
  return Array.from({ length: Math.ceil((to - first) / step) }, (_, index) => ({
    from: Math.max(from, first + index * step),
    to: Math.min(to, first + (index + 1) * step),
  }));
}

export interface ServiceHistory {
  readonly service: Pick<Service, 'id' | 'objective'>;
  /** `null` if it has never been checked. */
  readonly state: ServiceState | null;
  /** The buckets of the period, and of the previous period. */
  readonly buckets: readonly Bucket[];
  readonly before: readonly Bucket[];
}

/** Returns the history over a period. The service's buckets must cover it. A time after `now` has no data. */
export function reportHistory(service: Omit<ServiceHistory, 'before'>, period: Period, watch: Watch): HistoryDocument {
  const span = { kind: 'time', from: period.from, to: Math.min(period.to, watch.now) } as const;
  return historyDocument(historyView(watch, service, span, MOST_POINTS), span);
}
