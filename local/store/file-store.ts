/** States kept in a folder, one file a service: written whole or not at all, whatever kills the process. */

import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nextRevision, readRevision, refusedSave } from '../../lambda/core/state/revision';
import type { StateStore, StoredState } from '../../lambda/core/state/store';
import { isJsonObject } from '../../lambda/core/words/json';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-folder';

const ENDING = '.state.json';
const DRAFT = '.draft';

export interface FileStoreOptions {
  /** Created where it is missing. */
  readonly folder: string;
  /** Told, once, of each file that makes no sense and has been set aside. */
  readonly onDamage: (message: string) => void;
}

/**
 * A store in a folder that no other process writes (see `lockFolder`). A file that makes no sense is damaged: it is
 * renamed, told of, and costs the others nothing. Where the folder or a file can't be read, nobody knows what is in it:
 * `load` rejects, and all is left as it is.
 */
export function createFileStore({ folder, onDamage }: FileStoreOptions): StateStore {
  const revisions = new Map<string, number | null>();
  const setAside = async (service: string) => {
    const file = fileOf(folder, service);
    const aside = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await rename(file, aside);
    onDamage(`${file} is damaged; it was set aside as ${aside}, and ${service} begins with no history`);
  };
  return {
    load: async () => {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await removeDrafts(folder);
      const { states, damaged } = await readStates(folder);
      for (const service of damaged) await setAside(service);
      revisions.clear();
      for (const { service, revision } of states) revisions.set(service, revision);
      return states;
    },
    save: async (service, state, expected) => {
      const found = revisions.get(service) ?? null;
      if (found !== expected) return refusedSave(expected, found);
      const revision = nextRevision(expected);
      await writeWhole(folder, fileOf(folder, service), `${JSON.stringify({ revision, state }, null, 1)}\n`);
      revisions.set(service, revision);
      return 'saved';
    },
  };
}

/** What a folder holds, without touching it. Rejects where it, or a file in it, can't be read. */
export async function readStates(folder: string): Promise<{ states: StoredState[]; damaged: string[] }> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
  const entries = await Promise.all(
    names.map(async (name) => {
      const service = name.slice(0, -ENDING.length);
      return { service, content: parse(await readText(fileOf(folder, service))) };
    }),
  );
  return {
    states: entries.flatMap(({ service, content }) => (content === null ? [] : [{ service, ...content }])),
    damaged: entries.flatMap(({ service, content }) => (content === null ? [service] : [])),
  };
}

/** Not every error of the system names the file. */
async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`);
  });
}

function fileOf(folder: string, service: string): string {
  return join(folder, `${service}${ENDING}`);
}

/** Replaces a file: the old content or the new one is there at any moment, also after a loss of power. */
async function writeWhole(folder: string, file: string, text: string): Promise<void> {
  const draft = `${file}${DRAFT}`;
  try {
    const handle = await open(draft, 'w', PRIVATE_FILE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

/** What a killed process was writing: its file is still as it was before. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.endsWith(ENDING + DRAFT));
  await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)));
}

/** A new name is safe only when its folder is flushed too. Windows can't open a folder, and needs none of it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
