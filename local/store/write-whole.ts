/** Writes a file whole or not at all, whatever kills the process or takes its power. */

import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE } from './private-folder';

const DRAFT = '.draft';

/**
 * Replaces a file: the old content or the new one is there at any moment, and the new one once it has resolved, also after
 * a loss of power. `parts` are made one when the one before is written. No other may write the same file meanwhile.
 */
export async function writeWhole(file: string, parts: Iterable<string>): Promise<void> {
  const draft = `${file}${DRAFT}`;
  try {
    const handle = await open(draft, 'w', PRIVATE_FILE);
    try {
      await writeFile(handle, parts);
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

/** Removes what a killed process was writing, of the files in a folder that end in `ending`: they are as they were before. */
export async function removeDrafts(folder: string, ending: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.endsWith(ending + DRAFT));
  await Promise.all(drafts.map((name) => removeFile(join(folder, name))));
}

async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
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
