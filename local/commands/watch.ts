/** `statuswatch watch`: checks on the config's interval, keeps incidents, and shows the alerts as they would be sent. */

import { join } from 'node:path';
import { httpProbe } from '../../lambda/adapters/http-probe';
import { systemClock } from '../../lambda/adapters/system-clock';
import { describeDuration } from '../../lambda/core/duration';
import type { KnownStates } from '../../lambda/core/known-states';
import { type RunPorts, runCheck } from '../../lambda/run-check';
import { createAlertLog } from '../alert-log';
import { createFileStore } from '../file-store';
import { createLiveScreen, type LiveScreen, showAlert } from '../live-screen';
import { loadConfig } from '../load-config';
import { lockFolder } from '../lock-folder';
import { makeRoomForLookups } from '../lookups';
import { renderRound } from '../round';
import type { Terminal } from '../terminal';

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
      const footer = options.once ? [] : [`  every ${describeDuration(config.intervalMs)} · Ctrl-C ends it`];
      screen.draw(['', renderRound(run, terminal), ...footer, ''].join('\n'));
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
