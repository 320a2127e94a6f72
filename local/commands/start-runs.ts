/** The runs of a watch, whose results go onto the page. */

import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { randomId } from '../../lambda/adapters/system/random-id';
import type { Config } from '../../lambda/core/config/config';
import { WHOLE } from '../../lambda/core/config/shard';
import type { Beat } from '../../lambda/core/deliver/pulses';
import type { ReceiverNews } from '../../lambda/core/deliver/receiver-record';
import { problemsOf } from '../../lambda/core/documents/words/problem-words';
import { answerRequest, REQUEST_ANSWERS } from '../../lambda/core/invoke/answer-request';
import { readCheckerRequest } from '../../lambda/core/invoke/checker-request';
import type { AfterRun } from '../../lambda/core/run/after-run';
import type { Run } from '../../lambda/core/run/run';
import { runCheck } from '../../lambda/core/run/run-check';
import type { Outputs, RunPorts } from '../../lambda/core/run/run-context';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import type { SilenceStore } from '../../lambda/core/silences/silence';
import { loadSilencing } from '../../lambda/core/silences/silencing';
import { saveState } from '../../lambda/core/state/save-state';
import { currentStates, loadStates, type Snapshot, type Snapshots } from '../../lambda/core/state/snapshot';
import type { ReadStates, StateStore } from '../../lambda/core/state/store';
import { storedForm } from '../../lambda/core/state/stored-state';
import type { RunFailure } from '../../lambda/core/words/run-failure';
import { type RunDocument, runDocument } from '../documents/run-document';
import type { Control } from '../page/controls';
import { openPage } from '../page/open-page';
import type { PagePlace } from '../page/page-place';
import { createLiveSource, type LiveSource } from '../page/source/live-source';
import type { LiveScreen } from '../terminal/live-screen';
import type { Terminal } from '../terminal/terminal';

/** The outputs that stay, whatever the config; the links of alerts follow from the page and the config. */
export type RunsOutputs = Omit<Outputs, 'links' | 'receivers' | 'receiverKeeper'>;

/** The outputs that follow from a config. */
export interface Outlets extends Pick<Outputs, 'receivers' | 'receiverKeeper'> {
  /** A phase after each run; `null`, or missing, for none. */
  readonly afterRun?: AfterRun | null;
  /** Sends the pulses after each run; `null`, or missing, if there are none. */
  readonly beat?: Beat | null;
}

export interface RunsOptions {
  readonly config: Config;
  readonly outlets: Outlets;
  readonly ports: Omit<RunPorts, 'outputs'> & { readonly outputs: RunsOutputs };
  /** `null` for no page. */
  readonly place: PagePlace | null;
  readonly screen: Pick<LiveScreen, 'say'>;
  readonly interrupted: AbortSignal;
  readonly outputFault?: Terminal['outputFault'];
  /** The store of the silences that readers of the page ask for; missing if they can't silence anything. */
  readonly silences?: SilenceStore;
}

export interface Runs {
  /** Uses another config of the same name, with its outlets, from the next run on. */
  take(config: Config, outlets: Outlets): void;
  /** Does the next run, and resolves to its document; `null` if it was interrupted. */
  next(): Promise<RunDocument | null>;
  /** Closes the page, and saves the rest of this process's knowledge within a few seconds. Shows what can't be saved. */
  end(): Promise<void>;
}

/** Serves the page at once, with the states from before. Throws a `UserError` if it can't be served. */
export async function startRuns(options: RunsOptions): Promise<Runs> {
  const { ports, place, screen, interrupted } = options;
  const { store, history } = ports.outputs;
  let { config, outlets } = options;
  const silencesNow = () => readSilences(config, ports);
  const before =
    place === null
      ? { states: NO_STATES, silences: [] }
      : { states: (await loadNow(config, ports, NO_STATES)).snapshots, silences: await silencesNow() };
  const source = createLiveSource(config, history, ports.clock, before, (used) => plannerOf(used, nextStart));
  const control = pageControl(options, source, { configNow: () => config, silencesNow });
  const page = place && (await openPage(source, place, screen, control));
  let remembered = NO_STATES;
  let requestedSilences: Run['requestedSilences'] = null;
  /** The problems of the last run, which has shown them. */
  let shown: readonly string[] = [];
  /** The pulses of the last run: no run waits for them. */
  let beating = Promise.resolve();
  let ownNews: readonly ReceiverNews[] = [];
  const sendPulses = async (beat: Beat | null, isDone: boolean) => {
    if (beat !== null) ownNews = await beat({ isDone, shard: WHOLE });
  };
  return {
    take: (nextConfig, nextOutlets) => {
      config = nextConfig;
      outlets = nextOutlets;
      source.take(config);
    },
    next: async () => {
      if (interrupted.aborted) return null;
      const { afterRun, beat = null, ...notified } = outlets;
      const used = config;
      const news = ownNews;
      ownNews = [];
      // A laptop has no AWS console: its page replaces the dashboard, and there is no log to link to.
      const dashboard = page?.linkedUrl ?? null;
      const links = {
        dashboard,
        logs: null,
        runbook: used.runbook,
        page: dashboard === null ? null : { url: dashboard, controls: true },
      };
      const outputs = { ...ports.outputs, ...notified, links };
      const run = await runCheck(
        used,
        { ...ports, outputs, planned: plannerOf(used, nextStart) },
        { signal: interrupted, remembered, requestedSilences, ownNews: news },
      );
      if (interrupted.aborted) return null;
      remembered = run.states;
      requestedSilences = run.requestedSilences;
      const fault = options.outputFault?.() ?? null;
      const unwritten: RunFailure[] = fault === null ? [] : [{ output: 'terminal', service: null, message: fault }];
      source.update({ ...run, failures: [...run.failures, ...unwritten] });
      const figures = await saveFigures(run.states, store);
      remembered = figures.states;
      const after = await afterRun?.(currentStates(run.states));
      const failures = [...run.failures, ...unwritten, ...figures.failures, ...(after?.failures ?? [])];
      shown = problemsOf(failures);
      beating = sendPulses(beat, failures.length === 0);
      return runDocument(used, { ...run, failures });
    },
    end: async () => {
      await page?.close();
      await beating;
      const saved = new AbortController();
      const saving = saveRest(config, ports, remembered).then((problems) => {
        for (const problem of problems.filter((found) => !shown.includes(found))) screen.say(`  problem: ${problem}`);
      });
      await Promise.race([saving, ports.clock.sleep(LAST_WAIT_MS, saved.signal)]);
      saved.abort();
    },
  };
}

type OwnPorts = RunsOptions['ports'];

/** The states of a config's services, joined with those that the process knows. */
function loadNow({ services, intervalMs }: Config, { clock, outputs }: OwnPorts, known: Snapshots) {
  const ids = services.map(({ id }) => id);
  const query = { services: ids, configured: ids, shard: WHOLE.index, now: clock.now(), intervalMs };
  return loadStates(outputs.store, known, query);
}

/** The silences that are in force now, and planned until the next run. */
async function readSilences(config: Config, { clock, outputs }: OwnPorts): Promise<Run['silences']> {
  const now = clock.now();
  const planned = plannerOf(config, nextStart)(now, now + config.intervalMs);
  return (await loadSilencing({ store: outputs.silences, remembered: null, planned }, now)).silences;
}

/**
 * Saves the figures that the run has not saved itself, after people were notified: they cost little on a laptop, and other commands show
 * them. A failure loses nothing important.
 */
async function saveFigures(states: Snapshots, store: StateStore) {
  const failures: RunFailure[] = [];
  const saving = [...states].map(async ([id, snapshot]): Promise<readonly [string, Snapshot]> => {
    const { latest, savedAt } = snapshot.state;
    if (snapshot.unsaved || latest === null || latest.at === savedAt) return [id, snapshot];
    const saved = await saveState(id, snapshot, latest.at, { store, certain: true });
    failures.push(...saved.failures);
    return [id, saved.failures.length > 0 ? snapshot : (saved.snapshot ?? snapshot)];
  });
  return { states: new Map(await Promise.all(saving)), failures };
}

/** Saves what the runs have not saved. Resolves to the problems. */
async function saveRest(config: Config, ports: OwnPorts, remembered: Snapshots): Promise<readonly string[]> {
  const { store } = ports.outputs;
  const { snapshots, certain, failures } = await loadNow(config, ports, remembered);
  const known = [...snapshots].filter(([id]) => remembered.has(id));
  const saving = known.map(([id, snapshot]) => saveState(id, snapshot, ports.clock.now(), { store, certain }));
  return problemsOf([...failures, ...(await Promise.all(saving)).flatMap((done) => done.failures)]);
}

/** The actions that readers of the page may ask for: none of them changes an incident. */
function pageControl(
  { ports, silences }: RunsOptions,
  source: LiveSource,
  { configNow, silencesNow }: { configNow(): Config; silencesNow(): Promise<Run['silences']> },
): Control {
  const { probe, authorizer, clock } = ports;
  const readStates: ReadStates = async (ids) =>
    ids.flatMap((service) => {
      const state = source.states().get(service);
      return state ? [{ service, state: storedForm(state), revision: 0 }] : [];
    });
  return {
    canSilence: silences !== undefined,
    answer: async (event) => {
      const config = configNow();
      const asked = readCheckerRequest(event, config, clock.now());
      const ports = {
        probe,
        authorizer,
        clock,
        silences: silences ?? NO_SILENCES,
        readStates,
        readSecret: noSecret,
        newId: randomId,
        planned: plannerOf(config, nextStart),
      };
      const answer = await answerRequest(asked, REQUEST_ANSWERS, config, ports);
      // A change is shown at once.
      if (asked.kind !== 'ask') source.silence(await silencesNow());
      return answer;
    },
  };
}

const noSecret = async () => Promise.reject(new Error('a secret is read by a deployment alone'));

/** A disk that hangs must not keep a watch from stopping. */
const LAST_WAIT_MS = 5_000;

const NO_STATES: Snapshots = new Map();
const NO_SILENCES: SilenceStore = { read: async () => [], put: async () => undefined, remove: async () => false };
