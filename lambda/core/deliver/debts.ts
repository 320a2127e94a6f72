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
  /** Called once, when nothing more can be sent for it in this run. */
  readonly done: (debtor: Debtor) => void;
}

export interface Debts {
  add(waiting: Waiting): void;
  /** The next alert of each service that can still be sent. */
  next(): readonly NextOwed[];
  /** Replaces a debtor. If nothing more can be sent for it, it leaves. */
  update(service: string, change: (debtor: Debtor) => Debtor): void;
}

export function createDebts(): Debts {
  const left = new Map<string, Waiting>();
  const put = (service: string, waiting: Waiting) => {
    if (nextOwed(waiting.debtor) !== null) {
      left.set(service, waiting);
      return;
    }
    left.delete(service);
    waiting.done(waiting.debtor);
  };
  return {
    add: (waiting) => put(waiting.debtor.service, waiting),
    next: () =>
      [...left].flatMap(([service, { debtor }]) => {
        const owed = nextOwed(debtor);
        return owed === null ? [] : [{ service, owed, owedInAll: debtor.snapshot.state.outbox.length }];
      }),
    update: (service, change) => {
      const one = left.get(service);
      if (one) put(service, { ...one, debtor: change(one.debtor) });
    },
  };
}

export interface MarkingPorts {
  /** Whether the store was read: if not, sent alerts can't be marked there. */
  readonly certain: boolean;
  readonly store: StateStore;
}

/** Marks in the store what was sent for a service. Never rejects. */
export async function markSent(debtor: Debtor, { certain, store }: MarkingPorts): Promise<Delivered> {
  const { service, snapshot, now, mayRepeat, isChanged } = debtor;
  if (!isChanged || !certain) return { snapshot, failures: [] };
  // Try this even if the save before failed: if it works now, other processes know of the alerts too.
  const saved = await saveState(service, snapshot, now, store);
  // If another run was faster, the store still has these alerts as owed: this process remembers them as sent.
  return { snapshot: saved.snapshot ?? snapshot, failures: mayRepeat ? [] : saved.failures };
}
