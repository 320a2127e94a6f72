/** Keeps the records of receivers: since when each refuses its alerts, and until when it has asked to be sent nothing. */

import type { Clock } from '../words/clock';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { type ReceiverNews, type ReceiverRecord, type ReceiverStore, recordAfter } from './receiver-record';

export interface ReceiverPorts {
  readonly store: ReceiverStore;
  /** The ids of all receivers of the deployment. */
  readonly receivers: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

/** The run whose news is kept. */
export interface KeepingRun {
  /** Whether there is no time left. */
  readonly isLate: boolean;
  /** Whether the records are needed even if there is no news. */
  readonly isAsked: boolean;
}

export interface KeptRecords {
  /** The records of all receivers that refuse; `null` if they were not read. */
  readonly records: readonly ReceiverRecord[] | null;
  readonly failures: readonly RunFailure[];
}

/** The records of receivers, for the runs of a process. */
export interface ReceiverKeeper {
  /**
   * Until when each receiver has asked to be sent nothing, by its id. The store is asked in the first run of a process, which then remembers. A
   * receiver that is not named is not paused. Never rejects.
   */
  pauses(): Promise<ReadonlyMap<string, number>>;
  /**
   * Takes what receivers have done in a run, and asks the store for nothing if that is nothing. Once there is no time left, the next
   * run does it. Never rejects.
   */
  keep(news: readonly ReceiverNews[], run: KeepingRun): Promise<KeptRecords>;
}

/**
 * For the runs of a process. Of each receiver there is one item, whatever the number of shards: any shard that is refused begins it, and any shard
 * that has sent all that was due removes it.
 */
export function createReceiverKeeper({ store, receivers, clock }: ReceiverPorts): ReceiverKeeper {
  /** Ends that are not kept yet: what is refused comes up again by itself. */
  const left = new Map<string, ReceiverNews>();
  let paused: Map<string, number> | null = null;
  const readPauses = async () => {
    const stored = await store.read(receivers);
    return new Map(stored.flatMap(({ receiver, busyUntil }) => (busyUntil === null ? [] : [[receiver, busyUntil]])));
  };
  return {
    pauses: async () => {
      // An alert that comes too early is better than none, so nothing is paused if that can't be read.
      paused ??= await readPauses().catch(() => null);
      return paused ?? new Map();
    },
    keep: async (news, { isLate, isAsked }) => {
      for (const { receiver, busyUntil } of news) {
        paused?.delete(receiver);
        if (busyUntil !== null) paused = (paused ?? new Map()).set(receiver, busyUntil);
      }
      const all = new Map([...left, ...news.map((ofReceiver) => [ofReceiver.receiver, ofReceiver] as const)]);
      left.clear();
      for (const [id, latest] of all) if (latest.fault === null) left.set(id, latest);
      if (isLate || (all.size === 0 && !isAsked)) return { records: null, failures: [] };
      try {
        const stored = new Map((await store.read(receivers)).map((record) => [record.receiver, record]));
        for (const [id, latest] of all) {
          const before = stored.get(id) ?? null;
          const next = recordAfter(before, latest, clock.now());
          // If another run was faster, this run uses what it has read, and an end is kept in the next run.
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
