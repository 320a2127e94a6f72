/** Measured: saving the history of services, without anything else that a run does. */

import { readStored } from '../../lambda/core/fields/stored-value';
import { type HistoryItem, itemsWithHours } from '../../lambda/core/history/history-items';
import type { PastCheck } from '../../lambda/core/history/past-check';
import {
  HOUR_MS,
  hoursToWrite,
  joinHistories,
  NO_HISTORY,
  type RunningHistory,
  runningHour,
  withCheck,
  withWritten,
} from '../../lambda/core/history/running-history';
import { historySchema, storedBuckets, storedHistory } from '../../lambda/core/history/stored-history';
import { serveJobs } from './child-process';

/** A step, and its CPU for each service in milliseconds, one figure a run. */
export interface HistoryStep {
  readonly name: string;
  readonly cpuMs: readonly number[];
  /** The most that it may take. */
  readonly limitMs: number | null;
}

const SERVICES = 200;
const MINUTE_MS = 60_000;
const RUNS = 40;
const WARM_UP = 20;
const DAY = Date.parse('2026-11-22T00:00:00.000Z');

/** A check that finds the service healthy; its times are spread as those of real services are. */
function checkAt(at: number, service: number): PastCheck {
  const normal = Math.sin(at * 0.001 + service) + Math.cos(at * 0.0007 - service);
  const ms = Math.round(1_200 * Math.exp(0.6 * normal)) / 10;
  return { at, kind: 'healthy', reason: 'ok', ms, memoryMb: 250 + Math.round(20 * normal), inMaintenance: false };
}

/** The history of a day up to `end`, of which each hour that is over was written. */
function dayUntil(end: number, service: number): { readonly history: RunningHistory; readonly items: HistoryItem[] } {
  let history = NO_HISTORY;
  const items = new Map<HistoryItem['key'], HistoryItem>();
  for (let at = DAY; at <= end; at += MINUTE_MS) {
    history = withCheck(history, checkAt(at, service), null);
    // The last complete hour is not written yet.
    const owed = hoursToWrite(history);
    if (owed.length === 0 || end - at < HOUR_MS) continue;
    for (const { key, buckets } of itemsWithHours(owed, [...items.values()], runningHour(history)))
      items.set(key, { key, revision: 1, buckets });
    history = withWritten(history, owed);
  }
  return { history, items: [...items.values()] };
}

serveJobs(async (): Promise<HistoryStep[]> => {
  const late = Array.from({ length: SERVICES }, (_, service) => dayUntil(DAY + 23 * HOUR_MS + 50 * MINUTE_MS, service));
  const over = Array.from({ length: SERVICES }, (_, service) => dayUntil(DAY + 24 * HOUR_MS + 2 * MINUTE_MS, service));
  const stored = late.map(({ history }) => JSON.stringify(storedHistory(history)));
  const newer = DAY + 23 * HOUR_MS + 51 * MINUTE_MS;
  const added = ({ history }: (typeof late)[number], service: number) =>
    withCheck(history, checkAt(newer, service), null);
  const merged = late.map((before, service) => ({ stored: before.history, memory: added(before, service) }));
  return [
    row('a check is added', (service) => added(late[service] as (typeof late)[number], service), null),
    row(
      'a check is added, and a fifth of the services is saved: the mean of all runs',
      (service) => {
        const history = added(late[service] as (typeof late)[number], service);
        return service % 5 === 0 ? JSON.stringify(storedHistory(history)) : history;
      },
      0.05,
    ),
    row(
      'it is read from JSON, at a cold start',
      (service) => readStored(historySchema, JSON.parse(stored[service] as string)),
      null,
    ),
    row(
      'two processes have changed it',
      (service) => {
        const { stored: theirs, memory } = merged[service] as (typeof merged)[number];
        return joinHistories(theirs, memory);
      },
      null,
    ),
    row(
      'an hour is written, the last of a day',
      (service) => {
        const { history, items } = over[service] as (typeof over)[number];
        return itemsWithHours(hoursToWrite(history), items, runningHour(history)).map(({ buckets }) =>
          JSON.stringify(storedBuckets(buckets)),
        );
      },
      1,
    ),
  ];
});

function row(name: string, work: (service: number) => unknown, limitMs: number | null): HistoryStep {
  const times = Array.from({ length: WARM_UP + RUNS }, () => {
    const before = process.cpuUsage();
    for (let service = 0; service < SERVICES; service += 1) work(service);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / SERVICES;
  });
  return { name, cpuMs: times.slice(WARM_UP), limitMs };
}
