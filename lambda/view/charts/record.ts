/** The beginning of a service's record, and the gaps in it. */

import type { HistoryDocument, PastDocument } from '../../core/documents/history-document';

interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

/** Returns whether the service was watched at a time without checks: they are lost, or were not made. */
export function isLost({ from, to }: Period, { begunAt }: Pick<PastDocument, 'begunAt'>): boolean {
  if (begunAt === null || from === null || to === null) return false;
  // ISO instants of the same form sort like texts.
  return from >= begunAt || to > begunAt;
}

/** From the first to the sixtieth check, a minute apart. */
const FIRST_HOUR_MS = 59 * 60_000;

/** Returns whether a service has been watched for less than an hour: a percentage would say little. */
export function isYoung({ begunAt, to }: Pick<PastDocument, 'begunAt' | 'to'>): boolean {
  return begunAt === null || Date.parse(to) - Date.parse(begunAt) < FIRST_HOUR_MS;
}

/** The least number of points that are drawn, so that the first checks of a service are not as wide as walls. */
const LEAST_POINTS = 20;

/** Returns the history without the empty points before the first check of the service. */
export function sinceItBegan(history: HistoryDocument): HistoryDocument {
  const { points, whole, changes } = history;
  const [oldest] = points;
  const first = oldest && isLost(oldest, whole) ? 0 : points.findIndex(({ checks }) => checks > 0);
  const cut = Math.max(0, Math.min(first, points.length - LEAST_POINTS));
  const moved = changes.map((change) => ({ ...change, point: change.point - cut }));
  return { ...history, points: points.slice(cut), changes: moved };
}
