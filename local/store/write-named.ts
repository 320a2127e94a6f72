/** Writes a file that a person has named with an option. */

import { access, lstat, realpath, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../lambda/core/words/run-failure';
import { UserError } from '../input/user-error';
import { writeWhole } from './write-whole';

/** What a new file may be at most; the umask of the process takes from it. */
const ANY_FILE = 0o666;

/** The folder takes no other file, or the file is mounted by itself, as into a container: it can be written, not replaced. */
const NOT_REPLACED = ['EACCES', 'EBUSY', 'EPERM', 'EROFS'];

/**
 * Writes it whole: if that fails, as on a full disk, it stays as it was. What is there and is no file, such as `/dev/stdout` or a
 * pipe, is written and not replaced, and so is a file that can't be replaced. Rejects if it can't be written.
 */
export async function writeNamed(file: string, text: string): Promise<void> {
  const place = await realpath(file).catch(() => file);
  // A link that leads to no file yet is none itself.
  const there = await lstat(place).catch(() => null);
  if (there !== null && !there.isFile()) return writeFile(place, text);
  await writeWhole(place, [text], there?.mode ?? ANY_FILE).catch((error: NodeJS.ErrnoException) => {
    if (!NOT_REPLACED.includes(error.code ?? '')) throw error;
    return writeFile(place, text);
  });
}

/** Finds a mistake in the name before any work is done. `what` as for `tellingOfNamed`; throws a `UserError`. */
export async function checkNamed(file: string, option: string, what: string): Promise<void> {
  if (file === '') throw new UserError(`${option} needs the name of a file`);
  await tellingOfNamed(access(dirname(file)), what);
}

/** Rejects with a `UserError` if what is under way rejects; `what` is written, such as `the report`. */
export async function tellingOfNamed(act: Promise<void>, what: string): Promise<void> {
  await act.catch((error) => {
    throw new UserError(`${what} can't be written: ${messageOf(error)}`);
  });
}
