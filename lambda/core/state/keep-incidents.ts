/** What a run makes of its checks: each service's state is saved with the alerts it owes, then these are sent, then marked. */

import { removedFrom, type Service } from '../config/config';
import type { Alert } from '../message/alert';
import { type Check, hasVerdict } from '../probe/check-result';
import type { RunFailure } from '../words/run-failure';
import { type DeliveryPorts, openDelivery } from './deliver';
import { nextState, retiredState, type StateContext } from './next-state';
import { saveNext, saveState } from './save-state';
import { NEW_STATE, type ServiceState } from './service-state';
import { type Recollection, recall, type Snapshot, type Snapshots } from './snapshot';
import type { StateStore } from './store';

export interface KeepingContext extends StateContext, Omit<DeliveryPorts, 'certain'> {
  /** The run's, in milliseconds since 1970. */
  readonly startedAt: number;
  /** All services of the config, asked by this run or by another: what is open of any other service ends. */
  readonly configured: readonly Pick<Service, 'id'>[];
  /** Once it is aborted, no state is changed any more: an interrupted probe has seen nothing that could be kept. */
  readonly signal?: AbortSignal | undefined;
}

export interface Keeping {
  /** What the next run of this process starts from. */
  readonly states: Snapshots;
  /** The alerts that went out. */
  readonly sent: readonly Alert[];
  readonly failures: readonly RunFailure[];
}

/** Advances each service as soon as its verdict is there. Never rejects: what failed is told in `failures`. */
export async function keepIncidents(
  checks: readonly Promise<Check>[],
  recalling: Promise<Recollection>,
  context: KeepingContext,
): Promise<Keeping> {
  const { snapshots, certain, failures } = await recalling;
  const { startedAt, configured } = context;
  const delivery = openDelivery({ ...context, certain });
  const keep = (id: string, now: number, advanced: (before: ServiceState) => ServiceState) =>
    keepState({ id, now, known: snapshots.get(id), certain }, advanced, context);
  const keeping = [
    ...checks.map(async (checking) => {
      const check = await checking;
      const { id } = check.service;
      // A probe that could not be made has seen nothing that could be kept.
      if (!hasVerdict(check)) return untouched(id, startedAt, snapshots.get(id));
      return keep(id, check.checkedAt, (before) => nextState(before, check, context));
    }),
    ...removedFrom(snapshots, configured).map(([id]) =>
      keep(id, startedAt, (before) => retiredState(id, before, startedAt, context)),
    ),
  ];
  void Promise.all(keeping).then(delivery.close);
  const kept = await Promise.all(
    keeping.map(async (saving) => {
      const { id, now, claimed, remembered, failures: unsaved } = await saving;
      if (claimed === null) return { id, snapshot: remembered, sent: [], failures: unsaved };
      const delivered = await delivery.accept(id, claimed, now);
      return { ...delivered, id, failures: [...unsaved, ...delivered.failures] };
    }),
  );
  const states = new Map(kept.flatMap(({ id, snapshot }) => (snapshot === null ? [] : [[id, snapshot] as const])));
  const sent = kept.flatMap((each) => each.sent);
  return {
    states: certain || sent.length === 0 ? states : await storeUnstored(states, startedAt, context.store),
    sent,
    failures: [...failures, ...kept.flatMap((each) => each.failures)],
  };
}

/**
 * Tries once more to read the store, and to save there what people were notified of while it was away: if this process
 * dies before its next run, nobody else knows that an end is owed.
 */
async function storeUnstored(states: Snapshots, now: number, store: StateStore): Promise<Snapshots> {
  const { certain, snapshots } = await recall(store, states);
  if (!certain) return states;
  const saved = await Promise.all(
    [...states.keys()].map(async (id) => {
      const snapshot = snapshots.get(id);
      if (!snapshot?.unsaved) return [id, snapshot] as const;
      return [id, (await saveState(id, snapshot, now, store)).snapshot ?? snapshot] as const;
    }),
  );
  return new Map(saved.flatMap(([id, snapshot]) => (snapshot ? [[id, snapshot]] : [])));
}

/** A service whose state was saved, or could not be. */
interface Kept {
  readonly id: string;
  /** When it was checked, in milliseconds since 1970. */
  readonly now: number;
  /** From this it sends what it owes; `null` if that is another run's, or the run was interrupted. */
  readonly claimed: Snapshot | null;
  /** What the next run starts from where nothing is claimed; `null` for what the store holds. */
  readonly remembered: Snapshot | null;
  readonly failures: readonly RunFailure[];
}

async function keepState(
  { id, now, known, certain }: Pick<Kept, 'id' | 'now'> & { known: Snapshot | undefined; certain: boolean },
  advanced: (before: ServiceState) => ServiceState,
  { store, signal }: Pick<KeepingContext, 'store' | 'signal'>,
): Promise<Kept> {
  if (signal?.aborted) return untouched(id, now, known);
  const next = advanced(known?.state ?? NEW_STATE);
  const { snapshot, failures } = await saveNext(id, { known, next, now }, { store, certain });
  // If another run was faster, what the store has not heard of yet is not forgotten.
  return { id, now, claimed: snapshot, remembered: known?.unsaved ? known : null, failures };
}

function untouched(id: string, now: number, known: Snapshot | undefined): Kept {
  return { id, now, claimed: null, remembered: known ?? null, failures: [] };
}
