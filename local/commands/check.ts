/** `statuswatch check`: checks every service once and prints the verdicts, and what is silenced. */

import { accessSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { nextStart } from '../../lambda/adapters/cron-starts';
import { httpProbe } from '../../lambda/adapters/http-probe';
import { systemClock } from '../../lambda/adapters/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { type Run, runDocument } from '../../lambda/core/run/run';
import { plannerOf } from '../../lambda/core/silence/maintenance';
import { messageOf } from '../../lambda/core/words/run-failure';
import { runCheck } from '../../lambda/run-check';
import { loadConfig } from '../input/load-config';
import { onlyThese, readIds } from '../input/select-services';
import { UserError } from '../input/user-error';
import { createSilenceFiles } from '../store/silence-files';
import { stateFolder } from '../store/state-folder';
import { columnsOf, type Terminal } from '../terminal/terminal';
import { exitCodeOf } from './exit-code';
import { makeRoomForLookups } from './lookups';

export interface CheckOptions {
  readonly config: string;
  /** Where a watch keeps the silences that people asked for. */
  readonly state: string;
  /** Comma-separated ids. */
  readonly only?: string;
  readonly json?: boolean;
  /** Where to write a JUnit report. */
  readonly junit?: string;
}

/** Resolves to the exit code: 0 all healthy, 1 some not, 3 some could not be asked; throws a `UserError` for 2. */
export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const config = selectServices(options);
  if (options.junit !== undefined) checkPlace(options.junit);
  const asked = await readSilences(stateFolder(options.state, config.name), terminal);
  makeRoomForLookups(config);
  const { showProgress } = await import('../terminal/progress');
  const progress = showProgress(
    terminal.err,
    config.services.map(({ id }) => id),
  );
  const planned = plannerOf(config, nextStart);
  const checked = await runCheck(
    config,
    { probe: httpProbe, clock: systemClock, planned },
    { signal: terminal.interrupted, onResult: progress.done },
  ).finally(progress.end);
  if (terminal.interrupted.aborted) return 130;

  const run: Run = {
    ...checked,
    silences: [...asked.silences, ...checked.silences],
    failures: [...checked.failures, ...asked.failures],
  };
  if (options.json) terminal.out.write(`${JSON.stringify(runDocument(run), null, 2)}\n`);
  else {
    const { renderRun } = await import('../terminal/run-table');
    const { renderProblems, renderSilences } = await import('../terminal/framed-run');
    const columns = columnsOf(terminal.out);
    const table = renderRun(run, { color: terminal.color, columns });
    const lines = [table, ...renderProblems(run, columns), ...renderSilences(run, columns)];
    terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (options.junit !== undefined) {
    const { renderJunit } = await import('../terminal/junit');
    writeReport(options.junit, renderJunit(config.name, run));
  }
  return exitCodeOf(run);
}

/** What people have silenced by the files of a folder, or why that can't be read. */
async function readSilences(folder: string, { err }: Terminal): Promise<Pick<Run, 'silences' | 'failures'>> {
  const onDamage = (message: string) => void err.write(`statuswatch: ${message}\n`);
  try {
    const silences = await createSilenceFiles({ folder, onDamage }).read(systemClock.now());
    return { silences, failures: [] };
  } catch (error) {
    const message = `the silences in ${folder} can't be read: ${messageOf(error)}`;
    return { silences: [], failures: [{ output: 'store', service: null, message }] };
  }
}

function selectServices({ config: file, only }: CheckOptions): Config {
  const ids = readIds(only);
  const config = loadConfig(file, ids ?? 'all');
  return ids === null ? config : onlyThese(config, ids, file);
}

/** Finds a mistake in the path before any service is asked. */
function checkPlace(file: string): void {
  if (file === '') throw new UserError('--junit needs the name of a file');
  tellingOfReport(() => accessSync(dirname(file)));
}

function writeReport(file: string, text: string): void {
  tellingOfReport(() => writeFileSync(file, text));
}

function tellingOfReport(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new UserError(`the JUnit report can't be written: ${(error as Error).message}`);
  }
}
