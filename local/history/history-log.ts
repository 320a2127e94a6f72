/** The results of a watch's checks over time, kept within bounds: the page draws the past from them. */

import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Rollup, rollupOf } from '../../lambda/core/history/history';
import type { CheckResult } from '../../lambda/core/probe/check-result';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../store/private-folder';
import { removeDrafts, writeWhole } from '../store/write-whole';
import { checksLine, type Entry, pastLines, readHistory } from './history-lines';
import { addChecks, agedPast, agreedTime, lean, NO_PAST, type Past, rollupsOf } from './past-checks';

const NAME = 'history.jsonl';
const KEEP_MS = 90 * 86_400_000;
/** A check that is further ahead of the clock than this was timed by a wrong clock, or this clock is wrong. */
const AHEAD_MS = 60_000;

/** The checks of each service over time: recent ones one by one, older ones summed up by the hour. */
export interface History {
  /**
   * Oldest first, without overlaps: hours, then single checks. Empty for a service that was never checked. By the clock
   * of the latest run, what is too old or still to come is left out; it is there again once the clock is right.
   */
  of(service: string): readonly Rollup[];
  /**
   * Adds what a run found at `now`, in milliseconds since 1970. In memory it counts at once and always. Rejects if it
   * can't be written to disk; it is then written with a later run. Runs that come while one is being written wait for
   * the same promise.
   */
  record(results: readonly CheckResult[], now: number): Promise<void>;
}

export interface HistoryOptions {
  /** Created if it is missing. No other process may write it (see `lockFolder`). */
  readonly folder: string;
  /** Called once if a part of the file can't be read. */
  readonly onDamage: (message: string) => void;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly keepMs?: number;
}

/**
 * Opens the history that is kept in `history.jsonl` in a folder. What is damaged is reported and skipped; nothing else
 * is lost. Rejects if the folder or the file can't be read.
 */
export async function openHistory({ folder, onDamage, now, keepMs = KEEP_MS }: HistoryOptions): Promise<History> {
  const file = join(folder, NAME);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await removeDrafts(folder, NAME);
  const stored = readHistory(await readIfThere(file));
  if (stored.damaged > 0) onDamage(describeDamage(file, stored.damaged));
  const pasts = new Map(stored.pasts);
  age(pasts, now, keepMs);
  const { of, keep } = createMemory(pasts, now - keepMs, keepMs);
  const isWhole = stored.damaged === 0 && !stored.isTorn;
  const write = createWriter(file, pasts, isWhole ? stored.entries : Number.POSITIVE_INFINITY);
  return { of, record: (results, at) => write(keep(results, at)) };
}

/** A history in memory alone, within the same bounds. */
export function memoryHistory(): History {
  const { of, keep } = createMemory(new Map(), Number.NEGATIVE_INFINITY, KEEP_MS);
  return {
    of,
    record: async (results, now) => {
      keep(results, now);
    },
  };
}

/** Shows the pasts from `first` on, until the first run brings the time. */
function createMemory(pasts: Map<string, Past>, first: number, keepMs: number) {
  let [since, until] = [first, Number.POSITIVE_INFINITY];
  return {
    of: (service: string) => within(rollupsOf(pasts.get(service) ?? NO_PAST), since, until),
    /** Adds what a run found, and returns what is new. */
    keep: (results: readonly CheckResult[], now: number): readonly Entry[] => {
      const entries = results.map((result): Entry => [result.service.id, lean(rollupOf(result))]);
      for (const [service, check] of entries) pasts.set(service, addChecks(pasts.get(service) ?? NO_PAST, [check]));
      age(pasts, now, keepMs);
      [since, until] = [now - keepMs, now + AHEAD_MS];
      return entries;
    },
  };
}

function within(rollups: readonly Rollup[], since: number, until: number): readonly Rollup[] {
  const isWithin = ({ from, to }: Rollup) => (to > since || from === since) && from <= until;
  const [first, last] = [rollups[0], rollups.at(-1)];
  const areAll = !first || !last || (isWithin(first) && isWithin(last));
  return areAll ? rollups : rollups.filter(isWithin);
}

function describeDamage(file: string, count: number): string {
  return `${file}: ${count === 1 ? 'an entry is' : `${count} entries are`} damaged and left out; the rest of the history is kept`;
}

/** Drops what is too old. If the clock alone decided, one run at a wrong time would drop everything. */
function age(pasts: Map<string, Past>, now: number, keepMs: number): void {
  const time = Math.min(now, agreedTime(pasts.values()));
  for (const [service, past] of pasts) {
    const left = agedPast(past, time, keepMs);
    if (left.hours.length + left.checks.length === 0) pasts.delete(service);
    else if (left !== past) pasts.set(service, left);
  }
}

/** So many checks may wait for the disk; if there are more, the file is written anew. */
const MOST_UNWRITTEN = 10_000;

/**
 * Appends a line for each run, or one for all runs that came while the line before was being written. The file is written
 * anew from the pasts if most of it is old, and after a line that may be incomplete: `entriesInFile` is then infinite.
 */
function createWriter(file: string, pasts: ReadonlyMap<string, Past>, entriesInFile: number) {
  let inFile = entriesInFile;
  let unwritten: readonly Entry[] = [];
  let isTooMuch = false;
  const flush = async () => {
    const entries = unwritten;
    const expected = isTooMuch ? Number.POSITIVE_INFINITY : inFile + entries.length;
    [unwritten, isTooMuch] = [[], false];
    const kept = countEntries(pasts);
    const isMostlyOld = expected > 2 * kept;
    // It stays infinite until the disk has confirmed the write.
    inFile = Number.POSITIVE_INFINITY;
    if (isMostlyOld) await writeAnew(file, new Map(pasts));
    else await appendFile(file, checksLine(entries), { mode: PRIVATE_FILE });
    inFile = isMostlyOld ? kept : expected;
  };
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return (entries: readonly Entry[]): Promise<void> => {
    isTooMuch ||= unwritten.length + entries.length > MOST_UNWRITTEN;
    unwritten = isTooMuch ? [] : [...unwritten, ...entries];
    if (next === null) {
      next = last.then(() => {
        next = null;
        return flush();
      });
      last = next.catch(() => undefined);
    }
    return next;
  };
}

function countEntries(pasts: ReadonlyMap<string, Past>): number {
  return [...pasts.values()].reduce((sum, { hours, checks }) => sum + hours.length + checks.length, 0);
}

/** The folder may have gone meanwhile. */
async function writeAnew(file: string, pasts: ReadonlyMap<string, Past>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  await writeWhole(file, partsOf(pasts));
}

/** One part for each service. A part is made once the part before it is written. */
function* partsOf(pasts: ReadonlyMap<string, Past>): Generator<string> {
  for (const [service, past] of pasts) yield pastLines(service, past);
}

async function readIfThere(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
}
