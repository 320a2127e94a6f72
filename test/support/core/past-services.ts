/** Services with a long past, as a watch or the checker has left it: a state, and the items of a history. */

import { TOPIC } from '../../../lambda/core/deliver/receiver';
import { type Bucket, emptyBucket } from '../../../lambda/core/history/bucket';
import { type HistoryItem, type ItemUpdate, itemsWithHours } from '../../../lambda/core/history/history-items';
import { FINE_MS, HOUR_MS, type Hour, NO_HISTORY } from '../../../lambda/core/history/running-history';
import { INCIDENT, type Incident } from '../../../lambda/core/incident/incident';
import { NOT_NOTIFIED } from '../../../lambda/core/notify/notified';
import { NEW_STATE, type ServiceState } from '../../../lambda/core/state/service-state';
import { timesOf } from '../../../lambda/core/words/response-times';
import { createFileStore } from '../../../local/store/file-store';
import { createHistoryFiles } from '../../../local/store/history-files';
import { historyIn } from '../../../local/store/state-folder';

/** The checks of an hour; what is missing is none. */
export interface PastHour {
  readonly checks: number;
  readonly failed?: number;
  /** How many of the checks were in maintenance, and of those that failed. */
  readonly maintained?: number;
  readonly maintainedFailed?: number;
  /** Of each answer. */
  readonly ms?: number;
  readonly restarts?: number;
  readonly versions?: number;
}

export interface PastService {
  readonly state: ServiceState;
  readonly updates: readonly ItemUpdate[];
}

export function bucketOfHour(from: number, hour: PastHour): Bucket {
  const { checks, failed = 0, maintained = 0, maintainedFailed = 0, ms = 40, restarts = 0, versions = 0 } = hour;
  const failures = (count: number) => (count === 0 ? {} : { unreachable: count });
  return {
    ...emptyBucket(from, from + HOUR_MS),
    checks,
    failures: failures(failed),
    restarts,
    versions,
    maintenance: { checks: maintained, failures: failures(maintainedFailed) },
    times: timesOf(ms, checks - failed),
  };
}

/**
 * A service that was checked from an hour up to before another one, both in milliseconds since 1970. The last hour still runs: it is
 * in the state alone.
 */
export function pastService(
  { from, to }: { readonly from: number; readonly to: number },
  hourAt: (from: number) => PastHour | null,
  more: Partial<ServiceState> = {},
): PastService {
  const hours: Hour[] = [];
  for (let at = from; at < to; at += HOUR_MS) {
    const hour = hourAt(at);
    if (hour !== null) hours.push({ from: at, buckets: [{ ...bucketOfHour(at, hour), to: at + FINE_MS }] });
  }
  const running = hours.pop() ?? null;
  const items = new Map<string, HistoryItem>();
  for (const [index, hour] of hours.entries()) {
    const next = hours[index + 1] ?? running;
    const lately = itemsWithHours([hour], [...items.values()].slice(-4), next);
    for (const { key, buckets } of lately) {
      items.delete(key);
      items.set(key, { key, revision: null, buckets });
    }
  }
  const updates = [...items.values()].map(({ key, buckets }) => ({ key, buckets, expected: null, expiresAt: 0 }));
  const history = { ...NO_HISTORY, hours: running === null ? [] : [{ ...running, written: 0 }] };
  return { state: { ...NEW_STATE, ...more, history }, updates };
}

/** An outage that is over, without a relapse. */
export function pastOutage(openedAt: number, resolvedAt: number, more: Partial<Incident> = {}): Incident {
  return {
    ...INCIDENT.initial,
    id: `${openedAt}`,
    kind: 'outage',
    openedAt,
    noticedAt: openedAt,
    verdict: 'unreachable',
    run: 1,
    url: '',
    reason: 'connection_refused',
    message: 'connection refused',
    failedRuns: 3,
    verdictRuns: 3,
    severity: 'critical',
    environment: null,
    failing: null,
    lastFailedAt: openedAt,
    downMs: resolvedAt - openedAt,
    over: { at: resolvedAt, why: 'well' },
    ...more,
  };
}

/** A service whose outage is over and has spent its budget, of which the incident is open: with what the topic was notified of the outage. */
export function withSpentBudget(state: ServiceState, outage: Incident, isNotified: boolean): ServiceState {
  const budget: Incident = {
    ...pastOutage(outage.openedAt + 120_000, 0),
    id: `${outage.openedAt}-budget`,
    kind: 'objective',
    over: null,
    downMs: 0,
    spentBy: [outage.id],
    verdict: 'healthy',
    reason: 'availability_burns_fast',
    message: '14.4 times',
    firstMessage: '14.4 times',
  };
  const record = { ...NOT_NOTIFIED, opened: outage.openedAt, over: outage.over?.at ?? null };
  const notified = isNotified ? { [outage.id]: { [TOPIC]: record } } : {};
  return { ...state, incidents: [outage, budget], notified };
}

/** Writes them into the folder of a deployment, as a watch does. */
export async function keepInFolder(folder: string, services: Readonly<Record<string, PastService>>): Promise<void> {
  const onDamage = (message: string) => {
    throw new Error(message);
  };
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };
  const history = createHistoryFiles({ folder: historyIn(folder), onDamage, clock });
  const states = createFileStore({ folder, onDamage });
  await states.load();
  for (const [service, { state, updates }] of Object.entries(services)) {
    await history.write(service, updates);
    await states.save(service, state, null);
  }
}
