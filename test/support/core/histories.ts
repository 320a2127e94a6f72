/** Checks and buckets of the past, and a store of histories in memory. */

import fc from 'fast-check';
import { type Bucket, bucketOf, sumUp } from '../../../lambda/core/history/bucket';
import type { HistoryItem, ItemKey, ItemPart } from '../../../lambda/core/history/history-items';
import type { HistoryStore } from '../../../lambda/core/history/history-store';
import type { PastCheck } from '../../../lambda/core/history/past-check';
import { FINE_MS } from '../../../lambda/core/history/running-history';
import { VERDICTS } from '../../../lambda/core/words/codes';
import { grouped } from '../../../lambda/core/words/in-batches';

export const healthyAt = (at: number, ms: number | null = 100, memoryMb: number | null = 256): PastCheck => ({
  ...{ at, kind: 'healthy', reason: 'ok', ms, memoryMb, inMaintenance: false },
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
  const stored = new Map<string, Map<ItemKey, Map<string, Uint8Array>>>();
  const failing = new Set<string>();
  const call = async (name: string) => {
    calls.push(name);
    await Promise.resolve();
    if ([...failing].some((start) => name.startsWith(start))) throw new Error(`${name} fails`);
  };
  const items = (service: string) => [...(stored.get(service) ?? [])].map(([key, parts]) => ({ key, parts }));
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
    write: async (service, parts) => {
      await call(`write ${service}`);
      const all = stored.get(service) ?? new Map();
      stored.set(service, all);
      const of = ({ key, part }: ItemPart) => all.get(key)?.get(part);
      const isAsRead = (one: ItemPart) => String(of(one)) === String(one.before ?? undefined);
      // As in the table: an item is written whole or not at all, whatever becomes of the others.
      const taken = [...grouped(parts, ({ key }) => key).values()].map((own) => own.every(isAsRead) && own);
      for (const own of taken) {
        for (const one of own || []) all.set(one.key, (all.get(one.key) ?? new Map()).set(one.part, one.bytes));
      }
      return taken.every(Boolean);
    },
  };
}

/** The items after `parts` were put into them. */
export function withParts(items: readonly HistoryItem[], parts: readonly ItemPart[]): HistoryItem[] {
  const all = new Map(items.map(({ key, parts: known }) => [key, new Map(known)]));
  for (const { key, part, bytes } of parts) all.set(key, (all.get(key) ?? new Map()).set(part, bytes));
  return [...all].map(([key, known]) => ({ key, parts: known }));
}
