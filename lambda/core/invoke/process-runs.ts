/** The runs of a process of the checker, and what the process remembers between them. */

import { type PulseName, pulseNames } from '../config/pulse';
import { type ReadSecret, revealSecrets, secretRenewal } from '../config/secrets';
import type { WholeConfig } from '../config/whole-config';
import type { Beat } from '../deliver/pulses';
import type { ReceiverNews } from '../deliver/receiver-record';
import type { AddressLook } from '../deliver/subscriptions/address-look';
import type { AfterRun } from '../run/after-run';
import { runCheck } from '../run/run-check';
import type { RunPorts } from '../run/run-context';
import type { Silence } from '../silences/silence';
import { currentStates, type Snapshots } from '../state/snapshot';
import { afterRunLimitMs, historyLimitMs, lookLimitMs } from './invocation';
import type { RunEvent } from './run-event';
import { type LogLine, runLog } from './run-log';

export interface ProcessPorts extends Omit<RunPorts, 'renewSecrets'> {
  readonly readSecret: ReadSecret;
  /** Checks the e-mail addresses, if that is due; `null` if they are not checked. */
  readonly look: AddressLook | null;
  /** A phase after each run; `null` for none. */
  readonly afterRun: AfterRun | null;
  /** Sends the pulses after a run; `null` if there are none. */
  readonly beat: Beat | null;
  readonly log: (line: LogLine) => void;
}

/** Returns a function that does the run of a shard. It rejects at the end if an output of the run failed. */
export function processRuns(whole: WholeConfig, ports: ProcessPorts): (run: RunEvent) => Promise<object> {
  const { readSecret, look, afterRun, beat, log } = ports;
  /** The states after the last run of each shard: a process may do runs of several shards. */
  const memories = new Map<string, Snapshots>();
  let requestedSilences: readonly Silence[] | null = null;
  /** The results of the pulses and of the check of addresses in the last run. */
  let ownNews: readonly ReceiverNews[] = [];

  return async ({ due, ...shard }) => {
    const configured = whole.shardOf(shard);
    const memoryKey = `${shard.index}/${shard.count}`;
    const remembered: Snapshots = memories.get(memoryKey) ?? new Map();
    // A service whose secret can't be read is not checked, and the run fails. Its pending alerts are still sent.
    const { config, failures: hidden } = await revealSecrets(configured, readSecret);
    const checked = new Set(config.services.map(({ id }) => id));
    const others = whole.ids.filter((id) => !checked.has(id)).map((id) => ({ id, needs: whole.needsOf(id) }));
    const done = await runCheck(
      config,
      { ...ports, renewSecrets: secretRenewal(configured, readSecret) },
      {
        remembered,
        requestedSilences,
        others,
        shard,
        due,
        ownNews,
        historyLimitMs: historyLimitMs(configured, shard.count),
      },
    );
    memories.set(memoryKey, done.states);
    requestedSilences = done.requestedSilences;
    // Last, in the first shard only, if there is time left, and only one of the two in a run.
    const isTime = (limitMs: number) => shard.index === 0 && done.durationMs <= limitMs;
    const after = isTime(afterRunLimitMs(configured, shard.count))
      ? await afterRun?.(currentStates(done.states))
      : undefined;
    const isLook = after?.isWritten !== true && isTime(lookLimitMs(configured, shard.count));
    const looked = isLook ? await look?.(ports.clock.now()) : undefined;
    const failures = [...hidden, ...done.failures, ...(after?.failures ?? []), ...(looked?.failures ?? [])];
    const lines = runLog({ ...done, failures }, config.name);
    for (const line of lines) log(line);
    const beaten = (await beat?.({ isDone: failures.length === 0, shard })) ?? [];
    ownNews = [...beaten, ...(looked?.news ?? [])];
    for (const line of pulseLines(beaten, pulseNames(config.pulses, shard.count), config.name)) log(line);
    if (failures.length > 0)
      throw new Error(`the run is done, but ${failures.map(({ message }) => message).join('; ')}`);
    return { kind: 'run', ...lines.at(-1) };
  };
}

/** Returns log lines for pulses that were not delivered, which is not a failure of the run. */
function pulseLines(
  news: readonly ReceiverNews[],
  names: readonly PulseName[],
  deployment: string,
): readonly LogLine[] {
  return news.flatMap(({ receiver, fault }): LogLine[] => {
    if (fault === null) return [];
    const name = names.find(({ record }) => record === receiver);
    const message = `the pulse ${name?.id ?? receiver} was not delivered: ${fault}`;
    return [{ level: 'WARN', event: 'pulse', deployment, message }];
  });
}
