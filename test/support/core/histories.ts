/** Checks and buckets of the past, and a store of histories in memory. */

import fc from 'fast-check';
import * as v from 'valibot';
import { type Bucket, bucketOf, sumUp } from '../../../lambda/core/history/bucket';
import type { HistoryItem, HistoryStore, ItemKey, ItemUpdate } from '../../../lambda/core/history/history-items';
import type { PastCheck } from '../../../lambda/core/history/past-check';
import { FINE_MS, type RunningHistory } from '../../../lambda/core/history/running-history';
import { historySchema, storedHistory } from '../../../lambda/core/history/stored-history';
import { VERDICTS } from '../../../lambda/core/words/codes';

export const healthyAt = (at: number, ms: number | null = 100, memoryMb: number | null = 256): PastCheck => ({
  at,
  kind: 'healthy',
  reason: 'ok',
  ms,
  memoryMb,
  inMaintenance: false,
});

/** A check at `at`; figures as `pastCheckOf` gives them. */
export const checkAt = (at: number): fc.Arbitrary<PastCheck> =>
  fc
    .record({
      kind: fc.constantFrom(...VERDICTS),
      ms: fc.option(fc.integer({ min: 0, max: 864_000_000 }).map((tenths) => tenths / 10)),
      memoryMb: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      inMaintenance: fc.boolean(),
    })
    .map(({ kind, ...figures }) => ({ at, kind, reason: kind === 'healthy' ? 'ok' : kind, ...figures }));

/** The fine bucket that begins at `from`, of some checks and changes. */
export const bucketFrom = (from: number, stepMs = FINE_MS): fc.Arbitrary<Bucket> => {
  const change = fc.option(
    fc.record({
      at: fc.constant(from),
      restarted: fc.boolean(),
      version: fc.option(fc.constant({ from: '1', to: '2' })),
    }),
  );
  const threshold = fc.option(fc.constantFrom(100, 100_000));
  return fc.array(fc.tuple(checkAt(from), change, threshold), { minLength: 1, maxLength: 8 }).map((all) =>
    sumUp(
      all.map(([check, found, underMs]) => bucketOf(check, found, from, from + stepMs, underMs)),
      from,
      from + stepMs,
    ),
  );
};

export interface MemoryHistory extends HistoryStore {
  /** `read` or `write a`, in the order of their beginning. */
  readonly calls: string[];
  /** Fails a call while it names it: by its first words. */
  readonly failing: Set<string>;
  items(service: string): readonly HistoryItem[];
}

/** A failing call rejects, and changes nothing. Calls are written down in `calls`, among those of others. */
export function memoryHistory(calls: string[] = []): MemoryHistory {
  const stored = new Map<string, Map<ItemKey, HistoryItem>>();
  const failing = new Set<string>();
  const call = async (name: string) => {
    calls.push(name);
    await Promise.resolve();
    if ([...failing].some((start) => name.startsWith(start))) throw new Error(`${name} fails`);
  };
  const items = (service: string) => [...(stored.get(service)?.values() ?? [])];
  return {
    calls,
    failing,
    items,
    read: async (wanted) => {
      await call('read');
      return new Map(
        [...wanted].map(([service, keys]) => [service, items(service).filter((one) => keys.includes(one.key))]),
      );
    },
    write: async (service, updates) => {
      await call(`write ${service}`);
      const all = stored.get(service) ?? new Map<ItemKey, HistoryItem>();
      stored.set(service, all);
      // As in the table: each item is written or not, whatever becomes of the others.
      const taken = updates.filter(({ key, expected }) => (all.get(key)?.revision ?? null) === expected);
      for (const item of withUpdates([], taken)) all.set(item.key, item);
      return taken.length === updates.length;
    },
  };
}

/** The items after they were written. */
export function withUpdates(items: readonly HistoryItem[], updates: readonly ItemUpdate[]): HistoryItem[] {
  const all = new Map(items.map((item) => [item.key, item]));
  for (const { key, expected, buckets } of updates) all.set(key, { key, revision: (expected ?? 0) + 1, buckets });
  return [...all.values()];
}

/** A history after it was stored. */
export function readBack(history: RunningHistory): RunningHistory {
  return v.parse(historySchema, JSON.parse(JSON.stringify(storedHistory(history))));
}
