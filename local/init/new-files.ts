/** Writes new files, never over others. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../input/user-error';

export function existing(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => existsSync(path));
}

/** Writes texts by their paths, with the folders that they need; only their owner can read the files of `secret`. Throws a `UserError` if it can't. */
export function writeNew(files: ReadonlyMap<string, string>, secret: readonly string[] = []): void {
  for (const [path, text] of files) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx', mode: secret.includes(path) ? 0o600 : 0o666 });
    } catch (error) {
      throw new UserError(`can't write ${path}: ${(error as Error).message}`);
    }
  }
}
