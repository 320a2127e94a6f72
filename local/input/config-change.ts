/** Notices that a config's file has changed since it was read. */

import { readFile } from 'node:fs/promises';

/** What to say if the file no longer holds the `text` that was read of it; `null` if it does. */
export async function configChange(file: string, text: string): Promise<string | null> {
  const rest = 'this watch goes on with what it read when it started';
  try {
    if ((await readFile(file, 'utf8')) === text) return null;
    return `${file} has changed: ${rest}, start it again to take the change`;
  } catch (error) {
    return `${file} can't be read any more (${(error as NodeJS.ErrnoException).code}): ${rest}`;
  }
}
