/** Since when receivers refuse, kept in memory, which counts every call and fails when a test says so. */

import type { ReceiverRecord, ReceiverStore } from '../../../lambda/core/deliver/receiver-record';
import { NOW } from './observations';

/** The record of a pager that refuses since `NOW`, unless `more` says otherwise. */
export function refusing(more: Partial<ReceiverRecord> = {}): ReceiverRecord {
  return {
    receiver: 'pager',
    since: NOW,
    seenAt: NOW,
    message: 'refused with 401',
    busyUntil: null,
    ...more,
  };
}

export interface MemoryReceivers {
  readonly store: ReceiverStore;
  readonly stored: Map<string, ReceiverRecord>;
  /** `read`, `save pager`, `remove pager`, in their order. */
  readonly calls: string[];
  /** Fails calls that begin so. */
  readonly failing: Set<string>;
}

export function memoryReceivers(): MemoryReceivers {
  const stored = new Map<string, ReceiverRecord>();
  const calls: string[] = [];
  const failing = new Set<string>();
  const call = (name: string) => {
    calls.push(name);
    if ([...failing].some((start) => name.startsWith(start))) throw new Error(`${name} fails`);
  };
  const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
  return {
    stored,
    calls,
    failing,
    store: {
      read: async (receivers) => {
        call('read');
        return receivers.flatMap((id) => copy(stored.get(id) ?? []));
      },
      save: async (receiver, refusal, read) => {
        call(`${refusal === null ? 'remove' : 'save'} ${receiver}`);
        if (JSON.stringify(stored.get(receiver) ?? null) !== JSON.stringify(read)) return false;
        if (refusal === null) stored.delete(receiver);
        else stored.set(receiver, copy(refusal));
        return true;
      },
    },
  };
}
