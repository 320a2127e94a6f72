/** Turns the checks of a run into incidents and alerts: a state is saved with the alerts it owes, these are sent, then marked. */

import { removedFrom, type Service } from '../config/config';
import type { Notification } from '../message/notification';
import { type Check, hasVerdict } from '../probe/check-result';
import { ownSkewMs } from '../probe/clock-skew';
import type { Silencing } from '../silence/silencing';
import { nextState, retiredState, type StateContext } from '../state/next-state';
import { isSettled } from '../state/retired';
import { NEW_SNAPSHOT, saveNext, saveState } from '../state/save-state';
import { NEW_STATE, type ServiceState } from '../state/service-state';
import { type Recollection, recall, type Snapshot, type Snapshots } from '../state/snapshot';
import { messageOf, type RunFailure } from '../words/run-failure';
import type { MarkingPorts } from './debts';
import { openDelivery } from './deliver';
import type { SendingPorts } from './sender';

export interface KeepingContext
  extends Omit<StateContext, 'silences' | 'ownSkewMs'>,
    Omit<SendingPorts, 'watched'>,
    Pick<MarkingPorts, 'store'> {
  /** The time of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  /** All services of the config, of this run or of another shard. Open incidents of any other service end. */
  readonly configured: readonly Pick<Service, 'id'>[];
  /** After it is aborted, no state is changed any more: an interrupted probe has no result to keep. */
  readonly signal?: AbortSignal | undefined;
}

export interface Keeping {
  /** The states with which the next run of this process starts. */
  readonly states: Snapshots;
  readonly sent: readonly Notification[];
  readonly failures: readonly RunFailure[];
}

/** Updates each service as soon as its verdict is known. Never rejects: errors are in `failures`. */
export async function keepIncidents(
  checks: readonly Promise<Check>[],
  recalling: Promise<readonly [Recollection, Silencing]>,
  keepingContext: KeepingContext,
): Promise<Keeping> {
  const [{ snapshots, certain, failures }, silencing] = await recalling;
  const known = [...snapshots.values()].flatMap(({ state: { latest } }) => (latest === null ? [] : [latest]));
  const context = { ...keepingContext, silences: silencing.silences, ownSkewMs: ownSkewMs(known) };
  const { startedAt, configured } = context;
  const delivery = openDelivery({ ...context, certain, silencing, watched: configured.length });
  const keep = (id: string, now: number, advanced: (before: ServiceState) => ServiceState) =>
    keepState({ id, now, known: snapshots.get(id), certain }, advanced, context);
  const keeping = [
    ...checks.map(async (checking) => {
      const check = await checking;
      const { id } = check.service;
      if (hasVerdict(check)) return keep(id, check.at, (before) => nextState(before, check, context));
      // A probe that could not be made has no result to keep. What its service owes is sent all the same.
      const known = snapshots.get(id);
      return known && known.state.outbox.length > 0
        ? keep(id, startedAt, (before) => before)
        : untouched(id, startedAt, known);
    }),
    ...removedFrom(snapshots, configured).map(([id]) =>
      keep(id, startedAt, (before) => retiredState(id, before, startedAt, context)),
    ),
  ];
  void Promise.all(keeping).then(delivery.close);
  const kept = await Promise.all(
    keeping.map(async (saving) => {
      const { id, now, claimed, remembered, failures: unsaved } = await saving;
      if (claimed === null) return { id, snapshot: remembered, failures: unsaved };
      const delivered = await delivery.accept(id, claimed, now);
      return { ...delivered, id, failures: [...unsaved, ...delivered.failures] };
    }),
  );
  await delivery.settle();
  const states = new Map(
    kept.flatMap(({ id, snapshot }) => (snapshot === null || isDone(snapshot) ? [] : [[id, snapshot] as const])),
  );
  const { sent } = delivery;
  return {
    states: certain || sent.length === 0 ? states : await storeUnstored(states, context),
    sent,
    failures: [...failures, ...kept.flatMap((each) => each.failures), ...delivery.failures],
  };
}

/**
 * Tries once more to read the store, and to save in it what people were notified of while it could not be reached: if
 * this process dies before its next run, nobody else knows that an end is owed.
 */
async function storeUnstored(
  states: Snapshots,
  { store, startedAt: now, configured, part }: KeepingContext,
): Promise<Snapshots> {
  const asked = { services: [], configured: configured.map(({ id }) => id), shard: part.shard, now };
  const { certain, snapshots } = await recall(store, states, asked);
  if (!certain) return states;
  const saved = await Promise.all(
    [...snapshots].map(async ([id, snapshot]) => {
      if (!snapshot.unsaved) return [id, snapshot] as const;
      return [id, (await saveState(id, snapshot, now, store)).snapshot ?? snapshot] as const;
    }),
  );
  return new Map(saved);
}

/** Whether nothing is left to be done for a service that was removed: the next run need not read it. */
function isDone({ state, unsaved }: Snapshot): boolean {
  return !unsaved && isSettled(state);
}

/** A service whose state was saved, or could not be saved. */
interface Kept {
  readonly id: string;
  /** The time of its check, in milliseconds since 1970. */
  readonly now: number;
  /** The state whose alerts are to be sent; `null` if another run sends them, or this run was interrupted. */
  readonly claimed: Snapshot | null;
  /** The state with which the next run starts if nothing is claimed; `null` for the one in the store. */
  readonly remembered: Snapshot | null;
  readonly failures: readonly RunFailure[];
}

async function keepState(
  { id, now, known, certain }: Pick<Kept, 'id' | 'now'> & { known: Snapshot | undefined; certain: boolean },
  advanced: (before: ServiceState) => ServiceState,
  { store, signal }: Pick<KeepingContext, 'store' | 'signal'>,
): Promise<Kept> {
  if (signal?.aborted) return untouched(id, now, known);
  let next: ServiceState;
  try {
    next = advanced(known?.state ?? NEW_STATE);
  } catch (error) {
    // Nothing should get here. If something does, it costs this service its check, and no other anything.
    const message = `this is a bug in statuswatch, please report it: its check can't be kept: ${messageOf(error)}`;
    return { ...untouched(id, now, known), failures: [{ output: 'store', service: id, message }] };
  }
  const { snapshot, failures } = await saveNext(id, { known, next, now }, { store, certain });
  return { id, now, claimed: snapshot, remembered: rememberedOf(known, next), failures };
}

/** If another run was faster, this process still remembers what the store does not have yet: it may be the check alone. */
function rememberedOf(known: Snapshot | undefined, { history }: ServiceState): Snapshot {
  const unsaved = known?.unsaved ? known : NEW_SNAPSHOT;
  return { ...unsaved, state: { ...unsaved.state, history, savedAt: known?.state.savedAt ?? 0 } };
}

function untouched(id: string, now: number, known: Snapshot | undefined): Kept {
  return { id, now, claimed: null, remembered: known ?? null, failures: [] };
}
