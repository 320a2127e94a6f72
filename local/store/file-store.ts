/** States in a folder, one file for each service. A file is written whole or not at all, even if the process is killed. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { nextRevision, readRevision, refusedSave, type StoredState } from '../../lambda/core/state/store';
import { storedForm } from '../../lambda/core/state/stored-state';
import { DEPLOYMENT, SERVICE_ID } from '../../lambda/core/words/ids';
import { isJsonObject } from '../../lambda/core/words/json';
import { createMemoryStore, type LocalStore } from './memory-store';
import { PRIVATE_FOLDER } from './private-folder';
import { readIfThere, removeDrafts, writeWhole } from './write-whole';

const ENDING = '.state.json';

export interface FileStoreOptions {
  /** Created if it is missing. */
  readonly folder: string;
  /** Called once for each file that is damaged and has been set aside. */
  readonly onDamage: (message: string) => void;
}

/**
 * A store in a folder that no other process writes (see `lockFolder`). A file that can't be parsed is damaged: it is renamed and
 * reported, and the other files are still used. If the folder or a file can't be read, its content is unknown: `load` rejects, and all
 * files are left as they are.
 */
export function createFileStore({ folder, onDamage }: FileStoreOptions): LocalStore {
  const revisions = new Map<string, number | null>();
  const setAside = async (service: string) => {
    const file = fileOf(folder, service);
    const aside = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await rename(file, aside);
    onDamage(`${file} is damaged; it was renamed to ${aside}, and ${service} starts with an empty state`);
  };
  return {
    load: async () => {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await removeDrafts(folder, (name) => name.endsWith(ENDING));
      const all = [await readStates(folder), await readStates(folder, [DEPLOYMENT])];
      const states = all.flatMap((read) => read.states);
      for (const service of all.flatMap(({ damaged }) => damaged)) await setAside(service);
      revisions.clear();
      for (const { service, revision } of states) revisions.set(service, revision);
      return states;
    },
    save: async (service, state, expected) => {
      const found = revisions.get(service) ?? null;
      if (found !== expected) return refusedSave(expected, found);
      const revision = nextRevision(expected);
      await writeWhole(fileOf(folder, service), `${JSON.stringify({ revision, state: storedForm(state) })}\n`);
      revisions.set(service, revision);
      return 'saved';
    },
  };
}

/** Reads a folder without changing it: all states, or those of some services. Rejects if the folder, or a file in it, can't be read. */
export async function readStates(
  folder: string,
  services?: readonly string[],
): Promise<{ states: StoredState[]; damaged: string[] }> {
  const wanted = services && new Set(services.map((service) => `${service}${ENDING}`));
  // Any other name is not of a service, and might steer the terminal that it is shown on.
  const isOne = (name: string) => name.endsWith(ENDING) && SERVICE_ID.test(name.slice(0, -ENDING.length));
  const names = (await readdir(folder)).filter((name) => wanted?.has(name) ?? isOne(name)).sort();
  const read = await Promise.all(
    names.map(async (name) => {
      const service = name.slice(0, -ENDING.length);
      const text = await readIfThere(fileOf(folder, service));
      return text === null ? [] : [{ service, content: parse(text) }];
    }),
  );
  const entries = read.flat();
  return {
    states: entries.flatMap(({ service, content }) => (content === null ? [] : [{ service, ...content }])),
    damaged: entries.flatMap(({ service, content }) => (content === null ? [service] : [])),
  };
}

/** A copy of the states of a watch, for a command that only reads: its saves are dropped. */
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

function fileOf(folder: string, service: string): string {
  return join(folder, `${service}${ENDING}`);
}

function parse(text: string): Omit<StoredState, 'service'> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || !isJsonObject(value.state)) return null;
    return { revision: readRevision(value.revision), state: value.state };
  } catch {
    return null;
  }
}
