/** The states that a run starts with: what was read from the store, joined with what this process remembers. */

import { hasUrgentChange } from '../fields/fields';
import { openOutage, type Streak } from '../incident/incident';
import { elapsedMs } from '../words/clock';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { nameSome } from '../words/shown-value';
import { joinStates, NEW_STATE, type ServiceState, STATE, unsavedRuns } from './service-state';
import type { StateQuery, StateStore, StoredState } from './store';
import { isOfAnotherSchema, isState, readState, unfitParts } from './stored-state';

/** A state, and the revision in the store that it is based on; `null` if the store had no valid state. */
export interface Snapshot {
  readonly state: ServiceState;
  readonly revision: number | null;
  /** Whether the state has something that must be saved, and may not be in the store yet. */
  readonly unsaved: boolean;
}

export type Snapshots = ReadonlyMap<string, Snapshot>;

/** Returns the states alone. */
export function currentStates(snapshots: Snapshots): ReadonlyMap<string, ServiceState> {
  return new Map([...snapshots].map(([id, { state }]) => [id, state]));
}

/** The snapshot of a service without a state. */
export const NEW_SNAPSHOT: Snapshot = { state: NEW_STATE, revision: null, unsaved: false };

export interface LoadedStates {
  /** Whether the store was read: only then it is certain what receivers were notified of. */
  readonly certain: boolean;
  readonly snapshots: Snapshots;
  /** Warnings for people. */
  readonly warnings: readonly string[];
  /** Failures of the store. */
  readonly failures: readonly RunFailure[];
}

/** The result of reading for a run without a store. */
export const NOTHING_READ: LoadedStates = { certain: false, snapshots: new Map(), warnings: [], failures: [] };

/** If the store can't be read, only the remembered states are used. `intervalMs` is the time from one run to the next. */
export async function loadStates(
  store: StateStore,
  remembered: Snapshots,
  { intervalMs, ...query }: StateQuery & { readonly intervalMs: number },
): Promise<LoadedStates> {
  const services = [...new Set([...query.services, ...remembered.keys()])];
  const removing = loadRemoved(store, { ...query, services });
  try {
    const found = await store.load({ ...query, services });
    const { removed, failures } = await removing;
    const snapshots = new Map<string, Snapshot>();
    const renewed: string[] = [];
    for (const stored of [...removed, ...found]) {
      const { service, state } = stored;
      if (isOfAnotherSchema(state)) renewed.push(service);
      const { snapshot, faults } = joinStored(stored, remembered.get(service), { intervalMs, now: query.now });
      snapshots.set(service, snapshot);
      failures.push(...faults);
    }
    for (const [service, memory] of remembered) {
      // The store has lost it, or never had it.
      if (!snapshots.has(service)) snapshots.set(service, { ...memory, revision: null, unsaved: true });
    }
    return { certain: true, snapshots, warnings: warningsOf(renewed), failures };
  } catch (error) {
    await removing;
    const message = `the state can't be read: ${errorMessage(error)}`;
    return { certain: false, snapshots: remembered, warnings: [], failures: [storeFailure(null, message)] };
  }
}

function warningsOf(renewed: readonly string[]): readonly string[] {
  if (renewed.length === 0) return [];
  const whose = renewed.length === 1 ? renewed[0] : `${renewed.length} services`;
  return [`the stored state of ${whose} has another schema and was reset`];
}

/** Services that have left the config: if they can't be read, the others are not affected. */
async function loadRemoved(
  store: StateStore,
  query: StateQuery,
): Promise<{ readonly removed: readonly StoredState[]; readonly failures: RunFailure[] }> {
  try {
    return { removed: (await store.loadRemoved?.(query)) ?? [], failures: [] };
  } catch (error) {
    const message = `services that are no longer in the config can't be looked up: ${errorMessage(error)}`;
    return { removed: [], failures: [storeFailure(null, message)] };
  }
}

/** The start of the run, in milliseconds since 1970, and the time from one run to the next. */
type RunTimes = Pick<StateQuery, 'now'> & { readonly intervalMs: number };

interface Joined {
  readonly snapshot: Snapshot;
  readonly faults: readonly RunFailure[];
}

function joinStored(stored: StoredState, memory: Snapshot | undefined, times: RunTimes): Joined {
  const { revision } = stored;
  // This process wrote it, or has read it, so its own state is newer. To read and join a state costs more than all else of a run.
  if (memory && revision !== null && revision === memory.revision) return { snapshot: memory, faults: [] };
  const read = readState(stored.state) ?? NEW_STATE;
  const state = memory ? joinMemory(read, memory, times) : read;
  const faults = faultsOf(stored, read);
  // A field that did not fit is saved with its new value, so that it is reported once.
  const unsaved =
    revision === null || faults.length > 0 || (memory !== undefined && hasUrgentChange(read, state, STATE));
  // The process that wrote it may have done more runs than it has saved.
  const run = state.run + unsavedRuns(times.intervalMs);
  return { snapshot: { state: { ...state, run }, revision, unsaved }, faults };
}

/**
 * A process that began while the store could not be read counts its runs from 0, so its figures lose against older stored figures. Its
 * failing runs count all the same: they are added to the stored streak.
 */
function joinMemory(read: ServiceState, { state: memory, revision }: Snapshot, times: RunTimes): ServiceState {
  const state = joinStates(read, memory);
  if (revision !== null || openOutage(state) !== null || !isAfter(memory, read, times)) return state;
  const isGoingOn = memory.pending?.runs === memory.run;
  return { ...state, pending: isGoingOn ? addStreaks(read.pending, memory.pending) : memory.pending };
}

/** Whether all failing runs of the memory were after the stored runs, and its latest run was the run before this run. */
function isAfter({ latest, pending }: ServiceState, read: ServiceState, { now, intervalMs }: RunTimes): boolean {
  if (latest === null || elapsedMs(latest.at, now) > 1.5 * intervalMs) return false;
  // Two runs of the same minute, each of another process, are no two failing runs in a row.
  return read.latest === null || elapsedMs(read.latest.at, pending?.since ?? latest.at) > intervalMs / 2;
}

function addStreaks(first: Streak | null, second: Streak | null): Streak | null {
  if (first === null || second === null) return first ?? second;
  return { since: Math.min(first.since, second.since), runs: first.runs + second.runs };
}

function faultsOf({ service, state, revision }: StoredState, read: ServiceState): readonly RunFailure[] {
  if (isOfAnotherSchema(state)) return [];
  if (!isState(state)) return [storeFailure(service, 'the stored state is invalid and was reset')];
  const faults: RunFailure[] = [];
  if (revision === null)
    faults.push(storeFailure(service, 'the revision of the stored state is invalid and was reset'));
  const unfit = unfitParts(state, read);
  if (unfit.length > 0)
    faults.push(storeFailure(service, `invalid fields of the stored state were reset: ${nameSome(unfit)}`));
  return faults;
}

function storeFailure(service: string | null, message: string): RunFailure {
  return { output: 'store', service, message };
}
