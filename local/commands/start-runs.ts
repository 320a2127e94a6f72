/** The runs of a watch: what each has found goes onto the page. */

import { nextStart } from '../../lambda/adapters/cron-starts';
import type { Config } from '../../lambda/core/config/config';
import { WHOLE } from '../../lambda/core/config/part';
import type { Run } from '../../lambda/core/run/run';
import { plannerOf } from '../../lambda/core/silence/maintenance';
import { recallSilencing } from '../../lambda/core/silence/silencing';
import { saveState } from '../../lambda/core/state/save-state';
import { recall, type Snapshots } from '../../lambda/core/state/snapshot';
import { type Outputs, type RunPorts, runCheck } from '../../lambda/run-check';
import { createLiveSource } from '../page/live-source';
import { openPage } from '../page/open-page';
import type { PagePlace } from '../page/page-place';
import { problemsOf } from '../terminal/framed-run';
import type { LiveScreen } from '../terminal/live-screen';

export interface RunsOptions {
  readonly config: Config;
  readonly ports: RunPorts & { readonly outputs: Outputs };
  /** `null` for no page. */
  readonly place: PagePlace | null;
  readonly screen: Pick<LiveScreen, 'say'>;
  readonly interrupted: AbortSignal;
}

export interface Runs {
  /** Does the next run, and resolves to what it found; `null` if it was interrupted. */
  next(): Promise<Run | null>;
  /** Ends the page, and saves what this process knows besides; it does not wait for long. Says what can't be saved. */
  end(): Promise<void>;
}

/** Serves the page at once, with what was known before. Throws a `UserError` if it can't be served. */
export async function startRuns({ config, ports, place, screen, interrupted }: RunsOptions): Promise<Runs> {
  const { store, history } = ports.outputs;
  const ids = config.services.map(({ id }) => id);
  const recallNow = (known: Snapshots) =>
    recall(store, known, { services: ids, configured: ids, shard: WHOLE.shard, now: ports.clock.now() });
  const planned = plannerOf(config, nextStart);
  const silencesNow = async () => {
    const now = ports.clock.now();
    const sources = { store: ports.outputs.silences, remembered: null, planned: planned(now, now + config.intervalMs) };
    return (await recallSilencing(sources, now)).silences;
  };
  const before =
    place === null
      ? { states: NO_STATES, silences: [] }
      : { states: (await recallNow(NO_STATES)).snapshots, silences: await silencesNow() };
  const source = createLiveSource(config, history, ports.clock, before);
  const page = place && (await openPage(source, place, screen));
  let remembered = NO_STATES;
  let askedSilences: Run['askedSilences'] = null;
  // What a run alone has seen of a healthy service is not saved with each run.
  const save = async (): Promise<readonly string[]> => {
    const { snapshots, failures } = await recallNow(remembered);
    const known = [...snapshots].filter(([id]) => remembered.has(id));
    const saving = known.map(([id, snapshot]) => saveState(id, snapshot, ports.clock.now(), store));
    return problemsOf({ failures: [...failures, ...(await Promise.all(saving)).flatMap((done) => done.failures)] });
  };
  return {
    next: async () => {
      if (interrupted.aborted) return null;
      const run = await source.during(
        runCheck(config, { ...ports, planned }, { signal: interrupted, remembered, askedSilences }),
      );
      if (interrupted.aborted) return null;
      remembered = run.states;
      askedSilences = run.askedSilences;
      source.update(run);
      return run;
    },
    end: async () => {
      await page?.close();
      const saved = new AbortController();
      const saving = save().then((problems) => {
        for (const problem of problems) screen.say(`  problem: ${problem}`);
      });
      await Promise.race([saving, ports.clock.sleep(LAST_WAIT_MS, saved.signal)]);
      saved.abort();
    },
  };
}

/** A disk that hangs must not keep a watch from its end. */
const LAST_WAIT_MS = 5_000;

const NO_STATES: Snapshots = new Map();
