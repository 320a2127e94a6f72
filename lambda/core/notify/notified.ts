/** The records of receivers: for each incident and receiver, what the receiver knows. */

import * as v from 'valibot';
import { joinFields, type RecordOf, storedFields, tableOf, withoutEnded } from '../fields/fields';
import { earlierTime, eitherKnown, laterTime } from '../fields/join';
import { code, count, id, instant, line, listOf, receiverId, recordOf, verdict } from '../fields/stored-value';
import { INCIDENT_STATE_FIELDS } from '../incident/incident';
import { alertSchema } from '../message/alert';
import { joinSentAlerts, sentAlertsSchema } from '../message/sent-alert';
import type { VerdictKind } from '../words/codes';

/** How far an incident had come: the stage of a problem, and how often an outage had relapsed after ten healthy minutes. */
const extentEntries = { stage: count, lateRelapses: count };
export type Extent = Pick<LastAlert, keyof typeof extentEntries>;

/** The last alert about an incident that a receiver was sent; `nth` counts its alerts about the incident from 1. */
const lastAlertSchema = v.object({ nth: count, at: instant, verdict, reason: code, message: line(), ...extentEntries });
export type LastAlert = Readonly<v.InferOutput<typeof lastAlertSchema>>;

/** The most tries that are counted: three weeks, with one every three minutes. */
export const MOST_TRIES = 10_000;

/** An alert that was sent and not answered, the last time `at`: it may have arrived. It is repeated as it was. */
const unansweredSchema = v.object({
  alert: alertSchema,
  nth: count,
  times: v.pipe(count, v.minValue(1), v.toMaxValue(MOST_TRIES)),
  at: instant,
  ...extentEntries,
});
export type UnansweredAlert = Readonly<v.InferOutput<typeof unansweredSchema>>;

const time = v.nullable(instant);
const LASTING = { kept: 'always', savedAtOnce: true } as const;
const OPEN = { kept: 'until over', savedAtOnce: true } as const;

/** The fields of what a receiver knows about an incident, each declared once. Of each, the further value counts. */
const FIELDS = {
  /** When its beginning was first due. What is due is sent, also if the incident is over by then. */
  due: { ...OPEN, join: earlierTime, initial: null, schema: time },
  /** When the receiver was notified of its beginning, and of its end. An end without a beginning: it was only counted. */
  opened: { ...LASTING, join: earlierTime, initial: null, schema: time },
  over: { ...LASTING, join: laterTime, initial: null, schema: time },
  /** When it was last sent anything but the end, or may have been. */
  sentAt: { ...LASTING, join: laterTime, initial: null, schema: time },
  /** Alerts sent up to this time came before the end. An alert that a process sent later, not knowing of the end, makes the end due again. */
  endCovers: { ...LASTING, join: laterTime, initial: null, schema: time },
  lastAlert: { ...OPEN, join: laterAlert, initial: null, schema: v.nullable(lastAlertSchema) },
  /** The alerts about the incident that it was sent; `null` if none. Kept as long as the incident. */
  sent: { ...LASTING, join: joinSentAlerts, initial: null, schema: v.nullable(sentAlertsSchema) },
  /** All verdicts that it was notified of, sorted. */
  verdicts: { ...OPEN, join: allVerdicts, initial: [], schema: listOf(verdict) },
  updates: { ...OPEN, join: Math.max, initial: 0, schema: count },
  reminders: { ...OPEN, join: Math.max, initial: 0, schema: count },
  /** How many acknowledgements it was notified of, and the beginning of the latest of them. */
  acks: { ...OPEN, join: Math.max, initial: 0, schema: count },
  ackedSince: { ...OPEN, join: laterTime, initial: null, schema: time },
  /** When it was notified that the service answers again, before the outage was over: once at most. */
  answersAt: { ...OPEN, join: earlierTime, initial: null, schema: time },
  /** The `incidentId` of the incident in whose thread a chat shows it; `null` if it has its own. */
  thread: { ...OPEN, join: eitherKnown, initial: null, schema: v.nullable(id) },
  tried: { ...OPEN, join: latestTry, initial: null, schema: v.nullable(unansweredSchema) },
  /** How many earlier incidents its beginning counts, since there were too many. */
  omitted: { ...OPEN, join: Math.max, initial: 0, schema: count },
} as const;

export type Notified = RecordOf<typeof FIELDS>;

export const NOTIFIED = tableOf<Notified>({
  fields: FIELDS,
  numberOf: () => 0,
  phaseOf: ({ over }) => (over === null ? 'until over' : 'always'),
});

export const NOT_NOTIFIED = NOTIFIED.initial;

/** Records by the id of the incident or new version, then by the id of the receiver. A receiver without a record has no entry. */
export type NotifiedOfAll = Readonly<Record<string, Readonly<Record<string, Notified>>>>;

/** The facts about a service, and what receivers know of them. */
export const NOTIFY_STATE_FIELDS = {
  ...INCIDENT_STATE_FIELDS,
  notified: {
    kept: 'always',
    savedAtOnce: true,
    join: joinNotifiedOfAll,
    initial: {},
    stored: (notified: NotifiedOfAll) =>
      mapValues(notified, (records) => mapValues(records, (record) => storedFields(record, NOTIFIED))),
    schema: recordOf(v.string(), recordOf(receiverId, NOTIFIED.schema)),
  },
  /**
   * The ids of the receivers that the config had in the latest run; `null` if that is not known. Nothing is due to any other: what it knows
   * stays with the incident, and counts if it comes back.
   */
  receivers: {
    kept: 'always',
    savedAtOnce: false,
    join: 'newest',
    initial: null,
    schema: v.nullable(listOf(receiverId)),
  },
} as const;

export type NotifyState = RecordOf<typeof NOTIFY_STATE_FIELDS>;
export type NotifiedRecords = Pick<NotifyState, 'notified'>;

export function notifiedOf({ notified }: NotifiedRecords, incident: string, receiver: string): Notified {
  return notified[incident]?.[receiver] ?? NOT_NOTIFIED;
}

export function withNotified<State extends NotifiedRecords>(
  state: State,
  incident: string,
  receiver: string,
  record: Notified,
): State {
  return { ...state, notified: { ...state.notified, [incident]: { ...state.notified[incident], [receiver]: record } } };
}

/** Whether a receiver knows of an incident, or may. */
export function knows({ opened, tried }: Notified): boolean {
  return opened !== null || tried !== null;
}

/** Whether a receiver is still owed an alert about an incident, now or once it is over. An opening that may have arrived counts as sent. */
export function hasPendingAlert({ due, opened, over, sentAt, endCovers }: Notified): boolean {
  if (over === null) return due !== null;
  // Some receivers take what follows the end for another beginning.
  return opened !== null && sentAt !== null && sentAt > (endCovers ?? Number.NEGATIVE_INFINITY);
}

/** The records of the receivers of the config about an incident, by their ids. */
export function recordsOf({ notified, receivers }: NotifyState, incident: string): readonly [string, Notified][] {
  const all = Object.entries(notified[incident] ?? {});
  return receivers === null ? all : all.filter(([receiver]) => receivers.includes(receiver));
}

/** How many alerts about the incident a receiver has had. */
export function countOf({ opened, updates, reminders, acks, over }: Notified): number {
  return (opened === null ? 0 : 1) + updates + reminders + acks + (over === null ? 0 : 1);
}

/** The longest time in which a run sends, in milliseconds: of two runs at once, the run that began first may have sent last. */
const AT_ONCE_MS = 30_000;

/** The record once the end was sent at `now`. */
export function endedRecord(record: Notified, now: number): Notified {
  return withoutEnded({ ...record, over: now, endCovers: laterTime(record.sentAt, now - AT_ONCE_MS) }, NOTIFIED);
}

/** The record of an incident that is over and was only counted: no end was sent, so none covers what another process has sent. */
export function countedRecord(record: Notified, now: number): Notified {
  return withoutEnded({ ...record, over: now }, NOTIFIED);
}

function allVerdicts(left: readonly VerdictKind[], right: readonly VerdictKind[]): readonly VerdictKind[] {
  return [...new Set([...left, ...right])].sort();
}

function laterAlert(left: LastAlert | null, right: LastAlert | null): LastAlert | null {
  return eitherKnown(left, right, ({ nth }) => nth);
}

function latestTry(left: UnansweredAlert | null, right: UnansweredAlert | null): UnansweredAlert | null {
  return eitherKnown(left, right, ({ nth, times }) => nth + times / (times + 1));
}

export function joinNotified(left: Notified, right: Notified): Notified {
  if (left === right) return left;
  const joined = joinFields(left, right, NOTIFIED);
  // Another process has had the answer since.
  const isAnswered = joined.tried !== null && joined.tried.nth <= countOf(joined);
  return isAnswered ? { ...joined, tried: null } : joined;
}

function joinNotifiedOfAll(left: NotifiedOfAll, right: NotifiedOfAll): NotifiedOfAll {
  return joinRecords(left, right, (ours, theirs) => joinRecords(ours, theirs, joinNotified));
}

function joinRecords<Value>(
  left: Readonly<Record<string, Value>>,
  right: Readonly<Record<string, Value>>,
  join: (left: Value, right: Value) => Value,
): Readonly<Record<string, Value>> {
  if (left === right) return left;
  const all = { ...left };
  for (const [key, value] of Object.entries(right)) all[key] = key in left ? join(left[key] as Value, value) : value;
  return all;
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  of: (value: Value) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, of(value)]));
}
