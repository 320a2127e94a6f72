/** Writes new files: all of them or none. */

import { closeSync, lstatSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../input/user-error';

/** The paths that exist already, be it as a link that leads nowhere, or as a file in place of their folder. */
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
 * Writes texts by their paths, with the folders that they need; only their owner can read the files of `secret`. Existing files are not replaced. If a file can't be written, the files before
 * it are removed again, and a `UserError` is thrown with the reason. No signal can interrupt it, since all of it is one turn of the event loop.
 */
export function writeNew(files: ReadonlyMap<string, string>, secret: readonly string[] = []): void {
  const made: string[] = [];
  try {
    for (const [path, text] of files) {
      const folder = mkdirSync(dirname(path), { recursive: true });
      if (folder !== undefined) made.push(folder);
      const file = openSync(path, 'wx', secret.includes(path) ? 0o600 : undefined);
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
