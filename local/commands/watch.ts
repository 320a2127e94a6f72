/** `statuswatch watch`: checks on the config's interval, keeps incidents, and shows the alerts as they would be sent. */

import { join } from 'node:path';
import { httpProbe } from '../../lambda/adapters/http-probe';
import { systemClock } from '../../lambda/adapters/system-clock';
import { notificationId } from '../../lambda/core/message/notification';
import { describeDuration } from '../../lambda/core/words/duration';
import { type History, memoryHistory, openHistory } from '../history/history-log';
import { loadConfig } from '../input/load-config';
import { UserError } from '../input/user-error';
import { type PageOptions, readPagePlace } from '../page/page-place';
import { createFileStore } from '../store/file-store';
import { lockFolder } from '../store/lock-folder';
import { createNotificationLog } from '../store/notification-log';
import { stateFolder } from '../store/state-folder';
import { renderFramedRun } from '../terminal/framed-run';
import { createLiveScreen, type LiveScreen, showNotification } from '../terminal/live-screen';
import type { Terminal } from '../terminal/terminal';
import { exitCodeOf } from './exit-code';
import { makeRoomForLookups } from './lookups';
import { type Runs, type RunsOptions, startRuns } from './start-runs';

export interface WatchOptions extends PageOptions {
  readonly config: string;
  readonly state: string;
}

/** Resolves to 0 at Ctrl-C; with `once` as `check` does. Throws a `UserError` if the config or the folder can't be used. */
export async function watch(options: WatchOptions, terminal: Terminal): Promise<number> {
  const place = readPagePlace(options);
  const config = loadConfig(options.config, 'all');
  const folder = stateFolder(options.state, config.name);
  const screen = createLiveScreen(terminal);
  const release = lockIfPossible(folder, screen);
  let runs: Runs | null = null;
  try {
    makeRoomForLookups(config);
    const ports = watchPorts(folder, screen, terminal);
    const history = await openHistoryIn(folder, screen);
    runs = await startRuns({ config, ports, history, place, screen, interrupted: terminal.interrupted });
    for (;;) {
      const begunAt = systemClock.elapsed();
      const run = await runs.next();
      if (run === null) return options.once ? 130 : 0;
      const footer = options.once ? [] : [`every ${describeDuration(config.intervalMs)} · Ctrl-C ends it`];
      const frame = { before: [''], after: [...footer, ''] };
      screen.draw((room) => renderFramedRun(run, frame, { ...room, color: terminal.color }));
      if (options.once) return exitCodeOf(run);
      const tookMs = systemClock.elapsed() - begunAt;
      await systemClock.sleep(Math.max(0, config.intervalMs - tookMs), terminal.interrupted);
    }
  } finally {
    await runs?.end();
    screen.end();
    release();
  }
}

/** If the folder can't be written, people can still watch: each run says that its incidents were not saved. */
function lockIfPossible(folder: string, screen: LiveScreen): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof UserError) throw error;
    screen.say(`  problem: incidents can't be saved in ${folder}: ${(error as Error).message}`);
    return () => undefined;
  }
}

/** If the history can't be read, people can still watch too: each run says that it was not kept. */
async function openHistoryIn(folder: string, screen: LiveScreen): Promise<History> {
  const onDamage = (message: string) => screen.say(`  ${message}`);
  try {
    return await openHistory({ folder: join(folder, 'history'), onDamage, now: systemClock.now() });
  } catch (error) {
    const { of, record } = memoryHistory();
    return {
      of,
      record: async (results, now) => {
        await record(results, now);
        throw error;
      },
    };
  }
}

function watchPorts(folder: string, screen: LiveScreen, terminal: Terminal): RunsOptions['ports'] {
  const log = createNotificationLog(folder);
  const shownUnlogged = new Set<string>();
  return {
    probe: httpProbe,
    clock: systemClock,
    outputs: {
      store: createFileStore({ folder, onDamage: (message) => screen.say(`  ${message}`) }),
      send: async (notification) => {
        // It is shown once, even if the log can't be written; its alerts stay owed until they are in the log.
        const id = notificationId(notification);
        if (!shownUnlogged.has(id)) screen.say(showNotification(notification, terminal));
        shownUnlogged.add(id);
        await log(notification);
        shownUnlogged.delete(id);
      },
      // A laptop has no CloudWatch: the table on the screen shows the measurements.
      publish: async () => undefined,
      links: { dashboard: null, logs: null },
    },
  };
}
