/** Saves the state of a service, unless another run saved first. */

import { errorMessage, type RunFailure } from '../words/run-failure';
import { loadStates, type Snapshot, type Snapshots } from './snapshot';
import { nextRevision, type StateQuery, type StateStore } from './store';

export interface Saved {
  /** The snapshot after the save; `null` if another run saved first. */
  readonly snapshot: Snapshot | null;
  readonly failures: readonly RunFailure[];
}

export interface SavingPorts {
  readonly store: StateStore;
  /** Whether the store was read: if not, nothing can be saved on a condition. */
  readonly certain: boolean;
}

/** Saves a snapshot. Never rejects: if it can't be saved, it stays `unsaved`. `now` in milliseconds since 1970. */
export async function saveState(
  service: string,
  snapshot: Snapshot,
  now: number,
  { store, certain }: SavingPorts,
): Promise<Saved> {
  if (!certain) return { snapshot: { ...snapshot, unsaved: true }, failures: [] };
  const state = { ...snapshot.state, savedAt: now };
  try {
    const outcome = await store.save(service, state, snapshot.revision);
    if (outcome === 'conflict') return { snapshot: null, failures: [] };
    return { snapshot: { state, revision: nextRevision(snapshot.revision), unsaved: false }, failures: [] };
  } catch (error) {
    const message = `the state can't be saved: ${errorMessage(error)}`;
    return { snapshot: { ...snapshot, unsaved: true }, failures: [{ output: 'store', service, message }] };
  }
}

/** How often a process tries to save what only it knows, while others save the same services. */
const TRIES = 5;

/**
 * Tries once more to read the store, and to save in it what receivers were notified of while it could not be reached. If another run saves at
 * the same time, both are joined: this process may never run again. Never rejects.
 */
export async function saveUnread(
  states: Snapshots,
  store: StateStore,
  query: Omit<StateQuery, 'services'> & { readonly intervalMs: number },
): Promise<Snapshots> {
  let known = states;
  for (let tries = 0; tries < TRIES; tries++) {
    const { certain, snapshots } = await loadStates(store, known, { ...query, services: [] });
    if (!certain) return known;
    const saved = await Promise.all(
      [...snapshots].map(async ([id, snapshot]) => {
        if (!snapshot.unsaved) return { id, snapshot, isOvertaken: false };
        const { snapshot: after } = await saveState(id, snapshot, query.now, { store, certain });
        return { id, snapshot: after ?? snapshot, isOvertaken: after === null };
      }),
    );
    known = new Map(saved.map(({ id, snapshot }) => [id, snapshot]));
    if (!saved.some(({ isOvertaken }) => isOvertaken)) break;
  }
  return known;
}
