/** Saves the state of a service, on the condition that no other run was faster. */

import { messageOf, type RunFailure } from '../words/run-failure';
import { nextRevision } from './revision';
import { mustSave, NEW_STATE, type ServiceState } from './service-state';
import type { Snapshot } from './snapshot';
import type { StateStore } from './store';

export interface Saved {
  /** The snapshot after the save; `null` if another run was faster. */
  readonly snapshot: Snapshot | null;
  readonly failures: readonly RunFailure[];
}

/** Saves a snapshot. Never rejects: if it can't be saved, it stays `unsaved`. `now` in milliseconds since 1970. */
export async function saveState(service: string, snapshot: Snapshot, now: number, store: StateStore): Promise<Saved> {
  const state = { ...snapshot.state, savedAt: now };
  try {
    const outcome = await store.save(service, state, snapshot.revision);
    if (outcome === 'conflict') return { snapshot: null, failures: [] };
    const saved = { state, revision: nextRevision(snapshot.revision), unsaved: false, sentIds: [] };
    return { snapshot: saved, failures: [] };
  } catch (error) {
    const message = `the state can't be saved: ${messageOf(error)}`;
    return { snapshot: { ...snapshot, unsaved: true }, failures: [{ output: 'store', service, message }] };
  }
}

/**
 * Saves the state after a run if it has something that must not be lost. `certain` says whether the store was read; if
 * not, the alerts are sent without being saved first. Otherwise like `saveState`.
 */
export async function saveNext(
  service: string,
  { known, next, now }: { readonly known: Snapshot | undefined; readonly next: ServiceState; readonly now: number },
  { store, certain }: { readonly store: StateStore; readonly certain: boolean },
): Promise<Saved> {
  const { state: before, ...rest } = known ?? NEW_SNAPSHOT;
  const snapshot = { ...rest, state: next };
  if (!rest.unsaved && !mustSave(service, before, next, now)) return { snapshot, failures: [] };
  return certain
    ? saveState(service, snapshot, now, store)
    : { snapshot: { ...snapshot, unsaved: true }, failures: [] };
}

/** Nothing is known, and nothing is stored. */
export const NEW_SNAPSHOT: Snapshot = { state: NEW_STATE, revision: null, unsaved: false, sentIds: [] };
