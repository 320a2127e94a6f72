/** `statuswatch check`: checks every service once and prints the verdicts, the conditions that hold, and what is silenced. */

import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { ownNetwork } from '../../lambda/adapters/http/own-network';
import { warmProbe } from '../../lambda/adapters/http/warm-probe';
import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { ownSkewMs } from '../../lambda/core/probe/clock-skew';
import { firstSigns } from '../../lambda/core/probe/first-signs';
import type { Warning } from '../../lambda/core/probe/report';
import type { Run } from '../../lambda/core/run/run';
import { runCheck } from '../../lambda/core/run/run-check';
import type { Outputs } from '../../lambda/core/run/run-context';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import type { ServiceState } from '../../lambda/core/state/service-state';
import type { Snapshots } from '../../lambda/core/state/snapshot';
import { errorMessage, type RunFailure } from '../../lambda/core/words/run-failure';
import { jsonText } from '../../lambda/core/words/without-commands';
import { runDocument } from '../documents/run-document';
import { loadConfig } from '../input/load-config';
import { onlyThese, readIds } from '../input/select-services';
import { copyStates, noStates, type StateCopy } from '../store/file-store';
import { createMemoryHistory } from '../store/memory-store';
import { createSilenceFiles } from '../store/silence-files';
import { stateFolder } from '../store/state-folder';
import { checkNamed, writeNamed } from '../store/write-named';
import { columnsOf, type Terminal } from '../terminal/terminal';
import { exitCodeOf } from './exit-code';
import { laptopAuthorizer } from './laptop-authorizer';

export interface CheckOptions {
  readonly config: string;
  /** The folder in which a watch keeps the states of services, and the silences. */
  readonly state: string;
  /** Comma-separated ids. */
  readonly only?: string;
  readonly json?: boolean;
  /** Whether a degraded service counts as failing. */
  readonly strict?: boolean;
  /** The file for a JUnit report. */
  readonly junit?: string;
}

const JUNIT = 'the JUnit report';

/** Resolves to the exit code (`exitCodeOf`); throws a `UserError` for 2. */
export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const config = selectServices(options);
  if (options.junit !== undefined) await checkNamed(options.junit, '--junit', JUNIT);
  const folder = stateFolder(options.state, config.name);
  const stored = await readFolder(folder, config, terminal);
  const { showProgress } = await import('../terminal/progress');
  const progress = showProgress(
    terminal.err,
    config.services.map(({ id }) => id),
  );
  const planned = plannerOf(config, nextStart);
  const checked = await runCheck(
    config,
    {
      probe: httpProbe,
      warm: warmProbe,
      lookAtNetwork: ownNetwork,
      clock: systemClock,
      authorizer: laptopAuthorizer(),
      planned,
      outputs: { ...NO_OUTPUTS, store: stored.copy.store },
    },
    { signal: terminal.interrupted, onResult: progress.done },
  ).finally(progress.end);
  if (terminal.interrupted.aborted) return 130;

  const document = runDocument(withKnownObjectives(config, stored.copy), {
    ...checked,
    states: statesAfter(checked, stored.copy),
    silences: [...stored.silences, ...checked.silences],
    failures: [...checked.failures, ...stored.failures],
  });
  if (options.json) terminal.out.write(`${jsonText(document, 2)}\n`);
  else {
    const { renderFramedRun } = await import('../terminal/framed-run');
    const shown = { color: terminal.color, columns: columnsOf(terminal.out), atPrompt: true };
    terminal.out.write(`${renderFramedRun(document, { before: [], after: [] }, shown)}\n`);
  }
  if (options.junit !== undefined) {
    const { renderJunit } = await import('../documents/junit');
    await writeNamed(options.junit, renderJunit(document), JUNIT);
  }
  return exitCodeOf(document, options.strict);
}

/** Leaves out the objectives of services that were never watched: a single check says nothing about them. */
function withKnownObjectives(config: Config, { kept }: StateCopy): Config {
  const services = config.services.map((service) => (kept.has(service.id) ? service : { ...service, objective: null }));
  return { ...config, services };
}

/**
 * The states after this check, with its first signs as warnings: a condition that is open already needs no sign. The failure of a
 * service that was never watched has no known beginning.
 */
function statesAfter({ results, states }: Run, { kept }: StateCopy): Snapshots {
  const ownMs = ownSkewMs(results);
  const signs = new Map(results.map((result) => [result.service.id, firstSigns(result, ownMs)]));
  return new Map(
    [...states].map(([id, snapshot]) => {
      const state = kept.has(id) ? snapshot.state : { ...snapshot.state, ...NEVER_WATCHED };
      return [id, { ...snapshot, state: withSigns(state, signs.get(id) ?? []) }];
    }),
  );
}

const NEVER_WATCHED = { incidents: [], pending: null };

function withSigns(state: ServiceState, signs: readonly Warning[]): ServiceState {
  const held = new Set<string>(state.conditions.map(({ code }) => code));
  const news = signs.filter(({ code }) => !held.has(code));
  const { latest } = state;
  return latest === null ? state : { ...state, latest: { ...latest, warnings: [...latest.warnings, ...news] } };
}

/** The check notifies nobody and saves nothing: a condition is derived from what a watch has saved, and from this check. */
const NO_OUTPUTS: Omit<Outputs, 'store'> = {
  receivers: [],
  publish: async () => undefined,
  history: createMemoryHistory(),
  links: { dashboard: null, logs: null },
};

/** What a watch has saved in its folder; what can't be read is a failure, and then missing. */
async function readFolder(folder: string, { services }: Config, { err }: Terminal) {
  const onDamage = (message: string) => void err.write(`statuswatch: ${message}\n`);
  const failures: RunFailure[] = [];
  const orElse = async <Value>(what: string, read: Promise<Value>, missing: Value): Promise<Value> =>
    read.catch((error: unknown) => {
      const message = `the ${what} in ${folder} can't be read: ${errorMessage(error)}`;
      failures.push({ output: 'store', service: null, message });
      return missing;
    });
  const ids = services.map(({ id }) => id);
  const [silences, copy] = await Promise.all([
    orElse('silences', createSilenceFiles({ folder, onDamage }).read(systemClock.now()), []),
    orElse('states', copyStates(folder, ids), noStates()),
  ]);
  for (const id of copy.damaged) onDamage(`the state of ${id} in ${folder} is damaged`);
  return { silences, copy, failures };
}

function selectServices({ config: file, only }: CheckOptions): Config {
  const ids = readIds(only);
  const config = loadConfig(file, ids ?? 'all');
  return ids === null ? config : onlyThese(config, ids, file);
}
