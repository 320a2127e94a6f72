/** Writes a file that a person has named with an option. */

import { access, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { PassingError, UserError } from '../input/user-error';

/** Finds a mistake in the name before any work is done. `what` names the content, such as `the report`; throws a `UserError`. */
export async function checkNamed(file: string, option: string, what: string): Promise<void> {
  if (file === '') throw new UserError(`${option} needs the name of a file`);
  await access(dirname(file)).catch((error) => {
    throw new UserError(unwritable(what, error));
  });
}

/** Rejects with a `PassingError` if the file can't be written. */
export async function writeNamed(file: string, text: string, what: string): Promise<void> {
  await writeFile(file, text).catch((error) => {
    throw new PassingError(unwritable(what, error));
  });
}

function unwritable(what: string, error: unknown): string {
  return `${what} can't be written: ${errorMessage(error)}`;
}
