/** What a run knows of its services' states: read from the store, or remembered from the run before. */

import type { IncidentStore } from './ports';
import { messageOf, type RunFailure } from './run-failure';
import { NEW_STATE, readState, type ServiceState } from './service-state';

/** A state and the revision of the store that it rests on; `null` where nothing was stored. */
export interface Known {
  readonly state: ServiceState;
  readonly revision: number | null;
  /** Whether it holds what the store should hold, and doesn't yet. */
  readonly unsaved: boolean;
}

export type KnownStates = ReadonlyMap<string, Known>;

export interface Recollection {
  /** Whether the store was read: only then can it be written, and only then is it certain what has been told. */
  readonly certain: boolean;
  readonly states: KnownStates;
  /** What went wrong, in words. */
  readonly faults: readonly RunFailure[];
}

/**
 * Reads the store. What this process remembers counts where the store still holds the revision that it rests on: it is
 * newer then by what was not worth, or not possible, to save. Where the store can't be read, memory alone must do.
 */
export async function recall(store: IncidentStore, remembered: KnownStates): Promise<Recollection> {
  try {
    const faults: RunFailure[] = [];
    const states = new Map<string, Known>();
    for (const { service, revision, state: raw } of await store.load()) {
      const state = readState(raw);
      if (state === null) faults.push(fault(service, 'the stored state makes no sense and is begun anew'));
      states.set(service, { state: state ?? NEW_STATE, revision, unsaved: false });
    }
    for (const [service, memory] of remembered) {
      if ((states.get(service)?.revision ?? null) === memory.revision) states.set(service, memory);
    }
    return { certain: true, states, faults };
  } catch (error) {
    return {
      certain: false,
      states: remembered,
      faults: [fault(null, `the state can't be read: ${messageOf(error)}`)],
    };
  }
}

function fault(service: string | null, message: string): RunFailure {
  return { output: 'store', service, message };
}
