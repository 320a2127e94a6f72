/**
 * The record of a receiver that does not accept its alerts, or of a pulse that is not delivered: since when, with which answer, and until when it
 * asked for a pause.
 */

import * as v from 'valibot';
import type { PulseName } from '../config/pulse';
import { id, instant, LONGEST, line, readStored } from '../fields/stored-value';
import { endIncident } from '../incident/advance-outage';
import { advanceProblems, type Problem } from '../incident/advance-problems';
import type { Incident, Subject } from '../incident/incident';
import type { ServiceState } from '../state/service-state';
import { settle } from '../state/settle';
import { cleanText } from '../words/clean-text';
import { elapsedMs } from '../words/clock';
import { ADDRESSES_REASON, PULSE_REASON, REFUSES_REASON } from '../words/codes';
import { TOPIC } from './receiver';

/** The answer of a receiver to what it was sent in a run, or to a pulse. */
export interface ReceiverNews {
  /** The id of the receiver, or the name of the record of a pulse. */
  readonly receiver: string;
  /** Why it rejected an alert, without any secret; `null` if it accepted everything that was due. */
  readonly fault: string | null;
  /** Until when it has asked for a pause, in milliseconds since 1970; `null` if it has not. */
  readonly busyUntil: number | null;
}

/** The longest pause that a receiver can ask for, in milliseconds: a malicious value must not mute it. */
export const LONGEST_BUSY_MS = 15 * 60_000;

const recordSchema = v.object({
  /** The id of the receiver, or the name of the record of a pulse. */
  receiver: id,
  /** When it first rejected an alert; since then it has never accepted everything that was due. */
  since: instant,
  /** When it last rejected one, to the hour. */
  seenAt: instant,
  /** The last fault that was new. */
  message: line(),
  /** Until when it has asked for a pause; `null` if it has not. */
  busyUntil: v.nullable(instant),
});
/** Times are in milliseconds since 1970. */
export type ReceiverRecord = Readonly<v.InferOutput<typeof recordSchema>>;

/** The records of receivers. A receiver without a record is not paused, and refuses nothing. Each call rejects if the store can't be reached. */
export interface ReceiverStore {
  /** Resolves to the records of these receivers that exist. */
  read(receivers: readonly string[]): Promise<readonly ReceiverRecord[]>;
  /** Saves a record, or removes it with `null`, if the store still has what was read; `null` for nothing. Resolves to whether it did. */
  save(receiver: string, record: ReceiverRecord | null, read: ReceiverRecord | null): Promise<boolean>;
}

/** How long a receiver may refuse before others are notified of it, in milliseconds. */
export const AWAY_MS = 3_600_000;

/** The record of the e-mail addresses: no receiver and no pulse has this name. */
export const ADDRESSES = 'sns/addresses';

/** How long addresses may differ from the config, in milliseconds: people need time to confirm. */
export const DIFFERING_MS = 86_400_000;

/** How often the last refusal is saved, in milliseconds. */
const SEEN_EVERY_MS = AWAY_MS;

/**
 * A refusal that was not seen for so long, in milliseconds, is another: the process that knew of its end may have died. Longer than any
 * interval of runs.
 */
const FORGOTTEN_MS = 2 * 86_400_000;

/** The record of a receiver after a run; `null` if it has none. The same object, if nothing has changed. */
export function recordAfter(
  before: ReceiverRecord | null,
  { receiver, fault, busyUntil }: ReceiverNews,
  now: number,
): ReceiverRecord | null {
  if (fault === null) return null;
  const message = cleanText(fault, LONGEST.message);
  const unseenMs = before === null ? FORGOTTEN_MS : elapsedMs(before.seenAt, now);
  if (before === null || unseenMs >= FORGOTTEN_MS) return { receiver, since: now, seenAt: now, message, busyUntil };
  const after = { ...before, seenAt: now, message, busyUntil };
  const isSame =
    before.message === message &&
    before.busyUntil === busyUntil &&
    unseenMs < SEEN_EVERY_MS &&
    isLong(before) === isLong(after);
  return isSame ? before : after;
}

/** Whether the receiver was seen to refuse for so long that others should know of it. */
export function isLong({ receiver, since, seenAt }: ReceiverRecord): boolean {
  return elapsedMs(since, seenAt) >= (receiver === ADDRESSES ? DIFFERING_MS : AWAY_MS);
}

/** Whether a receiver is paused now. A time that is too late comes from a clock that has been set back since. */
export function isBusy(busyUntil: number | null, now: number): busyUntil is number {
  return busyUntil !== null && busyUntil > now && busyUntil <= now + LONGEST_BUSY_MS;
}

/** Reads a stored record; `null` if it is invalid: then the next fault begins another. Its keys are always in the same order. */
export function readRecord(raw: unknown): ReceiverRecord | null {
  return readStored(recordSchema, raw);
}

interface Refusals {
  /** The records of all receivers that refuse and all pulses that are not delivered. */
  readonly records: readonly ReceiverRecord[];
  /** The ids of the receivers of the config. */
  readonly receivers: readonly string[];
  /** All pulses of the deployment. */
  readonly pulses: readonly PulseName[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The state of the deployment after a run. An incident stays open as long as its receiver, or its pulse, has a record. */
export function withRefusals(before: ServiceState, { records, receivers, pulses, now }: Refusals): ServiceState {
  const run = { ...before, run: before.run + 1, receivers };
  const isThere = ({ kind, id }: Subject) =>
    kind === 'pulse' ? pulses.some((pulse) => pulse.id === id) : receivers.includes(id);
  const hasLeft = ({ over, subject }: Incident) => over === null && subject !== null && !isThere(subject);
  const incidents = run.incidents.map((incident) =>
    hasLeft(incident) ? endIncident(incident, { at: now, why: 'removed' }, run) : incident,
  );
  const problems = records.filter(isLong).map((record) => refusalProblem(record, pulses));
  const subject = { severity: 'critical', environment: null } as const;
  return settle(advanceProblems({ ...run, incidents }, 'condition', problems, { subject, url: '', now }));
}

function refusalProblem({ receiver, since, message }: ReceiverRecord, pulses: readonly PulseName[]): Problem {
  const pulse = pulses.find(({ record }) => record === receiver);
  const about = (): Pick<Problem, 'reason' | 'subject'> => {
    if (receiver === ADDRESSES) return { reason: ADDRESSES_REASON, subject: { kind: 'topic', id: TOPIC } };
    return pulse === undefined
      ? { reason: REFUSES_REASON, subject: { kind: 'receiver', id: receiver } }
      : { reason: PULSE_REASON, subject: { kind: 'pulse', id: pulse.id } };
  };
  return { kind: 'condition', ...about(), message, severity: 'critical', since, stage: 0 };
}
