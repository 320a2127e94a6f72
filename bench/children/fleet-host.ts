/** Measured: a process of a simulated checker, called once for each minute of its own time. */

import { readSetup, serveJobs } from './child-process';
import { peakMbOf } from './process-figures';
import { ownCpuMs } from './serve-runs';

export interface FleetSetup {
  readonly bundle: string;
  /** The event of its schedule. */
  readonly event: { readonly shard: number; readonly shards: number };
}

export interface Minute {
  /** The start of the run, in milliseconds since 1970. */
  readonly at: number;
  /** Whether all services fail. */
  readonly failing: boolean;
}

export interface MinuteRun {
  /** The CPU of the run; for the first run of a process it includes loading the bundle. */
  readonly cpuMs: number;
  /** The times of the messages, in milliseconds since the run began. */
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

const { bundle, event } = readSetup<FleetSetup>();
let loaded: Simulated | undefined;

serveJobs(async ({ at, failing }: Minute): Promise<MinuteRun> => {
  const before = ownCpuMs();
  loaded ??= require(bundle) as Simulated;
  loaded.beginMinute(at, failing);
  const failure = await loaded.handler(event).then(
    () => null,
    (error: Error) => error.message,
  );
  const cpuMs = ownCpuMs() - before;
  const sentAfterMs = loaded.sentAt().map((time) => time - at);
  return { cpuMs, sentAfterMs, failure, peakMb: peakMbOf('self') };
});
