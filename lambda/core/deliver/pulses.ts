/** The pulses after a run: they tell an outside service that it succeeded. */

import { type PulseConfig, pulseName } from '../config/pulse';
import type { Shard } from '../config/shard';
import { errorMessage } from '../words/run-failure';
import type { ReceiverNews } from './receiver-record';

/** The time limit for all pulses of a run, including reading their addresses, in milliseconds. */
export const PULSE_MS = 3_000;

/** The run that a pulse is about. */
export interface PulsedRun {
  /** Whether it succeeded, whatever it found out about the services. */
  readonly isDone: boolean;
  readonly shard: Shard;
}

/** Sends one pulse. Rejects with an error that says why it was not accepted, without the address. */
export type SendPulse = (pulse: PulseConfig, run: PulsedRun) => Promise<void>;

/** Sends the pulses of a run. Resolves to the changes in their delivery. Never rejects. */
export type Beat = (run: PulsedRun) => Promise<readonly ReceiverNews[]>;

/**
 * For the runs of a process. A delivered pulse is news once in a process, and after a fault: only then is its stored record read. After a failed
 * run, a pulse without `failPath` sends nothing, so that its absence is noticed.
 */
export function createBeat(pulses: readonly PulseConfig[], send: SendPulse): Beat {
  const delivered = new Set<string>();
  const beat = async (pulse: PulseConfig, run: PulsedRun): Promise<readonly ReceiverNews[]> => {
    const { index, count } = run.shard;
    const { record } = pulseName(pulse, index + 1, count);
    try {
      await send(pulse, run);
    } catch (error) {
      delivered.delete(record);
      return [{ receiver: record, fault: errorMessage(error), busyUntil: null }];
    }
    if (delivered.has(record)) return [];
    delivered.add(record);
    return [{ receiver: record, fault: null, busyUntil: null }];
  };
  return async (run) => {
    const due = pulses.filter(({ failPath }) => run.isDone || failPath);
    return (await Promise.all(due.map((pulse) => beat(pulse, run)))).flat();
  };
}
