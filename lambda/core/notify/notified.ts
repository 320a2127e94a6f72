/** What receivers know of the incidents of a service: of each incident, for each receiver, one small record. */

import type { IncidentState } from '../incident/incident';
import type { Alert } from '../message/alert';
import { joinSentAlerts, type SentAlerts } from '../message/sent-alert';
import type { VerdictKind } from '../words/codes';
import { earlier, known, later } from '../words/join';

/** How far an incident had come, as an alert says it. */
export interface Extent {
  /** Of a matter; 0 in an outage. */
  readonly stage: number;
  /** Of an outage, how often it had relapsed after ten healthy minutes. */
  readonly lateRelapses: number;
}

/** What a receiver was notified of last about an incident. */
export interface LastAlert extends Extent {
  /** Which alert about the incident it was for the receiver, counted from 1. */
  readonly nth: number;
  /** Milliseconds since 1970, as are all other times. */
  readonly at: number;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
}

/** An alert that was sent and not answered: it may have arrived. It is repeated as it was. */
export interface UnansweredAlert extends Extent {
  readonly alert: Alert;
  /** Which alert about the incident it is for the receiver, counted from 1. */
  readonly nth: number;
  readonly times: number;
  /** The last time that it was sent. */
  readonly at: number;
}

/** More tries are not counted: at one in three minutes, these take three weeks. */
export const MOST_TRIES = 10_000;

/** What one receiver knows of one incident. */
export interface Notified {
  /** When its beginning was first due. What is due is sent, also if the incident is over by then. */
  readonly due: number | null;
  /** When the receiver was notified of its beginning, and of its end. An end without a beginning: it was only counted. */
  readonly opened: number | null;
  readonly over: number | null;
  /**
   * When it was last sent anything but the end, or may have been, if that was later than `said`, `tried` and `over`; otherwise `null`. After the
   * end only a process that does not know of it sends anything, and the end is sent once more: some receivers take what follows it for another
   * beginning.
   */
  readonly saidAfter: number | null;
  readonly said: LastAlert | null;
  /** What it was sent about the incident; `null` if nothing. Kept as long as the incident. */
  readonly sent: SentAlerts | null;
  /** All verdicts that it was notified of, in the order of the alphabet. */
  readonly verdicts: readonly VerdictKind[];
  readonly updates: number;
  readonly reminders: number;
  /** How many acknowledgements it was notified of, and the beginning of the latest of them. */
  readonly acks: number;
  readonly ackedSince: number | null;
  /** The `incidentId` of the incident in whose thread a chat shows it; `null` if it has its own. */
  readonly thread: string | null;
  readonly tried: UnansweredAlert | null;
  /** Until when it has asked to be sent nothing, when the incident was due to it; `null` if it did not. */
  readonly busyUntil: number | null;
  /** How many earlier incidents its beginning counts, since there were too many. */
  readonly omitted: number;
}

/** By the incident's id, then by the receiver's. Who has nothing to know has no entry. */
export type NotifiedOfAll = Readonly<Record<string, Readonly<Record<string, Notified>>>>;

/** The facts about a service, and what receivers know of them. */
export interface NotifyState extends IncidentState {
  readonly notified: NotifiedOfAll;
  /**
   * The ids of the receivers that the config had in the latest run; `null` if that is not known. Nothing is owed to any other: what it knows
   * is kept with the incident, and counts if it comes back.
   */
  readonly receivers: readonly string[] | null;
}

export const NOTHING_KNOWN: Notified = {
  ...{
    due: null,
    opened: null,
    over: null,
    saidAfter: null,
    said: null,
    sent: null,
    verdicts: [],
    updates: 0,
    reminders: 0,
  },
  ...{ acks: 0, ackedSince: null },
  ...{ thread: null, tried: null, busyUntil: null, omitted: 0 },
};

export function notifiedOf({ notified }: Pick<NotifyState, 'notified'>, incident: string, receiver: string): Notified {
  return notified[incident]?.[receiver] ?? NOTHING_KNOWN;
}

export function withNotified<State extends Pick<NotifyState, 'notified'>>(
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

/** Whether an alert about an incident is due to a receiver now or once it is over: its beginning may have been sent, whoever knows of that. */
export function isOwed({ due, opened, over, saidAfter }: Notified): boolean {
  return over === null ? due !== null : saidAfter !== null && opened !== null;
}

/** What the receivers of the config know of an incident, by their ids. */
export function recordsOf({ notified, receivers }: NotifyState, incident: string): readonly [string, Notified][] {
  const all = Object.entries(notified[incident] ?? {});
  return receivers === null ? all : all.filter(([receiver]) => receivers.includes(receiver));
}

/** How many alerts about the incident a receiver has had. */
export function countOf({ opened, updates, reminders, acks, over }: Notified): number {
  return (opened === null ? 0 : 1) + updates + reminders + acks + (over === null ? 0 : 1);
}

/** Field by field the further one. */
export function joinNotified(left: Notified, right: Notified): Notified {
  if (left === right) return left;
  const joined = {
    due: earlier(left.due, right.due),
    opened: earlier(left.opened, right.opened),
    over: later(left.over, right.over),
    saidAfter: later(lastSaidAt(left), lastSaidAt(right)),
    said: known(left.said, right.said, ({ nth }) => nth),
    sent: joinSentAlerts(left.sent, right.sent),
    verdicts: [...new Set([...left.verdicts, ...right.verdicts])].sort(),
    updates: Math.max(left.updates, right.updates),
    reminders: Math.max(left.reminders, right.reminders),
    acks: Math.max(left.acks, right.acks),
    ackedSince: later(left.ackedSince, right.ackedSince),
    thread: known(left.thread, right.thread),
    tried: known(left.tried, right.tried, ({ nth, times }) => nth + times / (times + 1)),
    busyUntil: later(left.busyUntil, right.busyUntil),
    omitted: Math.max(left.omitted, right.omitted),
  };
  if (joined.over !== null) return overRecord({ ...joined, over: joined.over });
  return withoutImplied({ ...joined, tried: answered(joined) });
}

/** `saidAfter` is kept only where `said` and `tried` do not say as much. */
export function withoutImplied(record: Notified): Notified {
  const bare = { ...record, saidAfter: null };
  const isImplied = (lastSaidAt(bare) ?? Number.NEGATIVE_INFINITY) >= (record.saidAfter ?? Number.NEGATIVE_INFINITY);
  return isImplied ? bare : record;
}

/** When the receiver was last sent anything but the end, or may have been; `null` if it never was, or not after the end. */
function lastSaidAt({ saidAfter, said, tried }: Notified): number | null {
  const triedAt = tried === null || tried.alert.event === 'resolved' ? null : tried.at;
  return later(later(saidAfter, said?.at ?? null), triedAt);
}

/** A run sends for so long at most: of two at once, the one that began first may have sent last, in milliseconds. */
const AT_ONCE_MS = 30_000;

/** What is kept once the end was sent. */
function overRecord({
  opened,
  over,
  saidAfter,
  sent,
  busyUntil,
}: Pick<Notified, 'opened' | 'saidAfter' | 'sent' | 'busyUntil'> & { readonly over: number }): Notified {
  const isAfter = saidAfter !== null && saidAfter > over - AT_ONCE_MS;
  return { ...settledRecord({ opened, over, sent }), saidAfter: isAfter ? saidAfter : null, busyUntil };
}

/** The time of an end that is sent now: nothing that this process knows of was sent after it, whatever the clocks say. */
export function endSentAt(record: Notified, now: number): number {
  return Math.max(now, (lastSaidAt(record) ?? Number.NEGATIVE_INFINITY) + AT_ONCE_MS);
}

/** What was tried, unless another process has had the answer since. */
function answered(record: Notified): UnansweredAlert | null {
  return record.tried !== null && record.tried.nth > countOf(record) ? record.tried : null;
}

/** What is kept of a receiver that was notified of the end: two times, and what it was sent. */
export function settledRecord({ opened, over, sent }: Pick<Notified, 'opened' | 'over' | 'sent'>): Notified {
  return { ...NOTHING_KNOWN, opened, over, sent };
}

export function joinNotifiedOfAll(left: NotifiedOfAll, right: NotifiedOfAll): NotifiedOfAll {
  return joinRecords(left, right, (one, other) => joinRecords(one, other, joinNotified));
}

function joinRecords<One>(
  left: Readonly<Record<string, One>>,
  right: Readonly<Record<string, One>>,
  join: (left: One, right: One) => One,
): Readonly<Record<string, One>> {
  if (left === right) return left;
  const all = { ...left };
  for (const [key, one] of Object.entries(right)) all[key] = key in left ? join(left[key] as One, one) : one;
  return all;
}
