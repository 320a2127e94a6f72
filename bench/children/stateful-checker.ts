/** Measured: a run of statuswatch with its state in files and its alerts in a log, as `watch` does; or without both. */

import { join } from 'node:path';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import { runCheck } from '../../lambda/core/run/run-check';
import type { RunPorts } from '../../lambda/core/run/run-context';
import type { Snapshots } from '../../lambda/core/state/snapshot';
import { openReceivers } from '../../local/commands/open-receivers';
import { createFileStore } from '../../local/store/file-store';
import { createHistoryFiles } from '../../local/store/history-files';
import { createNotificationLog } from '../../local/store/notification-log';
import { readSetup } from './child-process';
import { ownCpuMs, serveRuns } from './serve-runs';

export interface StatefulSetup {
  readonly config: Config;
  /** `null` for a run that saves nothing. */
  readonly folder: string | null;
  /** The number of services that must be healthy. */
  readonly healthy: number;
}

const { config, folder, healthy } = readSetup<StatefulSetup>();
const ports: RunPorts = {
  probe: httpProbe,
  clock: systemClock,
  ...(folder !== null && { outputs: outputsIn(folder) }),
};
let remembered: Snapshots = new Map();

serveRuns({
  pid: 'self',
  cpuMs: ownCpuMs,
  run: async () => {
    const { results, states, failures } = await runCheck(config, ports, { remembered });
    remembered = states;
    return () => {
      const well = results.filter(({ kind }) => kind === 'healthy').length;
      if (well !== healthy) throw new Error(`${well} are healthy, not ${healthy}`);
      if (failures[0]) throw new Error(failures[0].message);
      return Math.max(...results.map(({ timings }) => timings.totalMs));
    };
  },
});

function outputsIn(path: string): NonNullable<RunPorts['outputs']> {
  const onDamage = (message: string) => {
    throw new Error(message);
  };
  return {
    store: createFileStore({ folder: path, onDamage }),
    history: createHistoryFiles({ folder: join(path, 'history'), onDamage, clock: systemClock }),
    receivers: [{ id: TOPIC, send: createNotificationLog(path) }, ...openReceivers(config)],
    publish: async () => undefined,
    links: { dashboard: null, logs: null },
  };
}
