/** Writes a file that a person has named. */

import { realpath, stat, writeFile } from 'node:fs/promises';
import { writeWhole } from './write-whole';

/** What a new file may be at most; the umask of the process takes from it. */
const ANY_FILE = 0o666;

/**
 * Writes it whole: if that fails, as on a full disk, it stays as it was. What is there and is no file, such as `/dev/stdout` or a
 * pipe, is written and not replaced. Rejects if it can't be written.
 */
export async function writeNamed(file: string, text: string): Promise<void> {
  const place = await realpath(file).catch(() => file);
  const there = await stat(place).catch(() => null);
  if (there !== null && !there.isFile()) await writeFile(place, text);
  else await writeWhole(place, [text], there?.mode ?? ANY_FILE);
}
