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
import { UserError } from '../user-error';

export interface WatchOptions {
  readonly config: string;
  readonly state: string;
  readonly once?: boolean;
}

/** Resolves to 0 at Ctrl-C; with `once` as `check` does. Throws a `UserError` where the config or the folder can't be used. */
export async function watch(options: WatchOptions, terminal: Terminal): Promise<number> {
  const config = loadConfig(options.config, 'all');
  const folder = join(options.state, config.name);
  const screen = createLiveScreen(terminal);
  const release = lockIfPossible(folder, screen);
  try {
    makeRoomForLookups(config);
    const ports = watchPorts(folder, screen, terminal);
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

/** A folder that can't be written must not keep people from watching: what can't be kept is told in each round. */
function lockIfPossible(folder: string, screen: LiveScreen): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof UserError) throw error;
    screen.say(`  problem: incidents can't be kept in ${folder}: ${(error as Error).message}`);
    return () => undefined;
  }
}

function watchPorts(folder: string, screen: LiveScreen, terminal: Terminal): RunPorts {
  const log = createAlertLog(folder);
  const shownUnlogged = new Set<string>();
  return {
    probe: httpProbe,
    clock: systemClock,
    outputs: {
      store: createFileStore({ folder, onDamage: (message) => screen.say(`  ${message}`) }),
      send: async (alert) => {
        // Shown once also where the log can't be written; it is owed until the log has it.
        if (!shownUnlogged.has(alert.id)) screen.say(showAlert(alert, terminal));
        shownUnlogged.add(alert.id);
        await log(alert);
        shownUnlogged.delete(alert.id);
      },
      // A laptop has no CloudWatch: what was measured is in the table.
      publish: async () => undefined,
      links: { dashboard: null, logs: null },
    },
  };
}
