/** `statuswatch watch`: checks on the config's interval, keeps incidents, and shows the alerts as they would be sent. */

import { join } from 'node:path';
import { httpProbe } from '../../lambda/adapters/http-probe';
import { systemClock } from '../../lambda/adapters/system-clock';
import type { Config } from '../../lambda/core/config';
import { describeDuration } from '../../lambda/core/duration';
import type { KnownStates } from '../../lambda/core/known-states';
import type { Run } from '../../lambda/core/run';
import { type RunPorts, runCheck } from '../../lambda/run-check';
import { createAlertLog } from '../alert-log';
import { createFileStore } from '../file-store';
import { createLiveScreen, type LiveScreen, showAlert } from '../live-screen';
import { loadConfig } from '../load-config';
import { lockFolder } from '../lock-folder';
import { makeRoomForLookups } from '../lookups';
import { renderRun } from '../run-table';
import { columnsOf, type Terminal } from '../terminal';

export interface WatchOptions {
  readonly config: string;
  readonly state: string;
  readonly once?: boolean;
}

/** Resolves to 0 at Ctrl-C; with `once` as `check` does. Throws a `UserError` where the config or the folder can't be used. */
export async function watch(options: WatchOptions, terminal: Terminal): Promise<number> {
  const config = loadConfig(options.config, 'all');
  const folder = join(options.state, config.name);
  const release = lockFolder(folder);
  const screen = createLiveScreen(terminal);
  try {
    makeRoomForLookups(config);
    const ports = watchPorts(folder, screen);
    let remembered: KnownStates = new Map();
    for (;;) {
      const run = await runCheck(config, ports, { signal: terminal.interrupted, remembered });
      if (terminal.interrupted.aborted) return options.once ? 130 : 0;
      remembered = run.states;
      screen.draw(renderRound(run, config, options, terminal));
      if (options.once) return run.results.every(({ verdict }) => verdict.kind === 'healthy') ? 0 : 1;
      await systemClock.sleep(Math.max(0, config.intervalMs - run.durationMs), terminal.interrupted);
    }
  } finally {
    screen.end();
    release();
  }
}

function watchPorts(folder: string, screen: LiveScreen): RunPorts {
  const log = createAlertLog(folder);
  return {
    probe: httpProbe,
    clock: systemClock,
    outputs: {
      store: createFileStore({ folder, onDamage: (message) => screen.say(`  ${message}`) }),
      send: async (alert) => {
        await log(alert);
        screen.say(showAlert(alert));
      },
      // A laptop has no CloudWatch: what was measured is in the table.
      publish: async () => undefined,
      links: { dashboard: null, logs: null },
    },
  };
}

function renderRound(run: Run, config: Config, options: WatchOptions, terminal: Terminal): string {
  const open = [...run.states].flatMap(([service, { state }]) =>
    state.incident ? [{ service, ...state.incident }] : [],
  );
  const incidents = open.map(
    ({ service, openedAt, verdict }) =>
      `  incident: ${service} ${verdict} for ${describeDuration(run.startedAt - openedAt)}`,
  );
  const failures = run.failures.map(({ service, message }) => `  problem: ${service ? `${service}: ` : ''}${message}`);
  const footer = options.once ? [] : [`  every ${describeDuration(config.intervalMs)} · Ctrl-C ends it`];
  return [
    '',
    renderRun(run, { color: terminal.color, columns: columnsOf(terminal.out) }),
    ...incidents,
    ...failures,
    ...footer,
    '',
  ].join('\n');
}
