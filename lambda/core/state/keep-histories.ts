/** Writes the hours of history that are over: of the services whose state was just saved, so that an hour's end is spread over some runs. */

import type { HistoryStore } from '../history/history-store';
import { writeOwed } from '../history/past';
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

export interface HistoriesKept {
  /** The states, without the hours that the store has taken: that is saved with the next save. */
  readonly states: Snapshots;
  /** At most one, whatever the number of services. */
  readonly failures: readonly RunFailure[];
}

/** Call this after the alerts are sent: nothing waits for it. What can't be written stays owed. Never rejects. */
export async function keepHistories(states: Snapshots, ports: HistoryPorts): Promise<HistoriesKept> {
  const { history, clock, startedAt, signal } = ports;
  if (signal?.aborted) return { states, failures: [] };
  const now = clock.now();
  const saved = [...states].filter(([, { state }]) => state.savedAt >= startedAt && state.savedAt <= now);
  const { written, failed } = await writeOwed(new Map(saved.map(([id, { state }]) => [id, state.history])), history);
  const kept = new Map(states);
  for (const [id, then] of written) {
    const snapshot = states.get(id);
    if (snapshot) kept.set(id, { ...snapshot, state: { ...snapshot.state, history: then } });
  }
  return { states: kept, failures: failureOf(failed) };
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
