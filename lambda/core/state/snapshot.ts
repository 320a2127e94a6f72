/** The states that a run starts with: read from the store, or remembered from the run before. */

import { mergeHistories } from '../history/running-history';
import { type Incident, PAST_KEPT, type PastIncident } from '../incident/incident';
import { isAlertOf } from '../message/alert';
import { SENT_KEPT } from '../message/sent-alert';
import { mergeWithheld } from '../message/withheld-alert';
import { type Held, heldEnd, isHeld } from '../notify/held-ends';
import { knownIdOf, type Notified } from '../notify/notified';
import { grouped } from '../words/in-batches';
import { messageOf, type RunFailure } from '../words/run-failure';
import { type Owed, settle } from './outbox';
import { NEW_STATE, readState, type ServiceState } from './service-state';
import type { Asked, StateStore, StoredState } from './store';

/** A state, and the revision in the store that it is based on; `null` if the store had no valid one. */
export interface Snapshot {
  readonly state: ServiceState;
  readonly revision: number | null;
  /** Whether the state has something that must be saved, and may not be in the store yet. */
  readonly unsaved: boolean;
  /** The ids of alerts that this process has sent, and that may still be owed in the store. */
  readonly sentIds: readonly string[];
}

export type Snapshots = ReadonlyMap<string, Snapshot>;

export interface Recollection {
  /** Whether the store was read: only then it is certain what people were notified of. */
  readonly certain: boolean;
  readonly snapshots: Snapshots;
  /** What went wrong. */
  readonly failures: readonly RunFailure[];
}

/**
 * Reads the states that are asked for and those that this process remembers, and combines each stored state with the
 * remembered one:
 * - If the revision in the store is unchanged, the remembered state is used. It is newer: not everything is worth saving,
 *   and a save may have failed.
 * - If it is another one, the checks that only this process knows of are added to the stored history.
 * - If the store has lost a state, the remembered state restores it.
 * - If the revision in the store is newer or not valid, the stored state is used, and what people were notified of while
 *   the store could not be reached is added.
 * - If the store can't be read, only the remembered states are used.
 */
export async function recall(store: StateStore, remembered: Snapshots, asked: Asked): Promise<Recollection> {
  try {
    const failures: RunFailure[] = [];
    const snapshots = new Map<string, Snapshot>();
    const services = [...new Set([...asked.services, ...remembered.keys()])];
    for (const stored of await store.load({ ...asked, services })) {
      const { service, revision, moved } = stored;
      const memory = remembered.get(service);
      // Reading a state costs more than all else that a run does for a healthy service.
      if (memory && isAt(revision, memory)) {
        snapshots.set(service, memory);
        continue;
      }
      const state = readState(stored.state);
      if (state === null) failures.push(failure(service, 'the stored state makes no sense and is begun anew'));
      else if (revision === null && !moved?.unsaved)
        failures.push(failure(service, 'the revision of the stored state makes no sense and is begun anew'));
      const unsaved = revision === null || moved?.unsaved === true;
      snapshots.set(service, withOlder({ state: state ?? NEW_STATE, revision, unsaved, sentIds: [] }, stored));
    }
    for (const [service, memory] of remembered) {
      snapshots.set(service, reconcile(snapshots.get(service), memory));
    }
    return { certain: true, snapshots, failures };
  } catch (error) {
    return {
      certain: false,
      snapshots: remembered,
      failures: [failure(null, `the state can't be read: ${messageOf(error)}`)],
    };
  }
}

/** If two versions of the program kept a state each, what people were notified of by either counts. */
function withOlder(stored: Snapshot, { moved }: StoredState): Snapshot {
  const older = readState(moved?.older);
  return older === null ? stored : withUnstored(stored, { ...stored, state: older });
}

function reconcile(stored: Snapshot | undefined, memory: Snapshot): Snapshot {
  if (!stored) return memory.revision === null ? memory : { ...memory, revision: null, unsaved: true };
  if (isAt(stored.revision, memory)) return memory;
  const merged = withHistoryOf(memory.state, stored);
  return memory.unsaved ? withUnstored(merged, memory) : merged;
}

/** The next save is due as if none had come between: otherwise a process that others forestall would keep its checks to itself. */
function withHistoryOf({ history: known, savedAt }: ServiceState, stored: Snapshot): Snapshot {
  const { state } = stored;
  const history = mergeHistories(state.history, known);
  if (history === state.history) return stored;
  return { ...stored, state: { ...state, history, savedAt: Math.min(state.savedAt, savedAt) } };
}

function isAt(revision: number | null, memory: Snapshot): boolean {
  return revision !== null && revision === memory.revision;
}

/**
 * Adds to a stored state what only another one knows, such as that of this process: which owed alerts were sent; incidents, since the
 * end of one whose beginning was sent or is owed must follow; and ends that people were notified of. If the store has an open
 * incident of its own, another one that people were notified of becomes its duplicate, and ends with it.
 */
function withUnstored(stored: Snapshot, { state: memory, sentIds }: Snapshot): Snapshot {
  const { state } = stored;
  const isOver = (id: string, { past }: ServiceState) => past.some((one) => one.id === id);
  // This process saw the end of an incident of which it notified nobody, for it knew of a silence; another process did notify.
  const endsUnheard = state.notified.filter((one) => isUnheard(knownIdOf(one), memory)).map(({ incident }) => incident);
  const unended = state.open.filter(({ id }) => endsUnheard.includes(id) || !isOver(id, memory));
  // The store has forgotten the oldest incidents if later ones came, except what somebody must still be notified of.
  const keptSince = state.past.length < PAST_KEPT ? -Infinity : (state.past[0]?.resolvedAt ?? -Infinity);
  const owedAnyway = new Set([...memory.notified, ...memory.outbox].map(({ incident }) => incident));
  const past = memory.past.filter(
    ({ id, resolvedAt }) =>
      (resolvedAt >= keptSince || owedAnyway.has(id)) && !isOver(id, state) && !endsUnheard.includes(id),
  );
  const opened = memory.open.filter(({ id }) => !isOver(id, state) && !unended.some((one) => one.id === id));
  const outbox = withoutOvertaken(settle(state.outbox, new Set(sentIds)), memory);
  const news = new Set([...past, ...opened].map(({ id }) => id));
  const isKnownBy = (one: Notified, { notified }: ServiceState) =>
    notified.some((other) => other.incident === one.incident || knownIdOf(other) === knownIdOf(one));
  const isHeardHere = (id: string) => isUnheard(id, state) && isHeard(id, memory);
  // People were notified of an end that is still held on the other side: what comes after it is a new incident to them.
  const isTold = (one: Notified, by: ServiceState) =>
    !isUnheard(knownIdOf(one), by) &&
    // An end that is held is that of its own incident: people may have been notified of an earlier end of the same one.
    isOver(one.held === null ? knownIdOf(one) : one.incident, by) &&
    !isKnownBy(one, by);
  const knownHere = memory.notified.filter(
    (one) => news.has(one.incident) || isHeardHere(knownIdOf(one)) || isKnownBy(one, state),
  );
  // What this process knows better of what people were notified of.
  const outdated = state.notified.filter((one) => isTold(one, memory) || isRenamed(one, memory));
  const owedHere = memory.outbox.filter(({ incident }) => isHeardHere(incident));
  const isUnchanged = news.size + owedHere.length + outdated.length === 0 && outbox === state.outbox;
  if (isUnchanged && knownHere.every((one) => isKnownBy(one, state))) return stored;
  const open = [...unended, ...opened];
  const known = [
    ...state.notified.filter((one) => !outdated.includes(one)),
    ...knownHere.filter((one) => !isTold(one, state) && !isRenamed(one, state)),
  ];
  const isReplaced = ({ incident }: Notified) =>
    news.has(incident) || outdated.some((one) => one.incident === incident);
  // Alerts name the incident that people know, which may be an earlier one.
  const replaced = [...state.notified, ...memory.notified].filter(isReplaced).map(knownIdOf);
  const owing = new Set([...news, ...replaced, ...owedHere.map(({ incident }) => incident)]);
  const settled = new Set([...outbox.map(({ alert }) => alert.id), ...state.sent.map(({ id }) => id)]);
  const sent = memory.sent.filter(({ id }) => !state.sent.some((one) => one.id === id));
  // What an incident is about goes on with it: otherwise it would seem to be over.
  const unknown = memory.conditions.filter(
    ({ code }) =>
      opened.some(({ kind, reason }) => kind === 'condition' && reason === code) &&
      !state.conditions.some((one) => one.code === code),
  );
  const merged: ServiceState = {
    ...state,
    pending: [...past, ...opened].some(({ kind }) => kind === 'outage') ? null : state.pending,
    conditions: [...state.conditions, ...unknown],
    open,
    notified: [...grouped(known, knownIdOf).values()].flatMap(
      (ones) => goingOnOrHeld(ones, open, [...state.open, ...memory.open], [...state.past, ...memory.past]) ?? [],
    ),
    incidents: Math.max(memory.incidents, state.incidents + news.size),
    past: [...state.past, ...past].slice(-PAST_KEPT),
    outbox: [
      ...outbox,
      ...memory.outbox.filter(({ incident, alert }) => owing.has(incident) && !settled.has(alert.id)),
    ],
    withheld: mergeWithheld(state.withheld, memory.withheld),
    about: state.about ?? memory.about,
    clues: memory.clues !== null && news.has(memory.clues.incident) ? memory.clues : state.clues,
    sent: [...state.sent, ...sent].slice(-SENT_KEPT),
  };
  return { state: merged, revision: stored.revision, unsaved: true, sentIds };
}

/** Whether people know an incident by its own id by now: they were notified of the end of the one that it continued. */
function isRenamed(one: Notified, { notified }: ServiceState): boolean {
  const isOwn = (other: Notified) => other.incident === one.incident && knownIdOf(other) === one.incident;
  return knownIdOf(one) !== one.incident && notified.some(isOwn);
}

/**
 * What people were notified of about one incident, as they know it, while it is `open`. Otherwise its latest end is held. If nobody
 * has held that yet, it was seen by a process that did not know of what people were notified: `seen` and `past` have it.
 */
function goingOnOrHeld(
  known: readonly Notified[],
  open: readonly Incident[],
  seen: readonly Incident[],
  past: readonly PastIncident[],
): Notified | undefined {
  const goingOn = known.find(({ incident, held }) => held === null && open.some(({ id }) => id === incident));
  if (goingOn) return goingOn;
  const endSeen = (one: Notified): Held[] => {
    const incident = seen.find(({ id }) => id === one.incident);
    const over = past.find(({ id }) => id === one.incident);
    return incident && over ? [{ ...one, continues: null, held: heldEnd(incident, one, over.resolvedAt) }] : [];
  };
  const ends = [...grouped(known, ({ incident }) => incident).values()].flatMap(
    (ones) => ones.find(isHeld) ?? ones.slice(0, 1).flatMap(endSeen),
  );
  return ends.toSorted((left, right) => right.held.resolvedAt - left.held.resolvedAt)[0];
}

/** Whether nobody was notified of an incident because its service was silenced, as far as a state knows. */
export function isUnheard(id: string, { withheld, sent, outbox, notified }: ServiceState): boolean {
  return (
    withheld.some(({ incident, event }) => incident === id && event === 'opened') &&
    !notified.some((one) => knownIdOf(one) === id) &&
    !sent.some((alert) => isAlertOf(alert, id)) &&
    !outbox.some(({ alert }) => isAlertOf(alert, id))
  );
}

/** Whether people were notified of an incident, or may have been. */
function isHeard(id: string, { sent, outbox }: ServiceState): boolean {
  return (
    sent.some((alert) => isAlertOf(alert, id)) ||
    outbox.some(({ incident, unanswered }) => incident === id && unanswered > 0)
  );
}

/** Without updates and reminders of incidents of which this process has sent the end: they would come after it. */
function withoutOvertaken(outbox: readonly Owed[], { past, notified }: ServiceState): readonly Owed[] {
  const isOvertaken = ({ incident, alert }: Owed) =>
    (alert.event === 'updated' || alert.event === 'reminder') &&
    past.some(({ id, resolvedAt }) => id === incident && Date.parse(alert.at) <= resolvedAt) &&
    !notified.some((one) => knownIdOf(one) === incident);
  return outbox.some(isOvertaken) ? outbox.filter((owed) => !isOvertaken(owed)) : outbox;
}

function failure(service: string | null, message: string): RunFailure {
  return { output: 'store', service, message };
}
