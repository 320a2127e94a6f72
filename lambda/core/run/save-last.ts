/** What is saved once all alerts are sent: nothing waits for it. */

import type { ReceiverNews } from '../deliver/receiver-record';
import { type HistoriesOutcome, keepHistories } from '../state/keep-histories';
import { overviewOf } from '../state/overview';
import { isDoneWith } from '../state/retired';
import { saveUnread as saveUnreadStates } from '../state/save-state';
import type { Snapshots } from '../state/snapshot';
import { messageOf, type RunFailure } from '../words/run-failure';
import type { Delivered } from './deliver';
import { isLate, type RunContext } from './run-context';

/**
 * The states after all that was sent. Only this process knows what it sent while the store could not be read: it tries once more to save that,
 * since it may end before its next run.
 */
export async function saveUnread({ snapshots, sent }: Delivered, run: RunContext): Promise<Snapshots> {
  if (run.known.certain || sent.length === 0) return snapshots;
  return saveUnreadStates(snapshots, run.outputs.store, {
    configured: run.configured.map(({ id }) => id),
    shard: run.part.shard,
    now: run.startedAt,
    intervalMs: run.config.intervalMs,
  });
}

/** Writes the hours of history that are over. The result has no state of a service that has left the config and of which nothing is left to do. */
export async function saveHistories(snapshots: Snapshots, run: RunContext): Promise<HistoriesOutcome> {
  const states = new Map([...snapshots].filter(([, { state, unsaved }]) => unsaved || !isDoneWith(state)));
  if (isLate(run)) return { states, failures: [] };
  return keepHistories(states, {
    history: run.outputs.history,
    clock: run.clock,
    startedAt: run.startedAt,
    signal: run.signal,
  });
}

export async function saveOverview(states: Snapshots, run: RunContext): Promise<readonly RunFailure[]> {
  const { keepOverview } = run.outputs;
  if (keepOverview === undefined || run.signal?.aborted || isLate(run)) return [];
  try {
    const known = new Map([...states].map(([id, { state }]) => [id, state]));
    await keepOverview(overviewOf(known, run.part.shard, run.clock.now()));
    return [];
  } catch (error) {
    return [{ output: 'overview', service: null, message: `the overview can't be saved: ${messageOf(error)}` }];
  }
}

/** Saves the records of receivers. Once there is no time left, the next run goes on. */
export async function saveReceivers(news: readonly ReceiverNews[], run: RunContext): Promise<readonly RunFailure[]> {
  const { receiverKeeper, links } = run.outputs;
  if (receiverKeeper === undefined || run.signal?.aborted) return [];
  return receiverKeeper.keep(news, { isLate: isLate(run), links: { ...links, runbook: links.runbook ?? null } });
}
