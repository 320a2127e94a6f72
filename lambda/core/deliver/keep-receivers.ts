/** Stores a record for each receiver: since when it refuses alerts, and until when it asked for a pause. */

import type { Clock } from '../words/clock';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { type ReceiverNews, type ReceiverRecord, type ReceiverStore, recordAfter } from './receiver-record';

export interface ReceiverPorts {
  readonly store: ReceiverStore;
  /** The ids of all receivers of the deployment. */
  readonly receivers: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

/** The run whose answers are saved. */
export interface KeepingRun {
  /** Whether there is no time left. */
  readonly isLate: boolean;
  /** Whether the records are needed even if there is no news. */
  readonly isNeeded: boolean;
}

export interface KeptRecords {
  /** The records of all receivers that refuse; `null` if they were not read. */
  readonly records: readonly ReceiverRecord[] | null;
  readonly failures: readonly RunFailure[];
}

/** The records of receivers, for the runs of a process. */
export interface ReceiverKeeper {
  /**
   * Until when each receiver has asked for a pause, by its id. A process reads this from the store in its first run, and then remembers it. Never
   * rejects.
   */
  pauses(): Promise<ReadonlyMap<string, number>>;
  /**
   * Saves the answers of receivers in a run. Without answers it makes no call. If no time is left, the next run saves them. Never rejects.
   */
  keep(news: readonly ReceiverNews[], run: KeepingRun): Promise<KeptRecords>;
}

/**
 * For the runs of a process. Each receiver has one item for all shards: a shard that is refused creates it, and a shard that has sent everything
 * due removes it.
 */
export function createReceiverKeeper({ store, receivers, clock }: ReceiverPorts): ReceiverKeeper {
  /** Receivers that accept alerts again, not saved yet. A refusal is found again in the next run. */
  const left = new Map<string, ReceiverNews>();
  let paused: Map<string, number> | null = null;
  const readPauses = async () => {
    const stored = await store.read(receivers);
    return new Map(stored.flatMap(({ receiver, busyUntil }) => (busyUntil === null ? [] : [[receiver, busyUntil]])));
  };
  return {
    pauses: async () => {
      // An early alert is better than none, so nothing is paused if the store can't be read.
      paused ??= await readPauses().catch(() => null);
      return paused ?? new Map();
    },
    keep: async (news, { isLate, isNeeded }) => {
      for (const { receiver, busyUntil } of news) {
        paused?.delete(receiver);
        if (busyUntil !== null) paused = (paused ?? new Map()).set(receiver, busyUntil);
      }
      const all = new Map([...left, ...news.map((ofReceiver) => [ofReceiver.receiver, ofReceiver] as const)]);
      left.clear();
      for (const [id, latest] of all) if (latest.fault === null) left.set(id, latest);
      if (isLate || (all.size === 0 && !isNeeded)) return { records: null, failures: [] };
      try {
        const stored = new Map((await store.read(receivers)).map((record) => [record.receiver, record]));
        for (const [id, latest] of all) {
          const before = stored.get(id) ?? null;
          const next = recordAfter(before, latest, clock.now());
          // If another run saved first, this run uses what it has read, and the next run removes the record.
          if (next !== before && !(await store.save(id, next, before))) continue;
          left.delete(id);
          stored.delete(id);
          if (next !== null) stored.set(id, next);
        }
        return { records: [...stored.values()], failures: [] };
      } catch (error) {
        const message = `the record of failing receivers can't be read or saved: ${errorMessage(error)}`;
        return { records: null, failures: [{ output: 'store', service: null, message }] };
      }
    },
  };
}
