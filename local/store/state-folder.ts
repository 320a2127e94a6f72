/** The folder in which a watch keeps its state. */

import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../input/user-error';

/** The folder if no `--state` is given. */
export const DEFAULT_STATE = '.statuswatch';

/** The path of a deployment's own folder below the folder of `--state`. Throws a `UserError` if it can't be a folder. */
export function stateFolder(state: string, deployment: string): string {
  if (state === '') throw new UserError('--state needs the name of a folder');
  const folder = join(state, deployment);
  const file = fileOnTheWayTo(resolve(folder));
  if (file !== null) throw new UserError(`--state is "${state}"; expected a folder, but ${file} is a file`);
  return folder;
}

/** Returns the folder of a watch that has run. Throws a `UserError` if none has. */
export function watchedFolder(state: string, deployment: string): string {
  const folder = stateFolder(state, deployment);
  if (existsSync(folder)) return folder;
  throw new UserError(
    `nothing has been watched yet: there is no ${folder}; "statuswatch watch" makes it, --state names another folder`,
  );
}

/** The file that `path` leads through: the path itself, or the nearest existing path above it, if that is no folder; otherwise `null`. */
function fileOnTheWayTo(path: string): string | null {
  try {
    return statSync(path).isDirectory() ? null : path;
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    return isMissing && dirname(path) !== path ? fileOnTheWayTo(dirname(path)) : null;
  }
}

/** The folder of the histories, below a deployment's own folder. */
export function historyIn(folder: string): string {
  return join(folder, 'history');
}
