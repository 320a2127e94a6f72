/** Takes over the history that a version before this one kept in `history.jsonl`. */

import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { bucketOf, sumUp } from '../../lambda/core/history/bucket';
import { keysOfHours, partsOfHours } from '../../lambda/core/history/history-items';
import type { HistoryStore } from '../../lambda/core/history/history-store';
import type { PastCheck } from '../../lambda/core/history/past-check';
import { CHECKS_KEPT, FINE_MS, HOUR_MS, type Hour } from '../../lambda/core/history/running-history';
import { readState } from '../../lambda/core/state/service-state';
import { grouped } from '../../lambda/core/words/in-batches';
import type { LocalStore } from '../store/local-store';
import { type OldHistory, readHistoryLines } from './history-lines';

const NAME = 'history.jsonl';
/** The file's name once all of it is in the new files; nothing reads it then. */
const TAKEN_OVER = 'history.jsonl.taken-over';

export interface TakeOverOptions {
  /** Where the old file may be. */
  readonly folder: string;
  readonly history: HistoryStore;
  readonly states: LocalStore;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called once if a part of the file can't be read. */
  readonly onDamage: (message: string) => void;
}

/**
 * Writes what the old file holds into the store, and its last checks into states that have none; then the file gets
 * another name. If there is no file, nothing is done. A process that is killed on the way takes the file over again: what was
 * written before is not counted twice. Rejects if something can't be read or written; then the file stays as it is.
 */
export async function takeOverHistory({ folder, history, states, now, onDamage }: TakeOverOptions): Promise<void> {
  const file = join(folder, NAME);
  const text = await readIfThere(file);
  if (text === null) return;
  const { histories, damaged } = readHistoryLines(text);
  for (const [service, old] of histories) await writeHours(service, hoursOf(old), history, now);
  await addLastChecks(histories, states, now);
  await rename(file, join(folder, TAKEN_OVER));
  if (damaged > 0) {
    const entries = damaged === 1 ? 'an entry is' : `${damaged} entries are`;
    onDamage(`${file}: ${entries} damaged and left out; the rest was taken over, and the file is now ${TAKEN_OVER}`);
  }
}

/** All that is known of each hour, in order. Of an hour that was kept as a whole, all counts in its first five minutes. */
function hoursOf({ hours, checks }: OldHistory): readonly Hour[] {
  const single = checks.map((check) => {
    const from = floor(check.at, FINE_MS);
    return bucketOf(check, null, from, from + FINE_MS);
  });
  const byStart = [...grouped([...hours, ...single], ({ from }) => from)].sort(([left], [right]) => left - right);
  const buckets = byStart.map(([from, parts]) => sumUp(parts, from, from + FINE_MS));
  return [...grouped(buckets, ({ from }) => floor(from, HOUR_MS))].map(([from, own]) => ({ from, buckets: own }));
}

function floor(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

/** An hour of a day that no history has: so each day gets its own bucket, also the last one. */
const OF_ANOTHER_DAY: Hour = { from: 0, buckets: [] };

/** Writes all hours of a service at once: each file of the store would be written anew with each of them. */
async function writeHours(service: string, hours: readonly Hour[], store: HistoryStore, now: number): Promise<void> {
  const items = (await store.read(new Map([[service, keysOfHours(hours, OF_ANOTHER_DAY)]]))).get(service) ?? [];
  // If this clock is ahead, the newest hour says what is too old.
  const time = Math.min(now, hours.at(-1)?.from ?? now);
  const parts = partsOfHours(hours, items, OF_ANOTHER_DAY).filter(({ expiresAt }) => expiresAt > time);
  if (parts.length > 0) await store.write(service, parts);
}

async function addLastChecks(
  histories: ReadonlyMap<string, OldHistory>,
  store: LocalStore,
  now: number,
): Promise<void> {
  for (const { service, revision, state: raw } of await store.load()) {
    const [state, checks] = [readState(raw), lastOf(histories.get(service)?.checks ?? [], now)];
    // A state that makes no sense is begun anew by the next run, which says so.
    if (state === null || revision === null || checks.length === 0 || state.history.checks.length > 0) continue;
    await store.save(service, { ...state, history: { ...state.history, checks } }, revision);
  }
}

function lastOf(checks: readonly PastCheck[], now: number): readonly PastCheck[] {
  return checks
    .filter(({ at }) => at <= now)
    .sort((left, right) => left.at - right.at)
    .slice(-CHECKS_KEPT);
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
