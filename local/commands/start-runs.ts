/** The runs of a watch: the results of each go into the history and onto the page. */

import type { Config } from '../../lambda/core/config/config';
import { WHOLE } from '../../lambda/core/config/part';
import type { Run } from '../../lambda/core/run/run';
import { recall, type Snapshots } from '../../lambda/core/state/snapshot';
import type { RunFailure } from '../../lambda/core/words/run-failure';
import { type Outputs, type RunPorts, runCheck } from '../../lambda/run-check';
import type { History } from '../history/history-log';
import { keepHistory } from '../history/keep-history';
import { createLiveSource } from '../page/live-source';
import { openPage } from '../page/open-page';
import type { PagePlace } from '../page/page-place';
import type { LiveScreen } from '../terminal/live-screen';

export interface RunsOptions {
  readonly config: Config;
  readonly ports: RunPorts & { readonly outputs: Outputs };
  readonly history: History;
  /** `null` for no page. */
  readonly place: PagePlace | null;
  readonly screen: LiveScreen;
  readonly interrupted: AbortSignal;
}

export interface Runs {
  /** Does the next run, and resolves to what it found; `null` if it was interrupted. */
  next(): Promise<Run | null>;
  /** Waits until the history is written, but not for long; says what went wrong with it since the last run. */
  end(): Promise<void>;
}

/** Serves the page at once, with what was known before. Throws a `UserError` if it can't be served. */
export async function startRuns(options: RunsOptions): Promise<Runs> {
  const { config, ports, history, place, screen, interrupted } = options;
  const ids = config.services.map(({ id }) => id);
  const asked = { services: ids, configured: ids, shard: WHOLE.shard, now: ports.clock.now() };
  const before = place === null ? NO_STATES : (await recall(ports.outputs.store, NO_STATES, asked)).snapshots;
  const source = createLiveSource(config, history, ports.clock, before);
  const page = place && (await openPage(source, place, screen));
  const keeping = keepHistory(history, ports.clock);
  let remembered = NO_STATES;
  let shown: string | null = null;
  return {
    next: async () => {
      if (interrupted.aborted) return null;
      const run = await source.during(runCheck(config, ports, { signal: interrupted, remembered }));
      if (interrupted.aborted) return null;
      remembered = run.states;
      keeping.record(run.results);
      shown = keeping.problem();
      const whole = { ...run, failures: [...run.failures, ...failuresOf(shown)] };
      source.update(whole);
      return whole;
    },
    end: async () => {
      await page?.close();
      const problem = await keeping.end();
      if (problem !== null && problem !== shown) screen.say(`  problem: ${problem}`);
    },
  };
}

const NO_STATES: Snapshots = new Map();

function failuresOf(problem: string | null): readonly RunFailure[] {
  return problem === null ? [] : [{ output: 'store', service: null, message: problem }];
}
