/** The history of a fleet that has been watched for three months: made once, and given to all services. */

import { type Bucket, bucketOf, sumUp } from '../lambda/core/history/bucket';
import { type HistoryItem, type HistoryStore, itemsWithHours } from '../lambda/core/history/history-items';
import type { PastCheck } from '../lambda/core/history/past-check';
import { FINE_MS, HOUR_MS, type Hour } from '../lambda/core/history/running-history';
import { nextRevision } from '../lambda/core/state/store';

const DAYS = 91;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
/** The number of checks for each failing check. */
const FAILS_ONE_IN = 997;

/** Fills the store with the history of runs once a minute for so many days, up to the beginning of the hour of `until`. */
export async function writeLongPast(
  services: readonly string[],
  store: Pick<HistoryStore, 'write'>,
  until: number,
  days = DAYS,
): Promise<void> {
  const running = hourFrom(Math.floor(until / HOUR_MS) * HOUR_MS);
  const today = Math.floor(until / DAY_MS) * DAY_MS;
  let items: HistoryItem[] = [];
  for (let day = today - days * DAY_MS; day <= today; day += DAY_MS) {
    const starts = Array.from({ length: 24 }, (_, hour) => day + hour * HOUR_MS);
    const hours = starts.filter((from) => from < running.from).map(hourFrom);
    const months = items.filter(({ key }) => key.startsWith('days/'));
    const updates = itemsWithHours(hours, months, running);
    for (const service of services) await store.write(service, updates);
    items = updates.map(({ key, expected, buckets }) => ({ key, revision: nextRevision(expected), buckets }));
  }
}

function hourFrom(from: number): Hour {
  const starts = Array.from({ length: HOUR_MS / FINE_MS }, (_, index) => from + index * FINE_MS);
  return { from, buckets: starts.map(bucketFrom) };
}

function bucketFrom(from: number): Bucket {
  const to = from + FINE_MS;
  const starts = Array.from({ length: FINE_MS / MINUTE_MS }, (_, index) => from + index * MINUTE_MS);
  return sumUp(
    starts.map((at) => bucketOf(checkAt(at), null, from, to)),
    from,
    to,
  );
}

/** Its times are spread like those of real services. */
function checkAt(at: number): PastCheck {
  const normal = Math.sin(at * 0.001) + Math.cos(at * 0.0007);
  const ms = Math.round(1_200 * Math.exp(0.6 * normal)) / 10;
  const figures = { at, ms, memoryMb: 250 + Math.round(20 * normal), inMaintenance: false };
  if ((at / MINUTE_MS) % FAILS_ONE_IN === 0) return { ...figures, kind: 'unhealthy', reason: 'http_503' };
  return { ...figures, kind: 'healthy', reason: 'ok' };
}
