/** The outputs that no alert waits for: metrics, and the saves after all alerts are sent. */

import { pulseNames } from '../config/pulse';
import { type ReceiverNews, withRefusals } from '../deliver/receiver-record';
import { hasUrgentChange } from '../fields/fields';
import { openIncidents } from '../incident/incident';
import { type Check, hasVerdict } from '../probe/check-result';
import { type HistoriesOutcome, keepHistories } from '../state/keep-histories';
import { overviewOf } from '../state/overview';
import { isDoneWith } from '../state/retired';
import { saveState, saveUnread as saveUnreadStates } from '../state/save-state';
import { STATE } from '../state/service-state';
import { currentStates, NEW_SNAPSHOT, type Snapshots } from '../state/snapshot';
import { DEPLOYMENT } from '../words/ids';
import { errorMessage, type RunFailure } from '../words/run-failure';
import type { Delivered } from './deliver';
import { isLate, type Known, type Moment, receiverIds, type Using, type Watched } from './run-context';

/** Publishes metrics once all checks are done, whatever the store and the receivers do. Never rejects. */
export async function publishMetrics(
  checking: Promise<readonly Check[]>,
  run: Watched & Moment & Pick<Known, 'known'> & Using<'publish'>,
): Promise<readonly RunFailure[]> {
  const checks = await checking;
  const durationMs = run.clock.elapsed() - run.start;
  // An earlier try of this run may have published.
  if (checks.length === 0 || run.signal?.aborted) return [];
  try {
    await run.outputs.publish({
      startedAt: run.startedAt,
      durationMs,
      results: checks.filter(hasVerdict),
      shard: run.shard,
    });
    return [];
  } catch (error) {
    return [{ output: 'metrics', service: null, message: `metrics can't be published: ${errorMessage(error)}` }];
  }
}

/**
 * Returns the states after sending. Only this process knows what it sent while the store could not be read. It tries once more to save that,
 * since it may end before its next run.
 */
export async function saveUnread(
  { snapshots, sent }: Delivered,
  run: Watched & Moment & Pick<Known, 'known'> & Using<'store'>,
): Promise<Snapshots> {
  if (run.known.certain || sent.length === 0) return snapshots;
  return saveUnreadStates(snapshots, run.outputs.store, {
    configured: run.configured.map(({ id }) => id),
    shard: run.shard.index,
    now: run.startedAt,
    intervalMs: run.config.intervalMs,
  });
}

/** Writes the hours of history that are over. The result leaves out removed services that need nothing more. */
export async function saveHistories(snapshots: Snapshots, run: Moment & Using<'history'>): Promise<HistoriesOutcome> {
  const states = new Map([...snapshots].filter(([, { state, unsaved }]) => unsaved || !isDoneWith(state)));
  if (isLate(run)) return { states, failures: [] };
  return keepHistories(states, {
    history: run.outputs.history,
    clock: run.clock,
    startedAt: run.startedAt,
    signal: run.signal,
  });
}

export async function saveOverview(
  states: Snapshots,
  run: Watched & Moment & Using<'saveOverview'>,
): Promise<readonly RunFailure[]> {
  const { saveOverview } = run.outputs;
  if (saveOverview === undefined || run.signal?.aborted || isLate(run)) return [];
  try {
    await saveOverview(overviewOf(currentStates(states), run.shard.index, run.clock.now()));
    return [];
  } catch (error) {
    return [{ output: 'overview', service: null, message: `the overview can't be saved: ${errorMessage(error)}` }];
  }
}

/**
 * Saves the records of receivers and pulses, and the incidents of the deployment that follow from them. If another run saved first, or the store is
 * unreachable, the incidents are forgotten: they follow from the records again. Never rejects.
 */
export async function saveReceivers(
  news: readonly ReceiverNews[],
  states: Snapshots,
  run: Watched & Moment & Pick<Known, 'known'> & Using<'receiverKeeper' | 'store'>,
): Promise<{ readonly states: Snapshots; readonly failures: readonly RunFailure[] }> {
  const { receiverKeeper, store } = run.outputs;
  if (receiverKeeper === undefined || run.signal?.aborted) return { states, failures: [] };
  const before = states.get(DEPLOYMENT) ?? run.known.snapshots.get(DEPLOYMENT) ?? NEW_SNAPSHOT;
  // A run before may have removed a record, and ended no incident.
  const isNeeded = openIncidents(before.state).length > 0;
  const { records, failures } = await receiverKeeper.keep(news, { isLate: isLate(run), isNeeded });
  // Without the state we can't tell which incidents are open.
  if (records === null || !run.known.certain) return { states, failures };
  const now = run.clock.now();
  const pulses = pulseNames(run.config.pulses, run.shard.count);
  const state = withRefusals(before.state, { records, receivers: receiverIds(run.config), pulses, now });
  if (state.incidents.length === 0) return { states, failures };
  const next = { ...before, state };
  // A change that is not urgent is remembered, and saved when the incident ends.
  if (!hasUrgentChange(before.state, state, STATE))
    return { states: new Map([...states, [DEPLOYMENT, next]]), failures };
  const saved = await saveState(DEPLOYMENT, next, now, { store, certain: true });
  if (saved.snapshot === null || saved.snapshot.unsaved) return { states, failures: saved.failures };
  return { states: new Map([...states, [DEPLOYMENT, saved.snapshot]]), failures };
}
