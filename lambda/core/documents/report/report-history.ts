/** The course of a period in the report of a service: what its strip and its curve are drawn from. */

import { historyView } from '../facts/history-view';
import type { KeptService, Known, KnownService } from '../facts/known';
import { type HistoryDocument, historyDocument } from '../history-document';
import type { Period } from './period';

/** A point for each day of three months. */
const MOST_POINTS = 92;

export interface ReportedCourse extends KeptService, Pick<KnownService, 'buckets'> {}

/** `buckets` are those of the period. Nothing is known of a time after `now`. */
export function reportHistory(
  service: ReportedCourse,
  period: Period,
  watch: Pick<Known, 'now' | 'intervalMs'>,
): HistoryDocument {
  const span = { kind: 'time', from: period.from, to: Math.min(period.to, watch.now) } as const;
  return historyDocument(historyView(watch, service, span, MOST_POINTS), span);
}
