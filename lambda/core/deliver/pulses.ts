/** The pulses after a run: who is notified elsewhere that it did what it should, and what becomes of that. */

import { type PulseConfig, pulseName } from '../config/pulse';
import type { Shard } from '../config/shard';
import { errorMessage } from '../words/run-failure';
import type { ReceiverNews } from './receiver-record';

/** The longest that the pulses of a run may take together, in milliseconds, the reading of their addresses included. */
export const PULSE_MS = 3_000;

/** The run that a pulse is about. */
export interface PulsedRun {
  /** Whether it did what it should, however the services are. */
  readonly isDone: boolean;
  readonly shard: Shard;
}

/** Sends one pulse. Rejects with an error that says why it was not taken, without the address. */
export type SendPulse = (pulse: PulseConfig, run: PulsedRun) => Promise<void>;

/** Sends the pulses of a run. Resolves to what is new about them. Never rejects. */
export type Beat = (run: PulsedRun) => Promise<readonly ReceiverNews[]>;

/**
 * For the runs of a process. A delivered pulse is news once in a process, and after a fault: what is kept of it is only read then. Of a run that
 * has failed a pulse without `failPath` sends nothing, so that its absence is noticed.
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
