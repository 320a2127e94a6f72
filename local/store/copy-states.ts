/** A copy of the states of a watch, for a command that only reads: its saves are dropped. */

import { existsSync } from 'node:fs';
import { readStates } from './file-store';
import { createMemoryStore, type LocalStore } from './memory-store';

export interface StateCopy {
  readonly store: LocalStore;
  /** The services that have a state in it. */
  readonly kept: ReadonlySet<string>;
  /** The services with an unreadable state. */
  readonly damaged: readonly string[];
}

export function noStates(): StateCopy {
  return { store: createMemoryStore(), kept: new Set(), damaged: [] };
}

/** The states of these services; none if no watch has run. Rejects if the folder, or a file in it, can't be read. */
export async function copyStates(folder: string, services: readonly string[]): Promise<StateCopy> {
  if (!existsSync(folder)) return noStates();
  const { states, damaged } = await readStates(folder);
  const copied = states.filter(({ service }) => services.includes(service));
  return {
    store: createMemoryStore(copied),
    kept: new Set(copied.map(({ service }) => service)),
    damaged: damaged.filter((service) => services.includes(service)),
  };
}
