/** What is kept of a receiver that does not take what it is owed: since when, and who was notified of that. */

import { elapsedMs } from '../words/elapsed';
import { isJsonObject } from '../words/json';
import { LONGEST, readInstant, readLine, readList } from '../words/stored-value';

/** What a receiver has done with what it was sent in a run. */
export interface ReceiverNews {
  /** The receiver's id. */
  readonly receiver: string;
  /** Why it has not taken something, without any secret; `null` if it has taken all that it was owed. */
  readonly fault: string | null;
}

/** Times are in milliseconds since 1970. */
export interface Refusal {
  /** The receiver's id. */
  readonly receiver: string;
  /** When it first did not take something; since then it has not once taken all that it was owed. */
  readonly since: number;
  /** When it last did not, within an hour. */
  readonly seenAt: number;
  /** The last fault that was new. */
  readonly message: string;
  /** When it had taken all again, if others are still to be notified of that; otherwise `null`. */
  readonly over: number | null;
  /** The ids of the receivers that were notified of its beginning, and not of its end. */
  readonly notified: readonly string[];
  /** When a run began to notify others; `null` if none is at it. */
  readonly claimedAt: number | null;
}

/** The refusals of one deployment. Each call rejects if the store can't be reached. */
export interface RefusalStore {
  /** Of these receivers, as far as there are any. */
  read(receivers: readonly string[]): Promise<readonly Refusal[]>;
  /** Saves one, or removes it with `null`, if the store still has what was read; `null` for nothing. Whether it did. */
  save(receiver: string, refusal: Refusal | null, read: Refusal | null): Promise<boolean>;
}

/** How long a receiver may refuse before others are notified of it, in milliseconds. */
export const AWAY_MS = 3_600_000;

/** How often it is kept that a receiver still refuses, in milliseconds. */
const SEEN_EVERY_MS = AWAY_MS;

/**
 * What was not seen for so long, in milliseconds, is another refusal: the process that knew of its end may have died. Longer than any
 * interval of runs.
 */
const FORGOTTEN_MS = 2 * 86_400_000;

/** For how long a claim keeps other runs from notifying, in milliseconds: longer than a run may take for it. */
const CLAIM_MS = 20_000;

/** What is to be kept of a receiver after a run; `null` if nothing is. The same object, if nothing has changed. */
export function refusalAfter(before: Refusal | null, { receiver, fault }: ReceiverNews, now: number): Refusal | null {
  if (fault === null) {
    if (before === null || before.notified.length === 0) return null;
    return before.over === null ? { ...before, over: now } : before;
  }
  const message = readLine(fault, LONGEST.message) ?? '';
  const begun = { receiver, since: now, seenAt: now, message, over: null, notified: [], claimedAt: null };
  if (before === null) return begun;
  const unseenMs = elapsedMs(before.seenAt, now);
  if (before.notified.length === 0 && unseenMs >= FORGOTTEN_MS) return begun;
  const isSame = before.over === null && before.message === message && unseenMs < SEEN_EVERY_MS;
  return isSame ? before : { ...before, seenAt: now, message, over: null };
}

export function isClaimed({ claimedAt }: Pick<Refusal, 'claimedAt'>, now: number): boolean {
  return claimedAt !== null && elapsedMs(claimedAt, now) < CLAIM_MS;
}

/** Whether others should know of it. */
export function isLong({ since }: Pick<Refusal, 'since'>, now: number): boolean {
  return elapsedMs(since, now) >= AWAY_MS;
}

/** Reads one back; `null` if it makes no sense: then the next fault begins another. */
export function readRefusal(raw: unknown): Refusal | null {
  if (!isJsonObject(raw)) return null;
  const [receiver, message] = [readLine(raw.receiver, LONGEST.id), readLine(raw.message)];
  const since = readInstant(raw.since);
  if (receiver === null || since === null) return null;
  const notified = readList(raw.notified, (one) => readLine(one, LONGEST.id));
  return {
    ...{ receiver, since, seenAt: readInstant(raw.seenAt) ?? since, message: message ?? '', notified },
    ...{ over: readInstant(raw.over), claimedAt: readInstant(raw.claimedAt) },
  };
}
