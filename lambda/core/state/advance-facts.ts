/** The facts of a run: what each check has found is added to the state of its service. */

import { removedFrom, type Service } from '../config/config';
import { type Check, hasVerdict } from '../probe/check-result';
import { ownSkewMs } from '../probe/clock-skew';
import { messageOf, type RunFailure } from '../words/run-failure';
import { nextState, retiredState, type StateContext } from './next-state';
import type { ServiceState } from './service-state';
import { NEW_SNAPSHOT, type Recollection, type Snapshot } from './snapshot';

export interface FactsContext extends Omit<StateContext, 'ownSkewMs'> {
  /** The time of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  /** All services of the config, of this run or of another shard. Open incidents of any other service end. */
  readonly configured: readonly Pick<Service, 'id'>[];
  /** After it is aborted, no state is changed any more: an interrupted probe has no result to keep. */
  readonly signal?: AbortSignal | undefined;
}

/** A service after its check. */
export interface Advanced {
  readonly id: string;
  /** The time of its check, in milliseconds since 1970. */
  readonly now: number;
  readonly remindEveryMs: number | null;
  readonly before: Snapshot;
  /** `null` if nothing was found: its state stays, and nothing becomes due. */
  readonly next: ServiceState | null;
  readonly failures: readonly RunFailure[];
}

/** Adds each check to its service's state once it is there; none rejects. Services that have left the config end their incidents. */
export function advanceFacts(
  checks: readonly Promise<Check>[],
  { snapshots }: Pick<Recollection, 'snapshots'>,
  context: FactsContext,
): readonly Promise<Advanced>[] {
  const known = [...snapshots.values()].flatMap(({ state: { latest } }) => (latest === null ? [] : [latest]));
  const stateContext = { ...context, ownSkewMs: ownSkewMs(known) };
  const { startedAt, configured, signal } = context;
  const snapshotOf = (id: string) => snapshots.get(id) ?? NEW_SNAPSHOT;
  const advanced = checks.map(async (checking): Promise<Advanced> => {
    const check = await checking;
    const { id, alerts } = check.service;
    const about = { id, remindEveryMs: alerts.remindEveryMs, before: snapshotOf(id) };
    // A probe that could not be made has no result to keep. What its service owes is sent all the same.
    if (!hasVerdict(check) || signal?.aborted) return { ...about, now: startedAt, next: null, failures: [] };
    try {
      return { ...about, now: check.at, next: nextState(about.before.state, check, stateContext), failures: [] };
    } catch (error) {
      // Nothing should get here. If something does, it costs this service its check, and no other anything.
      const message = `this is a bug in statuswatch, please report it: its check can't be kept: ${messageOf(error)}`;
      return { ...about, now: startedAt, next: null, failures: [{ output: 'store', service: id, message }] };
    }
  });
  const retired = removedFrom(snapshots, configured).map(async ([id, before]): Promise<Advanced> => {
    const next = signal?.aborted ? null : retiredState(before.state, startedAt, context.receivers);
    return { id, now: startedAt, remindEveryMs: null, before, next, failures: [] };
  });
  return [...advanced, ...retired];
}
