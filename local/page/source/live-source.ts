/** What a watch knows after each run, for the page. */

import { EventEmitter } from 'node:events';
import type { Config } from '../../../lambda/core/config/config';
import type { HistoryStore } from '../../../lambda/core/history/history-store';
import { longestCheckMs } from '../../../lambda/core/run/invocation';
import type { Run } from '../../../lambda/core/run/run';
import { type ServiceState, STALE_INTERVALS } from '../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import type { Clock } from '../../../lambda/core/words/clock';
import { describeDuration } from '../../../lambda/core/words/duration';
import { gatherKnown } from '../../../lambda/view/known/gather-known';
import { problemsOf } from '../../terminal/framed-run';
import { createPastReader, NO_PAST, type Past } from './past-reader';
import type { Source } from './source';

export interface LiveSource extends Source {
  /** Says that a run is under way until it has ended; returns the run. */
  during<T>(run: Promise<T>): Promise<T>;
  /** Takes over the results of a run. */
  update(run: Run): void;
}

/** `before` is what was kept before the first run. */
export function createLiveSource(
  config: Config,
  history: Pick<HistoryStore, 'read'>,
  clock: Clock,
  before: Pick<Run, 'states' | 'silences'>,
): LiveSource {
  const news = new EventEmitter().setMaxListeners(0);
  const staleAfterMs = STALE_INTERVALS * config.intervalMs + longestCheckMs(config, 1);
  const ids = config.services.map(({ id }) => id);
  let known = statesOf(before.states);
  let past = createPastReader(ids, known, history, clock);
  let { silences } = before;
  let problems: readonly string[] = [];
  let lastRunEnd = clock.elapsed();
  let running: Promise<void> | null = null;
  const gather = ({ bucketsOf, problem }: Past) =>
    gatherKnown(config, {
      ...{ now: clock.now(), staleAfterMs, states: known, silences, bucketsOf, isDeployed: false },
      problems: problem === null ? problems : [...problems, problem],
    });
  return {
    known: () => gather(NO_PAST),
    knownOver: async (range) => {
      const found = await past(range);
      return () => gather(found);
    },
    states: () => known,
    trouble: () => {
      const sinceRunMs = clock.elapsed() - lastRunEnd;
      if (sinceRunMs > staleAfterMs) return `no run has been completed for ${describeDuration(sinceRunMs)}`;
      return problems.length > 0 ? `the last run had a problem: ${problems.join('; ')}` : null;
    },
    running: () => running,
    during: (run) => {
      const ended = () => {
        running = null;
      };
      running = run.then(ended, ended);
      return run;
    },
    subscribe: (listener) => {
      news.on('run', listener);
      return () => news.off('run', listener);
    },
    update: (run) => {
      known = statesOf(run.states);
      past = createPastReader(ids, known, history, clock);
      silences = run.silences;
      problems = problemsOf(run);
      lastRunEnd = clock.elapsed();
      news.emit('run');
    },
  };
}

function statesOf(states: Snapshots): ReadonlyMap<string, ServiceState> {
  return new Map([...states].map(([service, { state }]) => [service, state]));
}
