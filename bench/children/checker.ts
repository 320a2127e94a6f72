/** Measured: a run of statuswatch, as the Lambda and the command line do it. */

import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { runCheck } from '../../lambda/core/run/run-check';
import { readSetup } from './child-process';
import { ownCpuMs, serveRuns } from './serve-runs';

const config = readSetup<Config>();

serveRuns({
  pid: 'self',
  cpuMs: ownCpuMs,
  run: async () => {
    const { results } = await runCheck(config, { probe: httpProbe, clock: systemClock });
    return () => {
      const sick = results.find(({ kind, attempts }) => kind !== 'healthy' || attempts > 1);
      if (sick) throw new Error(`${sick.service.id}: ${sick.message}, attempts: ${sick.attempts}`);
      return Math.max(...results.map(({ timings }) => timings.totalMs));
    };
  },
});
