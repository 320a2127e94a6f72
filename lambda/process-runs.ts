/** The runs of one process of the checker, with what it remembers from each to the next. */

import type { Part } from './core/config/part';
import { type ReadSecret, revealSecrets, secretRenewal } from './core/config/secrets';
import type { WholeConfig } from './core/config/whole-config';
import { historyLimitMs, lookLimitMs } from './core/run/invocation';
import { type LogLine, runLog } from './core/run/run-log';
import type { Silence } from './core/silence/silence';
import type { Snapshots } from './core/state/snapshot';
import type { RunFailure } from './core/words/run-failure';
import { type RunPorts, runCheck } from './run-check';

export interface ProcessPorts extends Omit<RunPorts, 'renewSecrets'> {
  readonly readSecret: ReadSecret;
  /** Looks at the addresses of the config, if that is due; `null` if there are none. */
  readonly look: (() => Promise<readonly RunFailure[]>) | null;
  readonly log: (line: LogLine) => void;
}

/** Does the run of a part. Rejects, after all else is done, if an output of the run failed. */
export function processRuns(whole: WholeConfig, ports: ProcessPorts): (part: Part) => Promise<object> {
  const { readSecret, look, log } = ports;
  const watched = new Set(whole.ids);
  let remembered: Snapshots = new Map();
  let askedSilences: readonly Silence[] | null = null;

  return async (part) => {
    const configured = whole.partOf(part);
    // A service whose secret can't be read is not asked, and the run fails. What it owes is sent all the same.
    const { config, failures: hidden } = await revealSecrets(configured, readSecret);
    const asked = new Set(config.services.map(({ id }) => id));
    const others = whole.ids.filter((id) => !asked.has(id)).map((id) => ({ id }));
    // A process may do the runs of several parts, one after the other.
    const isOfRun = (id: string) => asked.has(id) || (part.shard === 0 && !watched.has(id));
    const ofOthers = [...remembered].filter(([id]) => !isOfRun(id));
    const done = await runCheck(
      config,
      { ...ports, renewSecrets: secretRenewal(configured, readSecret) },
      {
        remembered: new Map([...remembered].filter(([id]) => isOfRun(id))),
        askedSilences,
        others,
        part,
        historyLimitMs: historyLimitMs(configured, part.shards),
      },
    );
    remembered = new Map([...ofOthers, ...done.states]);
    askedSilences = done.askedSilences;
    // After all else, in the first part alone, and only if there is time left for it.
    const isTime = part.shard === 0 && done.durationMs <= lookLimitMs(configured, part.shards);
    const failures = [...hidden, ...done.failures, ...((isTime && (await look?.())) || [])];
    const lines = runLog({ ...done, failures }, config.name);
    for (const line of lines) log(line);
    if (failures.length > 0)
      throw new Error(`the run is done, but ${failures.map(({ message }) => message).join('; ')}`);
    return { kind: 'run', ...lines.at(-1) };
  };
}
