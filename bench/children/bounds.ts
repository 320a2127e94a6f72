/** Measured: how long statuswatch waits for a service whose answer is too large or too slow, and how much memory that needs. */

import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { runCheck } from '../../lambda/core/run/run-check';
import { readSetup, serveJobs } from './child-process';
import { peakMbOf, residentMbOf } from './process-figures';

interface Setup {
  /** Healthy services, checked first, so that loading and compiling aren't counted. */
  readonly well: Config;
  readonly sick: Config;
  readonly expectedReason: string;
}

export interface Bounds {
  readonly wallMs: number;
  /** Peak memory during the run, less the memory before it; `null` if the system does not report it. */
  readonly growthMb: number | null;
}

const WARM_UP_RUNS = 50;
const ports = { probe: httpProbe, clock: systemClock };
const { well, sick, expectedReason } = readSetup<Setup>();

serveJobs(async (): Promise<Bounds> => {
  for (let run = 0; run < WARM_UP_RUNS; run++) await runCheck(well, ports);
  const before = residentMbOf('self');
  const start = performance.now();
  const { results } = await runCheck(sick, ports);
  const wallMs = performance.now() - start;
  const peak = peakMbOf('self');
  const reason = results[0]?.reason;
  if (reason !== expectedReason) throw new Error(`expected ${expectedReason}, got ${reason}`);
  return { wallMs, growthMb: before === null || peak === null ? null : peak - before };
});
