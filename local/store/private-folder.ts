/** What a watch keeps is its owner's alone: addresses and what services answer are nobody else's business. */

import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The permissions of what is kept: to be read, written and entered by its owner. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes a folder, and takes what lies in it, and in its folders, from all but its owner. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  tighten(folder, PRIVATE_FOLDER);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isDirectory()) tighten(path, PRIVATE_FOLDER);
    if (entry.isFile()) tighten(path, PRIVATE_FILE);
  }
}

/** What belongs to another user, or is on a disk without permissions, stays as it is: it may be of use all the same. */
function tighten(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {}
}
