/** Measured: one process of a simulated checker, called once for each minute of its own time. */

import type { Part } from '../../lambda/core/config/part';
import { readSetup, serveJobs } from './child-process';
import { peakMbOf } from './process-figures';
import { ownCpuMs } from './serve-runs';

export interface FleetSetup {
  readonly bundle: string;
  readonly part: Part;
}

export interface Minute {
  /** When the run begins, in milliseconds since 1970. */
  readonly at: number;
  /** Whether all services fail. */
  readonly failing: boolean;
}

export interface MinuteRun {
  /** Of the run, and for the first of a process of loading the bundle too. */
  readonly cpuMs: number;
  /** When each message was sent, in milliseconds since the run began. */
  readonly sentAfterMs: readonly number[];
  /** Why the run counts as failed, if it does. */
  readonly failure: string | null;
  readonly peakMb: number | null;
}

interface Simulated {
  handler(event: unknown): Promise<unknown>;
  beginMinute(at: number, isFailing: boolean): void;
  sentAt(): readonly number[];
}

const { bundle, part } = readSetup<FleetSetup>();
let loaded: Simulated | undefined;

serveJobs(async ({ at, failing }: Minute): Promise<MinuteRun> => {
  const before = ownCpuMs();
  loaded ??= require(bundle) as Simulated;
  loaded.beginMinute(at, failing);
  const failure = await loaded.handler(part).then(
    () => null,
    (error: Error) => error.message,
  );
  const cpuMs = ownCpuMs() - before;
  const sentAfterMs = loaded.sentAt().map((one) => one - at);
  return { cpuMs, sentAfterMs, failure, peakMb: peakMbOf('self') };
});
