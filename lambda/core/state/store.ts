/** The port that stores the states of services. */

import type { ServiceState } from './service-state';

/** A state as it is in the store. */
export interface StoredState {
  readonly service: string;
  /** Grows by 1 with each save; `null` if it is not valid: then the next save starts again at 1. */
  readonly revision: number | null;
  /** The stored value, which `readState` turns into a state. */
  readonly state: unknown;
}

/** The states to load. */
export interface StateQuery {
  /** The ids of their services. */
  readonly services: readonly string[];
  /** The ids of all services of the config. */
  readonly configured: readonly string[];
  /** The number of the shard, counted from 0. Services that have left the config belong to the first shard. */
  readonly shard: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads the states of some services of a deployment, and nothing else; `now` in milliseconds since 1970. Rejects if the
 * store can't be reached or read.
 */
export type ReadStates = (services: readonly string[], now: number) => Promise<readonly StoredState[]>;

/** The states of a deployment. Each call rejects if the store can't be reached or read. */
export interface StateStore {
  /** Loads the states of the query that are stored. */
  load(query: StateQuery): Promise<readonly StoredState[]>;
  /**
   * Loads services that have left the config and still need work: now and then, at the latest in the
   * first call of another process. Missing if `load` gives them too.
   */
  loadRemoved?(query: StateQuery): Promise<readonly StoredState[]>;
  /**
   * Saves the state of a service, with the revision `expected + 1` (or 1), if the stored revision is still `expected`
   * (`null`: there is no valid state). If the store has a newer revision, another run saved first: nothing changes, and this
   * resolves to `conflict`. If it has any other revision, nothing changes, and this rejects.
   */
  save(service: string, state: ServiceState, expected: number | null): Promise<'saved' | 'conflict'>;
}

/** The revision of a stored value; `null` if no save can have written it. */
export function readRevision(raw: unknown): number | null {
  return Number.isSafeInteger(raw) && (raw as number) >= 1 && (raw as number) < Number.MAX_SAFE_INTEGER
    ? (raw as number)
    : null;
}

/** The revision after the next save; 1 after the first. */
export function nextRevision(expected: number | null): number {
  return (expected ?? 0) + 1;
}

/**
 * The result of a save that expected a revision and found another; `null` stands for none. If the found revision is
 * newer, another run saved first. Throws if it is not newer: then no run has saved what this run knows.
 */
export function refusedSave(expected: number | null, found: number | null): 'conflict' {
  if (found !== null && found > (expected ?? 0)) return 'conflict';
  const describe = (revision: number | null) => (revision === null ? 'no revision' : `revision ${revision}`);
  throw new Error(`the store holds ${describe(found)} where ${expected ?? 'none'} was expected`);
}
