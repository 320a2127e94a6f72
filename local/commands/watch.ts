/** `statuswatch watch`: checks on the config's interval, keeps incidents, and shows the alerts as they would be sent. */

import { dirname, resolve } from 'node:path';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { ownNetwork } from '../../lambda/adapters/http/own-network';
import { warmProbe } from '../../lambda/adapters/http/warm-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { type PulseName, pulseNames } from '../../lambda/core/config/pulse';
import { createReceiverKeeper } from '../../lambda/core/deliver/keep-receivers';
import type { NotificationSink } from '../../lambda/core/deliver/notification-sink';
import { type Receiver, TOPIC } from '../../lambda/core/deliver/receiver';
import { notificationId } from '../../lambda/core/message/notification';
import { describeDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import { UserError } from '../input/user-error';
import { type PageOptions, readPagePlace } from '../page/page-place';
import { type PublishOption, publishAfterRuns } from '../status-page/open-publisher';
import { createFileStore } from '../store/file-store';
import { createHistoryFiles } from '../store/history-files';
import { lockFolder } from '../store/lock-folder';
import { createNotificationLog } from '../store/notification-log';
import { foreignOwner } from '../store/private-folder';
import { createReceiverFiles } from '../store/receiver-files';
import { createSilenceFiles } from '../store/silence-files';
import { historyIn, stateFolder } from '../store/state-folder';
import { createRunScreen, type RunScreen } from '../terminal/run-screen';
import { canRedraw, type Terminal } from '../terminal/terminal';
import { exitCodeOf } from './exit-code';
import { followConfig } from './follow-config';
import { laptopAuthorizer } from './laptop-authorizer';
import { openPulses, openReceivers } from './open-receivers';
import { type Outlets, type Runs, startRuns } from './start-runs';

export interface WatchOptions extends PageOptions, PublishOption {
  readonly config: string;
  readonly state: string;
  /** Whether only the terminal is notified. */
  readonly quiet?: boolean;
}

/** Resolves to 0 at Ctrl-C; with `once` as `check` does. Throws a `UserError` if the config or the folder can't be used. */
export async function watch(options: WatchOptions, terminal: Terminal): Promise<number> {
  const place = readPagePlace(options);
  const screen = createRunScreen(terminal, options);
  const followed = followConfig(options.config, { probing: 'all', notifying: !options.quiet }, systemClock, screen);
  const config = followed.current();
  // An absolute path, since a watch may outlive its working directory. Otherwise Node would make a relative folder again and again.
  const folder = resolve(stateFolder(options.state, config.name));
  const release = lockIfPossible(folder, screen);
  let runs: Runs | null = null;
  try {
    const shown = shownAlerts(folder, screen);
    const onDamage = (message: string) => screen.say(`  ${message}`);
    const ports = watchPorts(folder, onDamage);
    const { history, silences } = ports.outputs;
    let sentTo = '';
    const outletsOf = (used: Config, isChanged: boolean): Outlets => {
      const others = options.quiet ? [] : openReceivers(used);
      const pulses = options.quiet ? [] : pulseNames(used.pulses, 1);
      const outlets = outletWords(others, pulses);
      if (outlets !== sentTo) screen.say(`  Alerts: ${outlets || 'only shown here'}`);
      sentTo = outlets;
      const receivers = [shown, ...others];
      const kept = [...receivers.map(({ id }) => id), ...pulses.map(({ record }) => record)];
      const keeper = createReceiverKeeper({ store: createReceiverFiles(folder), receivers: kept, clock: systemClock });
      // With the terminal alone, and without a pulse, there is nothing of which it could be notified.
      const hasNotices = others.length > 0 || pulses.length > 0;
      return {
        receivers,
        ...(hasNotices && { receiverKeeper: keeper }),
        beat: options.quiet ? null : openPulses(used),
        afterRun: publishAfterRuns(options, used, { folder, history, onDamage, isChanged }),
      };
    };
    const outlets = outletsOf(config, false);
    const { interrupted, outputFault } = terminal;
    runs = await startRuns({ config, outlets, ports, place, screen, interrupted, outputFault, silences });
    for (;;) {
      const begunAt = systemClock.elapsed();
      const run = await runs.next();
      if (run === null) return options.once ? 130 : 0;
      const { intervalMs } = followed.current();
      const redrawn = [followed.notice() ?? [], `every ${describeDuration(intervalMs)} · Ctrl-C to stop`].flat();
      const footer = options.once || !canRedraw(terminal.out) ? [] : redrawn;
      screen.show(run, { before: [''], after: [...footer, ''] });
      if (options.once) return exitCodeOf(run);
      const tookMs = systemClock.elapsed() - begunAt;
      const isChanged = await followed.wait(intervalMs - tookMs, terminal.interrupted);
      if (isChanged) runs.take(followed.current(), outletsOf(followed.current(), true));
    }
  } finally {
    await runs?.end();
    screen.end();
    release();
  }
}

function outletWords(receivers: readonly Receiver[], pulses: readonly PulseName[]): string {
  const named = (all: readonly { readonly id: string }[]) => nameSome(all.map(({ id }) => id));
  const sent = receivers.length === 0 ? [] : [named(receivers)];
  const told = pulses.length === 0 ? [] : [`a pulse is sent after each run (${named(pulses)})`];
  return [...sent, ...told].join('; ');
}

/** If the folder can't be written, the watch still runs: each run reports that its incidents were not saved. */
function lockIfPossible(folder: string, screen: RunScreen): () => void {
  try {
    refuseForeign(folder);
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof UserError) throw error;
    screen.say(`  problem: incidents can't be saved in ${folder}: ${(error as Error).message}`);
    return () => undefined;
  }
}

/** Throws a `UserError` if the folder of the deployment, or of `--state`, belongs to somebody else. Root can change any file anyway. */
function refuseForeign(folder: string): void {
  for (const path of [folder, dirname(folder)]) {
    const owner = foreignOwner(path);
    if (owner === null || owner === 0) continue;
    throw new UserError(
      `${path} belongs to another user (id ${owner}), who could read and change the state: name a folder of your own with --state`,
    );
  }
}

/** The terminal as a receiver, in place of the topic. */
function shownAlerts(folder: string, screen: RunScreen): Receiver {
  const log = createNotificationLog(folder);
  const shownUnlogged = new Set<string>();
  const send: NotificationSink = async (notification) => {
    // A notification is shown once, even if the log can't be written; its alerts stay pending until they are in the log.
    const id = notificationId(notification);
    if (!shownUnlogged.has(id)) screen.notify(notification);
    shownUnlogged.add(id);
    await log(notification);
    shownUnlogged.delete(id);
  };
  const failureWords = "was shown, but can't be written to the log alerts.jsonl";
  return { id: TOPIC, isForPeople: true, send, failureWords, sendNotice: async (notice) => screen.notice(notice) };
}

function watchPorts(folder: string, onDamage: (message: string) => void) {
  return {
    probe: httpProbe,
    warm: warmProbe,
    lookAtNetwork: ownNetwork,
    clock: systemClock,
    authorizer: laptopAuthorizer(),
    outputs: {
      store: createFileStore({ folder, onDamage }),
      silences: createSilenceFiles({ folder, onDamage }),
      history: createHistoryFiles({ folder: historyIn(folder), onDamage, clock: systemClock }),
      // A laptop has no CloudWatch: the table on the screen shows the measurements.
      publish: async () => undefined,
    },
  };
}
