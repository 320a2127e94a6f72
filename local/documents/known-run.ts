/** What is known after a run of this process: how the services are, and the facts of the run itself. */

import type { Config } from '../../lambda/core/config/config';
import { gatherKnown, type ViewFacts } from '../../lambda/core/documents/facts/gather-known';
import type { Known, KnownService } from '../../lambda/core/documents/facts/known';
import { problemsOf } from '../../lambda/core/documents/words/problem-words';
import { longestCheckMs } from '../../lambda/core/invoke/invocation';
import type { LatestCheck } from '../../lambda/core/probe/latest-check';
import type { Run } from '../../lambda/core/run/run';
import { type ServiceState, STALE_INTERVALS } from '../../lambda/core/state/service-state';

/** All that is known at the end of a run. */
export interface KnownRun extends Known {
  readonly run: Pick<Run, 'startedAt' | 'durationMs' | 'unasked' | 'warnings' | 'failures'>;
}

/** A service that was checked at least once. */
export interface CheckedService extends KnownService {
  readonly state: ServiceState & { readonly latest: LatestCheck };
}

/** What is known until the next run. There is no history in it but the last checks. */
export interface RunFacts extends Omit<ViewFacts, 'now'> {
  readonly states: ReadonlyMap<string, ServiceState>;
}

/** `config` has the services of the run. */
export function factsFromRun(config: Config, run: Pick<Run, 'states' | 'silences' | 'failures'>): RunFacts {
  return {
    staleAfterMs: STALE_INTERVALS * config.intervalMs + longestCheckMs(config, 1),
    states: new Map([...run.states].map(([service, { state }]) => [service, state])),
    silences: run.silences,
    bucketsOf: () => [],
    isDeployed: false,
    problems: problemsOf(run.failures),
  };
}

/** What is known at the end of a run of the services of `config`. */
export function knownAfter(config: Config, run: Omit<Run, 'results'>): KnownRun {
  const { startedAt, durationMs, unasked, warnings, failures } = run;
  // What has a verdict of this run is not stale, however long the run took.
  const known = gatherKnown(config, {
    ...factsFromRun(config, run),
    now: startedAt + durationMs,
    staleAfterMs: Number.POSITIVE_INFINITY,
  });
  return { ...known, run: { startedAt, durationMs, unasked, warnings, failures } };
}

/** The services that have a verdict of this run, in the order of `known`. */
export function askedIn({ services, run }: KnownRun): readonly CheckedService[] {
  const unasked = new Set(run.unasked.map(({ service }) => service.id));
  return services.filter((one): one is CheckedService => one.state?.latest != null && !unasked.has(one.service.id));
}
