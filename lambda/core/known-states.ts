/** What a run knows of its services' states: read from the store, or remembered from the run before. */

import type { Alert } from './alert';
import { PAST_KEPT } from './incident';
import type { IncidentStore } from './ports';
import { messageOf, type RunFailure } from './run-failure';
import { SENT_KEPT } from './sent-alert';
import { NEW_STATE, readState, type ServiceState } from './service-state';

/** A state and the revision of the store that it rests on; `null` where the store had none that makes sense. */
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
 * newer then by what was not worth, or not possible, to save. Where the store has lost a state, memory restores it;
 * where the store has moved on, or its revision makes no sense, memory adds what was told while it was away. Where the
 * store can't be read, memory alone must do.
 */
export async function recall(store: IncidentStore, remembered: KnownStates): Promise<Recollection> {
  try {
    const faults: RunFailure[] = [];
    const states = new Map<string, Known>();
    for (const { service, revision, state: raw } of await store.load()) {
      const state = readState(raw);
      if (state === null) faults.push(fault(service, 'the stored state makes no sense and is begun anew'));
      else if (revision === null)
        faults.push(fault(service, 'the revision of the stored state makes no sense and is begun anew'));
      states.set(service, { state: state ?? NEW_STATE, revision, unsaved: revision === null });
    }
    for (const [service, memory] of remembered) {
      states.set(service, reconcile(states.get(service), memory));
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

function reconcile(stored: Known | undefined, memory: Known): Known {
  if (!stored) return memory.revision === null ? memory : { ...memory, revision: null, unsaved: true };
  if (stored.revision !== null && stored.revision === memory.revision) return memory;
  return memory.unsaved ? withUnheardOf(stored, memory.state) : stored;
}

/**
 * Adds what the store has never heard of: incidents, whose beginning was told or is owed and so must have its end, and
 * ends, after which people take the service for well. Where the store has an open incident of its own, one that was
 * told beside it becomes its twin, and ends with it.
 */
function withUnheardOf(stored: Known, memory: ServiceState): Known {
  const { state } = stored;
  const isOver = ({ id }: { readonly id: string }, { past }: ServiceState) => past.some((one) => one.id === id);
  const unended = [...listOf(state.incident), ...state.twins].filter((incident) => !isOver(incident, memory));
  const past = memory.past.filter((incident) => !isOver(incident, state));
  const open = [...listOf(memory.incident), ...memory.twins].filter(
    (incident) => !isOver(incident, state) && !unended.some(({ id }) => id === incident.id),
  );
  if (past.length === 0 && open.length === 0) return stored;
  const news = new Set([...past, ...open].map(({ id }) => id));
  const known = new Set(state.outbox.map(({ id }) => id));
  const [incident = null, ...twins] = [...unended, ...open];
  const merged: ServiceState = {
    ...state,
    suspicion: null,
    incident,
    twins,
    incidents: Math.max(memory.incidents, state.incidents + news.size),
    past: [...state.past, ...past].slice(-PAST_KEPT),
    outbox: [
      ...state.outbox,
      ...memory.outbox.filter((alert) => news.has(idWithinService(alert)) && !known.has(alert.id)),
    ],
    about: state.about ?? memory.about,
    sent: [...state.sent, ...memory.sent.filter(({ id }) => !state.sent.some((sent) => sent.id === id))].slice(
      -SENT_KEPT,
    ),
  };
  return { state: merged, revision: stored.revision, unsaved: true };
}

function listOf<Value>(value: Value | null): readonly Value[] {
  return value === null ? [] : [value];
}

function idWithinService({ incidentId }: Alert): string {
  return incidentId.slice(incidentId.lastIndexOf('/') + 1);
}

function fault(service: string | null, message: string): RunFailure {
  return { output: 'store', service, message };
}
