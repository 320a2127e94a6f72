/** Keeps the records of receivers: until when each has asked to be sent nothing, and since when it refuses its alerts; notifies the others of one that has refused for an hour, and of its end. */

import { WHOLE } from '../config/part';
import type { AlertLinks } from '../message/alert';
import { noticeHeadline, type ReceiverNotice } from '../message/receiver-notice';
import type { Clock } from '../words/clock';
import { messageOf, type RunFailure } from '../words/run-failure';
import { createPace, type Pace } from './pace';
import type { Receiver } from './receiver';
import {
  isClaimed,
  isLong,
  type ReceiverNews,
  type ReceiverRecord,
  type ReceiverStore,
  recordAfter,
} from './receiver-record';

export interface ReceiverPorts {
  readonly store: ReceiverStore;
  /** All receivers of the deployment. */
  readonly receivers: readonly Receiver[];
  readonly clock: Clock;
  readonly deployment: string;
}

/** The run whose news is kept. */
export interface KeepingRun {
  /** Whether there is no time left. */
  readonly isLate: boolean;
  /** The pages that a notice links to. */
  readonly links: AlertLinks;
}

/** The records of receivers, for the runs of one process. */
export interface ReceiverKeeper {
  /**
   * Until when each receiver has asked to be sent nothing, by its id. The store is asked in the first run of a process, which then remembers. A
   * receiver that is not named is not paused. Never rejects.
   */
  pauses(): Promise<ReadonlyMap<string, number>>;
  /**
   * Takes what receivers have done in a run, and asks the store for nothing if that is nothing. Once there is no time left, the next
   * run goes on. Never rejects.
   */
  keep(news: readonly ReceiverNews[], run: KeepingRun): Promise<readonly RunFailure[]>;
}

/** No notice begins later than this after the beginning, in milliseconds. */
const LIMIT_MS = 2_000;

/**
 * For the runs of one process. Of each receiver there is one item, whatever the number of parts: any part that is refused begins it, any part
 * that has sent all that it owed ends it, and the one that finds that an hour is over notifies the others.
 */
export function createReceiverKeeper(ports: ReceiverPorts): ReceiverKeeper {
  const { store, receivers, clock } = ports;
  /** Ends that are not kept yet, or of which somebody is still to be notified: what is refused comes up again by itself. */
  const left = new Map<string, ReceiverNews>();
  let paused: Map<string, number> | null = null;
  const readRecords = () => store.read(receivers.map(({ id }) => id));
  const readPauses = async () => {
    const stored = await readRecords();
    return new Map(stored.flatMap(({ receiver, busyUntil }) => (busyUntil === null ? [] : [[receiver, busyUntil]])));
  };
  const pauses = async () => {
    // An alert that comes too early is better than none, so nothing is paused if that can't be read.
    paused ??= await readPauses().catch(() => null);
    return paused ?? new Map();
  };
  const keep: ReceiverKeeper['keep'] = async (news, { isLate, links }) => {
    for (const { receiver, busyUntil } of news) {
      paused?.delete(receiver);
      if (busyUntil !== null) paused = (paused ?? new Map()).set(receiver, busyUntil);
    }
    const begunAt = clock.elapsed();
    const all = new Map([...left, ...news.map((one) => [one.receiver, one] as const)]);
    left.clear();
    for (const [id, one] of all) if (one.fault === null) left.set(id, one);
    if (all.size === 0 || isLate) return [];
    const failures: RunFailure[] = [];
    try {
      const stored = new Map((await readRecords()).map((one) => [one.receiver, one]));
      const isAway = (id: string) => (all.get(id)?.fault ?? null) !== null || stored.get(id)?.over === null;
      const pace = createPace(WHOLE, clock);
      const mayNotify = () => clock.elapsed() - begunAt <= LIMIT_MS;
      for (const one of all.values()) {
        const before = stored.get(one.receiver) ?? null;
        const done = await keepOne(one, before, { ...ports, links, isAway, pace, mayNotify });
        failures.push(...done.failures);
        if (done.isDone) left.delete(one.receiver);
      }
    } catch (error) {
      const message = `since when receivers refuse alerts can't be read or saved: ${messageOf(error)}`;
      failures.push({ output: 'store', service: null, message });
    }
    return failures;
  };
  return { pauses, keep };
}

interface KeepingContext extends ReceiverPorts, Pick<KeepingRun, 'links'> {
  /** Whether a receiver refuses by itself: it is notified once it takes alerts again. */
  readonly isAway: (receiver: string) => boolean;
  readonly pace: Pace;
  readonly mayNotify: () => boolean;
}

interface Kept {
  /** Whether nothing of an end is left to be done. */
  readonly isDone: boolean;
  readonly failures: readonly RunFailure[];
}

/** Claims, notifies, marks. After a crash between them others may be notified twice, never not at all. */
async function keepOne(news: ReceiverNews, before: ReceiverRecord | null, context: KeepingContext): Promise<Kept> {
  const { store, clock, pace } = context;
  const { receiver } = news;
  const now = clock.now();
  if (before !== null && isClaimed(before, now)) return { isDone: false, failures: [] };
  const { next, to } = planFor(recordAfter(before, news, now), context, now);
  if (next === null || to.length === 0 || !context.mayNotify()) {
    const isSaved = next === before || (await store.save(receiver, next, before));
    return { isDone: isSaved && next === null, failures: [] };
  }
  const claimed = { ...next, claimedAt: now };
  if (!(await store.save(receiver, claimed, before))) return { isDone: false, failures: [] };
  await clock.sleep(pace.waitMs());
  pace.take();
  const { reached, failures } = await notifyAll(to, noticeOf(next, context, now));
  const after = afterNotifying(next, reached);
  await store.save(receiver, after, claimed);
  return { isDone: after === null, failures };
}

/** What is kept before anybody is notified, and who is to be. */
function planFor(
  record: ReceiverRecord | null,
  { receivers, isAway }: Pick<KeepingContext, 'receivers' | 'isAway'>,
  now: number,
): { readonly next: ReceiverRecord | null; readonly to: readonly Receiver[] } {
  if (record === null) return { next: null, to: [] };
  const { over, notified } = record;
  const event = over === null ? 'opened' : 'resolved';
  const others = receivers.filter(
    ({ id, filter, sendNotice }) =>
      id !== record.receiver && sendNotice !== undefined && (filter?.events.includes(event) ?? true),
  );
  const knowing = others.filter(({ id }) => notified.includes(id));
  const reachable = (some: readonly Receiver[]) => some.filter(({ id }) => !isAway(id));
  if (over === null) {
    const unknowing = others.filter((one) => !knowing.includes(one));
    return { next: record, to: isLong(record, now) ? reachable(unknowing) : [] };
  }
  // Who has left the config, or is not notified of ends, is not waited for.
  if (knowing.length === 0) return { next: null, to: [] };
  const isWhole = knowing.length === notified.length;
  return {
    next: isWhole ? record : { ...record, notified: knowing.map(({ id }) => id) },
    to: reachable(knowing),
  };
}

/** `null` once all who knew of it were notified of its end. */
function afterNotifying(record: ReceiverRecord, reached: readonly string[]): ReceiverRecord | null {
  if (record.over === null)
    return { ...record, notified: [...new Set([...record.notified, ...reached])], claimedAt: null };
  const notified = record.notified.filter((id) => !reached.includes(id));
  return notified.length === 0 ? null : { ...record, notified, claimedAt: null };
}

function noticeOf(
  { receiver, since, over, message }: ReceiverRecord,
  { deployment, links }: Pick<KeepingContext, 'deployment' | 'links'>,
  now: number,
): ReceiverNotice {
  const event = over === null ? 'opened' : 'resolved';
  return { event, deployment, receiver, since, at: over ?? now, message, links };
}

/** Each by itself: none waits for another one. Who was reached, and why others were not. */
async function notifyAll(receivers: readonly Receiver[], notice: ReceiverNotice) {
  const sending = receivers.map(async ({ id, sendNotice }) => {
    try {
      await sendNotice?.(notice);
      return { reached: [id], failures: [] };
    } catch (error) {
      const message = `"${noticeHeadline(notice)}" can't be sent to ${id}: ${messageOf(error)}`;
      return { reached: [], failures: [{ output: 'alerts', service: null, message } as const] };
    }
  });
  const done = await Promise.all(sending);
  return { reached: done.flatMap(({ reached }) => reached), failures: done.flatMap(({ failures }) => failures) };
}
