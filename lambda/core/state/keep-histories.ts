/**
 * Writes past hours of history, and reads the checks that a new objective needs, for the services whose state was just saved: so the work at
 * the end of an hour is spread over several runs.
 */

import type { HistoryStore } from '../history/history-items';
import { backfillCounters, writeEndedHours } from '../history/past';
import type { SloCounters } from '../history/slo-counters';
import type { Clock } from '../words/clock';
import { errorMessage, type RunFailure } from '../words/run-failure';
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
  /** The states without the hours that were written, and with what was read from the store; saved with the next save. */
  readonly states: Snapshots;
  /** At most one failure, for any number of services. */
  readonly failures: readonly RunFailure[];
}

/** Call this after the alerts are sent: nothing waits for it. Hours that can't be written are written later. Never rejects. */
export async function keepHistories(states: Snapshots, ports: HistoryPorts): Promise<HistoriesOutcome> {
  const { history, clock, startedAt, signal } = ports;
  if (signal?.aborted) return { states, failures: [] };
  const now = clock.now();
  const saved = [...states].filter(([, { state }]) => state.savedAt >= startedAt && state.savedAt <= now);
  const histories = new Map(saved.map(([id, { state }]) => [id, state.history]));
  const backfilling = backfillCounters(histories, history, now).then(
    (backfilled): Backfilling => ({ backfilled, failures: [] }),
    (error: unknown): Backfilling => ({ backfilled: new Map(), failures: [backfillFailure(error)] }),
  );
  const { written, failed } = await writeEndedHours(histories, history);
  const { backfilled, failures } = await backfilling;
  const kept = new Map(states);
  for (const id of new Set([...written.keys(), ...backfilled.keys()])) {
    const snapshot = states.get(id);
    if (!snapshot) continue;
    const then = written.get(id) ?? snapshot.state.history;
    const counters = backfilled.get(id) ?? then.counters;
    kept.set(id, { ...snapshot, state: { ...snapshot.state, history: { ...then, counters } } });
  }
  return { states: kept, failures: [...writeFailures(failed), ...failures].slice(0, 1) };
}

interface Backfilling {
  readonly backfilled: ReadonlyMap<string, SloCounters>;
  readonly failures: readonly RunFailure[];
}

function backfillFailure(error: unknown): RunFailure {
  const message = `the history that objectives need can't be read: ${errorMessage(error)}`;
  return { output: 'history', service: null, message };
}

function writeFailures(failed: ReadonlyMap<string, unknown>): RunFailure[] {
  const [first] = failed;
  if (first === undefined) return [];
  const [service, error] = first;
  const [whose, about] = failed.size === 1 ? [service, service] : [`${failed.size} services`, null];
  return [
    { output: 'history', service: about, message: `the history of ${whose} can't be written: ${errorMessage(error)}` },
  ];
}
