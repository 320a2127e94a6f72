/** `statuswatch watch`: checks on the config's interval, keeps incidents, and shows the alerts as they would be sent. */

import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { warmProbe } from '../../lambda/adapters/http/warm-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { NotificationSink } from '../../lambda/core/deliver/notification-sink';
import { type Receiver, TOPIC } from '../../lambda/core/deliver/receiver';
import { notificationId } from '../../lambda/core/message/notification';
import type { SilenceStore } from '../../lambda/core/silence/silence-store';
import { describeDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import type { Outputs } from '../../lambda/run-check';
import { createHistoryFiles } from '../history/history-files';
import { configChange } from '../input/config-change';
import { configFrom, readConfigFile } from '../input/load-config';
import { UserError } from '../input/user-error';
import { type PageOptions, readPagePlace } from '../page/page-place';
import { createFileStore } from '../store/file-store';
import { lockFolder } from '../store/lock-folder';
import { createNotificationLog } from '../store/notification-log';
import { createSilenceFiles } from '../store/silence-files';
import { historyIn, stateFolder } from '../store/state-folder';
import { createRunScreen, type RunScreen } from '../terminal/run-screen';
import { canRedraw, type Terminal } from '../terminal/terminal';
import { exitCodeOf } from './exit-code';
import { makeRoomForLookups } from './lookups';
import { openReceivers } from './open-receivers';
import { type Runs, type RunsOptions, startRuns } from './start-runs';

export interface WatchOptions extends PageOptions {
  readonly config: string;
  readonly state: string;
  /** Whether nobody but the terminal is notified. */
  readonly quiet?: boolean;
}

/** Resolves to 0 at Ctrl-C; with `once` as `check` does. Throws a `UserError` if the config or the folder can't be used. */
export async function watch(options: WatchOptions, terminal: Terminal): Promise<number> {
  const place = readPagePlace(options);
  const text = readConfigFile(options.config);
  const config = configFrom(options.config, text, { probing: 'all', notifying: !options.quiet });
  const folder = stateFolder(options.state, config.name);
  const screen = createRunScreen(terminal, options);
  const release = lockIfPossible(folder, screen);
  let runs: Runs | null = null;
  try {
    makeRoomForLookups(config);
    const receivers = options.quiet ? [] : openReceivers(config);
    if (receivers.length > 0)
      screen.say(`  Alerts are shown here, and sent to ${nameSome(receivers.map(({ id }) => id))}`);
    const ports = watchPorts(folder, screen, receivers);
    runs = await startRuns({
      ...{ config, ports, place, screen, interrupted: terminal.interrupted },
      silences: ports.outputs.silences,
    });
    for (;;) {
      const begunAt = systemClock.elapsed();
      const known = await runs.next();
      if (known === null) return options.once ? 130 : 0;
      const footer =
        options.once || !canRedraw(terminal.out)
          ? []
          : [`every ${describeDuration(config.intervalMs)} · Ctrl-C ends it`];
      const change = options.once ? null : await configChange(options.config, text);
      screen.show(known, { before: [''], after: [...(change === null ? [] : [change]), ...footer, ''] });
      if (options.once) return exitCodeOf(known);
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
function lockIfPossible(folder: string, screen: RunScreen): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof UserError) throw error;
    screen.say(`  problem: incidents can't be saved in ${folder}: ${(error as Error).message}`);
    return () => undefined;
  }
}

interface WatchOutputs extends Outputs {
  readonly silences: SilenceStore;
}

type WatchPorts = RunsOptions['ports'] & { readonly outputs: WatchOutputs };

function watchPorts(folder: string, screen: RunScreen, receivers: readonly Receiver[]): WatchPorts {
  const log = createNotificationLog(folder);
  const shownUnlogged = new Set<string>();
  const onDamage = (message: string) => screen.say(`  ${message}`);
  const send: NotificationSink = async (notification) => {
    // It is shown once, even if the log can't be written; its alerts stay owed until they are in the log.
    const id = notificationId(notification);
    if (!shownUnlogged.has(id)) screen.notify(notification);
    shownUnlogged.add(id);
    await log(notification);
    shownUnlogged.delete(id);
  };
  return {
    probe: httpProbe,
    warm: warmProbe,
    clock: systemClock,
    outputs: {
      store: createFileStore({ folder, onDamage }),
      silences: createSilenceFiles({ folder, onDamage }),
      history: createHistoryFiles({ folder: historyIn(folder), onDamage, clock: systemClock }),
      receivers: [{ id: TOPIC, send }, ...receivers],
      // A laptop has no CloudWatch: the table on the screen shows the measurements.
      publish: async () => undefined,
      links: { dashboard: null, logs: null },
    },
  };
}
