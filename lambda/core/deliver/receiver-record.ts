/** The record of a receiver that does not take its alerts: since when, until when it asked to be sent nothing, and who was notified of that. */

import * as v from 'valibot';
import { cleanText } from '../words/clean-text';
import { elapsedMs } from '../words/clock';
import { id, instant, LONGEST, line, listOf, readStored } from '../words/stored-value';

/** What a receiver has done with what it was sent in a run. */
export interface ReceiverNews {
  /** The receiver's id. */
  readonly receiver: string;
  /** Why it has not taken something, without any secret; `null` if it has taken all that it was owed. */
  readonly fault: string | null;
  /** Until when it has asked to be sent nothing, in milliseconds since 1970; `null` if it has not. */
  readonly busyUntil: number | null;
}

/** The longest that a receiver is sent nothing because it has asked for that, in milliseconds: a value that means harm must not mute it. */
export const LONGEST_BUSY_MS = 15 * 60_000;

/** Times are in milliseconds since 1970. */
export interface ReceiverRecord {
  /** The receiver's id. */
  readonly receiver: string;
  /** When it first did not take something; since then it has not once taken all that it was owed. */
  readonly since: number;
  /** When it last did not, within an hour. */
  readonly seenAt: number;
  /** The last fault that was new. */
  readonly message: string;
  /** Until when it has asked to be sent nothing; `null` if it has not. */
  readonly busyUntil: number | null;
  /** When it had taken all again, if others are still to be notified of that; otherwise `null`. */
  readonly over: number | null;
  /** The ids of the receivers that were notified of its beginning, and not of its end. */
  readonly notified: readonly string[];
  /** When a run began to notify others; `null` if none is at it. */
  readonly claimedAt: number | null;
}

/** The records of the receivers of one deployment. A receiver without one is not paused, and refuses nothing. Each call rejects if the store can't be reached. */
export interface ReceiverStore {
  /** Of these receivers, as far as there are any. */
  read(receivers: readonly string[]): Promise<readonly ReceiverRecord[]>;
  /** Saves one, or removes it with `null`, if the store still has what was read; `null` for nothing. Whether it did. */
  save(receiver: string, record: ReceiverRecord | null, read: ReceiverRecord | null): Promise<boolean>;
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
export function recordAfter(
  before: ReceiverRecord | null,
  { receiver, fault, busyUntil }: ReceiverNews,
  now: number,
): ReceiverRecord | null {
  if (fault === null) {
    if (before === null || before.notified.length === 0) return null;
    return before.over === null ? { ...before, busyUntil: null, over: now } : before;
  }
  const message = cleanText(fault, LONGEST.message);
  const begun = { receiver, since: now, seenAt: now, message, busyUntil, over: null, notified: [], claimedAt: null };
  if (before === null) return begun;
  const unseenMs = elapsedMs(before.seenAt, now);
  if (before.notified.length === 0 && unseenMs >= FORGOTTEN_MS) return begun;
  const isSame =
    before.over === null && before.message === message && before.busyUntil === busyUntil && unseenMs < SEEN_EVERY_MS;
  return isSame ? before : { ...before, seenAt: now, message, busyUntil, over: null };
}

export function isClaimed({ claimedAt }: Pick<ReceiverRecord, 'claimedAt'>, now: number): boolean {
  return claimedAt !== null && elapsedMs(claimedAt, now) < CLAIM_MS;
}

/** Whether others should know of it. */
export function isLong({ since }: Pick<ReceiverRecord, 'since'>, now: number): boolean {
  return elapsedMs(since, now) >= AWAY_MS;
}

/** Whether a receiver is to be sent nothing now. A time that is later than it can be was made by a clock that has been set back since. */
export function isBusy(busyUntil: number | null, now: number): busyUntil is number {
  return busyUntil !== null && busyUntil > now && busyUntil <= now + LONGEST_BUSY_MS;
}

const time = v.nullable(instant);
const recordSchema = v.object({
  receiver: id,
  since: instant,
  seenAt: instant,
  message: line(),
  busyUntil: time,
  over: time,
  notified: listOf(id),
  claimedAt: time,
});

/** Reads a stored record; `null` if it makes no sense: then the next fault begins another. Its keys are always in the same order. */
export function readRecord(raw: unknown): ReceiverRecord | null {
  return readStored(recordSchema, raw);
}
