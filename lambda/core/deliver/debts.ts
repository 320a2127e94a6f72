/** All that the services of a run owe at a moment: what is next, and what becomes of it. */

import { saveState } from '../state/save-state';
import type { Snapshot } from '../state/snapshot';
import type { StateStore } from '../state/store';
import type { RunFailure } from '../words/run-failure';
import { type Debtor, nextOwed } from './debtor';
import type { NextOwed } from './groups';

export interface Delivered {
  readonly snapshot: Snapshot;
  /** Why its alerts could not be marked as sent. */
  readonly failures: readonly RunFailure[];
}

/** A service that waits for its alerts to be sent. */
export interface Waiting {
  readonly debtor: Debtor;
  readonly resolve: (delivered: Delivered) => void;
}

export interface Debts {
  /** The next alert of each service that can still be sent. */
  next(): readonly NextOwed[];
  /** Replaces a debtor. If nothing more can be sent for it, it is marked, and the one who waits for it goes on. */
  update(service: string, change: (debtor: Debtor) => Debtor): void;
  /** Resolves when all that was sent is marked. Never rejects. */
  readonly marked: () => Promise<void>;
}

export interface MarkingPorts {
  /** Whether the store was read: if not, sent alerts can't be marked there. */
  readonly certain: boolean;
  readonly store: StateStore;
}

export function createDebts(waiting: readonly Waiting[], ports: MarkingPorts): Debts {
  const left = new Map(waiting.map((one) => [one.debtor.service, one]));
  const marking: Promise<void>[] = [];
  const update: Debts['update'] = (service, change) => {
    const one = left.get(service);
    if (!one) return;
    const debtor = change(one.debtor);
    left.set(service, { ...one, debtor });
    if (nextOwed(debtor) !== null) return;
    left.delete(service);
    marking.push(mark(debtor, ports).then(one.resolve));
  };
  for (const { debtor } of waiting) update(debtor.service, (same) => same);
  return {
    next: () =>
      [...left].flatMap(([service, { debtor }]) => {
        const owed = nextOwed(debtor);
        return owed === null ? [] : [{ service, owed, owedInAll: debtor.snapshot.state.outbox.length }];
      }),
    update,
    marked: async () => void (await Promise.all(marking)),
  };
}

async function mark(debtor: Debtor, { certain, store }: MarkingPorts): Promise<Delivered> {
  const { service, snapshot, now, mayRepeat, isChanged } = debtor;
  if (!isChanged || !certain) return { snapshot, failures: [] };
  // Try this even if the save before failed: if it works now, other processes know of the alerts too.
  const saved = await saveState(service, snapshot, now, store);
  // If another run was faster, the store still has these alerts as owed: this process remembers them as sent.
  return { snapshot: saved.snapshot ?? snapshot, failures: mayRepeat ? [] : saved.failures };
}
