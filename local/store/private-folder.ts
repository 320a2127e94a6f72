/** A watch's files are for their owner alone: addresses and the services' answers are private. */

import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The permissions of files and folders: only the owner may read, write and enter them. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes a folder, and takes the permissions on its files and folders from all but its owner. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  tighten(folder, PRIVATE_FOLDER);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isDirectory()) tighten(path, PRIVATE_FOLDER);
    if (entry.isFile()) tighten(path, PRIVATE_FILE);
  }
}

/** The id of the user who owns a folder, if it is not `own`; otherwise `null`, also if there is no folder or if the system has no such ids. */
export function foreignOwner(folder: string, own = process.getuid?.()): number | null {
  if (own === undefined) return null;
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? own;
  return owner === own ? null : owner;
}

/** A file of another user, or on a disk without permissions, stays as it is: it may still be usable. */
function tighten(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {}
}
