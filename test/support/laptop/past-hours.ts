/** Hours of the past, and what a store gives back of them. */

import { healthyChecks } from '../../../lambda/core/history/bucket';
import type { HistoryRange, HistoryStore } from '../../../lambda/core/history/history-items';
import { readBuckets, writeEndedHours } from '../../../lambda/core/history/past';
import type { PastCheck } from '../../../lambda/core/history/past-check';
import { HOUR_MS, type Hour, NO_HISTORY, runningHour, withCheck } from '../../../lambda/core/history/running-history';

export const DAY_MS = 24 * HOUR_MS;

/** The hour that begins at `from`, with `count` checks at even distances; one of them failed. */
export function hourOf(from: number, count = 60): Hour {
  const checks = Array.from({ length: count }, (_, index): PastCheck => {
    const figures = {
      at: from + Math.floor((index * HOUR_MS) / count),
      ms: 20 + (index % 7) * 30,
      memoryMb: 100 + index,
      inMaintenance: false,
    };
    return index === 3
      ? { ...figures, kind: 'error', reason: 'http_500' }
      : { ...figures, kind: 'healthy', reason: 'ok' };
  });
  return (
    runningHour(checks.reduce((history, check) => withCheck(history, check, null), NO_HISTORY)) ?? { from, buckets: [] }
  );
}

/** Writes hours as runs do, one after the other; the hour that runs is the one after it. Rejects if the store does. */
export async function writeHours(store: HistoryStore, service: string, hours: readonly Hour[]): Promise<void> {
  for (const owed of hours) {
    const running = { from: owed.from + HOUR_MS, buckets: [], written: 0 };
    const history = { ...NO_HISTORY, hours: [{ ...owed, written: 0 }, running] };
    const { failed } = await writeEndedHours(new Map([[service, history]]), store);
    if (failed.size > 0) throw failed.get(service);
  }
}

/** What a store has of a service, with nothing in its state: for each bucket its time, its checks, and how many were well. */
export async function storedIn(
  store: Pick<HistoryStore, 'read'>,
  service: string,
  range: HistoryRange,
  now = range.to,
): Promise<readonly (readonly [from: number, checks: number, healthy: number])[]> {
  const buckets = (await readBuckets(new Map([[service, NO_HISTORY]]), range, store, now))(service);
  return buckets.map((bucket) => [bucket.from, bucket.checks, healthyChecks(bucket)]);
}
