/** Who may read what: the permissions of a folder and all that lies in it. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In octal, by the path in the folder; the folder itself is `.`. */
export function modesIn(folder: string): Readonly<Record<string, string>> {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return Object.fromEntries(names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]));
}
