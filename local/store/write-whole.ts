/** Reads files, and writes them whole or not at all, even if the process is killed or the power fails. */

import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { PRIVATE_FILE } from './private-folder';

const DRAFT = '.draft';

/**
 * Replaces a file. At any moment it has either the old or the new content; the new one once this has resolved, also after a loss of
 * power. No other process may write the file in the meantime. `mode` has the permissions of the file.
 */
export async function writeWhole(file: string, text: string, mode: number = PRIVATE_FILE): Promise<void> {
  // In a folder that others write too, a name that they could guess may be a link of theirs to another file.
  const draft = `${file}.${randomUUID()}${DRAFT}`;
  const handle = await open(draft, 'wx', mode);
  try {
    try {
      await writeFile(handle, text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await removeFile(draft);
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Reads a file; `null` if there is none. An error names the file, since not every error of the system does. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(error.message.includes(file) ? error.message : `${file}: ${error.message}`);
  });
}

/** Removes the drafts of a killed process from a folder, for the files with these names; the files themselves stay. */
export async function removeDrafts(folder: string, isOwn: (name: string) => boolean): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.endsWith(DRAFT) && isOwn(parse(parse(name).name).name));
  await Promise.all(drafts.map((name) => removeFile(join(folder, name))));
}

async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}

/** A new name is safe only once its folder is flushed too. Windows can't open a folder, and doesn't need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
