/**
 * Writes the hours of history that are over, and reads what an objective that is new has missed: of the services whose state was
 * just saved, so that an hour's end is spread over some runs.
 */

import type { HistoryStore } from '../history/history-items';
import { seedTallies, writeEndedHours } from '../history/past';
import type { Tally } from '../history/tally';
import type { Clock } from '../words/clock';
import { messageOf, type RunFailure } from '../words/run-failure';
import type { Snapshots } from './snapshot';

export interface HistoryPorts {
  readonly history: HistoryStore;
  readonly clock: Pick<Clock, 'now'>;
  /** The time of the run, in milliseconds since 1970: a state with a later save was saved in it. */
  readonly startedAt: number;
  /** If it is aborted, nothing is written. */
  readonly signal?: AbortSignal | undefined;
}

export interface HistoriesOutcome {
  /** The states, without the hours that the store has taken, and with what it knew: that is saved with the next save. */
  readonly states: Snapshots;
  /** A failure at most, whatever the number of services. */
  readonly failures: readonly RunFailure[];
}

/** Call this after the alerts are sent: nothing waits for it. Hours that can't be written are written later. Never rejects. */
export async function keepHistories(states: Snapshots, ports: HistoryPorts): Promise<HistoriesOutcome> {
  const { history, clock, startedAt, signal } = ports;
  if (signal?.aborted) return { states, failures: [] };
  const now = clock.now();
  const saved = [...states].filter(([, { state }]) => state.savedAt >= startedAt && state.savedAt <= now);
  const histories = new Map(saved.map(([id, { state }]) => [id, state.history]));
  const seeding = seedTallies(histories, history, now).then(
    (backfilled): Seeding => ({ backfilled, failures: [] }),
    (error: unknown): Seeding => ({ backfilled: new Map(), failures: [unseeded(error)] }),
  );
  const { written, failed } = await writeEndedHours(histories, history);
  const { backfilled, failures } = await seeding;
  const kept = new Map(states);
  for (const id of new Set([...written.keys(), ...backfilled.keys()])) {
    const snapshot = states.get(id);
    if (!snapshot) continue;
    const then = written.get(id) ?? snapshot.state.history;
    const tally = backfilled.get(id) ?? then.tally;
    kept.set(id, { ...snapshot, state: { ...snapshot.state, history: { ...then, tally } } });
  }
  return { states: kept, failures: [...failureOf(failed), ...failures].slice(0, 1) };
}

interface Seeding {
  readonly backfilled: ReadonlyMap<string, Tally>;
  readonly failures: readonly RunFailure[];
}

function unseeded(error: unknown): RunFailure {
  const message = `the history that objectives need can't be read: ${messageOf(error)}`;
  return { output: 'history', service: null, message };
}

function failureOf(failed: ReadonlyMap<string, unknown>): RunFailure[] {
  const [first] = failed;
  if (first === undefined) return [];
  const [service, error] = first;
  const [whose, about] = failed.size === 1 ? [service, service] : [`${failed.size} services`, null];
  return [
    { output: 'history', service: about, message: `the history of ${whose} can't be written: ${messageOf(error)}` },
  ];
}
