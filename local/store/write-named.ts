/** Writes a file that a person has named with an option. */

import { access, lstat, realpath, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { PassingError, UserError } from '../input/user-error';
import { writeWhole } from './write-whole';

/** The permissions of a new file; the umask of the process takes from them. */
const ANY_FILE = 0o666;

/** The codes of an error if the folder takes no new file, or if the file is mounted by itself, as into a container: it can be written, not replaced. */
const NOT_REPLACED = ['EACCES', 'EBUSY', 'EPERM', 'EROFS'];

/**
 * Writes the file whole: if that fails, as on a full disk, it stays as it was. An existing path that is no file, such as `/dev/stdout` or a
 * pipe, is written and not replaced, and so is a file that can't be replaced. Rejects if it can't be written.
 */
export async function writeNamed(file: string, text: string): Promise<void> {
  const place = await realpath(file).catch(() => file);
  // A link to a file that does not exist yet is no file.
  const there = await lstat(place).catch(() => null);
  if (there !== null && !there.isFile()) return writeFile(place, text);
  await writeWhole(place, text, there?.mode ?? ANY_FILE).catch((error: NodeJS.ErrnoException) => {
    if (!NOT_REPLACED.includes(error.code ?? '')) throw error;
    return writeFile(place, text);
  });
}

/** Finds a mistake in the name before any work is done. `what` as for `namingContent`; throws a `UserError`. */
export async function checkNamed(file: string, option: string, what: string): Promise<void> {
  if (file === '') throw new UserError(`${option} needs the name of a file`);
  await access(dirname(file)).catch((error) => {
    throw new UserError(unwritable(what, error));
  });
}

/** Rejects with a `PassingError` if `act` rejects; `what` names the content, such as `the report`. */
export async function namingContent(act: Promise<void>, what: string): Promise<void> {
  await act.catch((error) => {
    throw new PassingError(unwritable(what, error));
  });
}

function unwritable(what: string, error: unknown): string {
  return `${what} can't be written: ${errorMessage(error)}`;
}
