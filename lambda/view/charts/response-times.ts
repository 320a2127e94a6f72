/** The response times of a history: the lines of its chart, and their percentiles in figures. */

import { type HistoryPoint, hasFailures, type PastDocument } from '../../core/documents/history-document';
import { describeMs } from '../../core/documents/words/format';
import type { ChartLine, FailedCheck } from './time-chart';

/** Returns the lines of a chart: one line for single checks that are healthy, or p50 and p95 for longer times. */
export function responseLines(points: readonly HistoryPoint[]): readonly ChartLine[] {
  if (areChecks(points))
    return [{ name: 'p50', values: points.map((point) => (hasFailures(point) ? null : point.p50)) }];
  return (['p50', 'p95'] as const).map((name) => ({ name, values: points.map((point) => point[name]) }));
}

/** Returns the single checks that failed, each with its place among the points; none for longer times. */
export function failedChecks(points: readonly HistoryPoint[]): readonly FailedCheck[] {
  return points.flatMap((point, index) =>
    point.check !== null && hasFailures(point) ? [{ at: (index + 0.5) / points.length, value: point.p50 }] : [],
  );
}

const NAMES = ['p50', 'p95', 'p99'] as const;

/** The least number of answers for each percentile: with fewer, it is just one of the answers. */
const LEAST_ANSWERS = { p50: 1, p95: 20, p99: 100 } as const;

/** `p50 38 ms, p95 60 ms, p99 81 ms`, if there are enough answers. */
export function percentilesText({ answers, responseMs }: PastDocument): string {
  if (responseMs === null) return '';
  const named = NAMES.filter((name) => answers >= LEAST_ANSWERS[name]);
  return named.map((name) => `${name} ${describeMs(responseMs[name])}`).join(', ');
}

function areChecks(points: readonly HistoryPoint[]): boolean {
  return points.some(({ check }) => check !== null);
}
