/** Makes sure that only one watch writes a state folder. */

import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassingError } from '../input/user-error';
import { makePrivateFolder, PRIVATE_FILE } from './private-folder';

const NAME = 'lock';
/** The attempts to get a lock that is neither held nor dead. */
const ATTEMPTS = 10;

/**
 * Locks a folder for this process; returns the release. The folder is created if it is missing, and only its owner may
 * use it from then on. A lock whose process has died is taken over. Throws a `PassingError` if another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, NAME);
  // A name that others could guess may be a link of theirs, which leads to another file.
  const own = join(folder, `${NAME}.${randomUUID()}`);
  const identity = processIdentity(process.pid);
  makePrivateFolder(folder);
  writeFileSync(own, identity, { mode: PRIVATE_FILE, flag: 'wx' });
  try {
    for (let attempt = 0; !tryLink(own, lock); attempt++) {
      const holder = readIfThere(lock);
      if (holder === null) {
        // The lock was released between two reads, or it can't be read at all.
        if (attempt < ATTEMPTS) continue;
        throw new PassingError(`${lock} can't be read: if no watch runs on this folder, remove it`);
      }
      if (isAlive(holder) || attempt >= ATTEMPTS) throw refusal(folder, holder);
      // A dead lock is moved away only if it is still the same: a newer lock is put back.
      const taken = `${own}.old`;
      if (!tryRename(lock, taken)) continue;
      if (readIfThere(taken) !== holder) tryLink(taken, lock);
      rmSync(taken, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    if (readIfThere(lock) === identity) rmSync(lock, { force: true });
  };
}

/** Whether a watch writes a folder now: a live process, or this one, holds its lock. */
export function isWatched(folder: string): boolean {
  const holder = readIfThere(join(folder, NAME));
  return holder !== null && isAlive(holder);
}

function refusal(folder: string, holder: string): PassingError {
  const pid = holder.split(' ')[0];
  return new PassingError(
    `another watch (process ${pid}) stores its state in ${folder}: stop it, or name another folder with --state`,
  );
}

/** The process and, if the system knows, its start time: the number can be given to another process later. */
function processIdentity(pid: number): string {
  return `${pid} ${processStart(pid) ?? ''}`.trim();
}

function isAlive(holder: string): boolean {
  const pid = Number(holder.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return processIdentity(pid) === holder;
}

/**
 * The start time of a process, in clock ticks since boot; `null` if it is dead and its parent has not noticed, and on systems other than
 * Linux. Source: proc(5), fields 3 and 22 of stat.
 */
function processStart(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Gives the file a second name, all at once; false if that name is taken. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
