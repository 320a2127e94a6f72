/** Writes files that are not there yet: all of them or none. */

import { closeSync, lstatSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../input/user-error';

/** Of these paths, those at which something is, be it a link that leads nowhere, or a file in place of their folder. */
export function existing(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    try {
      lstatSync(path);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  });
}

/**
 * Writes texts by their paths, with the folders that they need. Nothing that is there is replaced. If one can't be written, those before it
 * are removed again, and a `UserError` says why. No signal comes between, since all of it is one turn of the event loop.
 */
export function writeNew(files: ReadonlyMap<string, string>): void {
  const made: string[] = [];
  try {
    for (const [path, text] of files) {
      const folder = mkdirSync(dirname(path), { recursive: true });
      if (folder !== undefined) made.push(folder);
      const file = openSync(path, 'wx');
      made.push(path);
      try {
        writeFileSync(file, text);
      } finally {
        closeSync(file);
      }
    }
  } catch (error) {
    for (const path of made.reverse()) rmSync(path, { recursive: true, force: true });
    throw new UserError(`nothing was written: ${(error as Error).message}`);
  }
}
