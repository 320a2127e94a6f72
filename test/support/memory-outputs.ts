/** A store and a sink in memory, which write down every call and fail when they are told to. */

import type { Alert } from '../../lambda/core/alert';
import type { AlertSink, IncidentStore, StoredState } from '../../lambda/core/ports';
import { nextRevision, refusedSave } from '../../lambda/core/revision';

export interface MemoryOutputs {
  readonly store: IncidentStore;
  readonly send: AlertSink;
  /** `load`, `save user-service 1` (the revision that it becomes), `send opened`, in the order of their beginning. */
  readonly calls: string[];
  /** What has arrived. */
  readonly sent: Alert[];
  /** What is stored, as JSON would give it back. */
  readonly stored: Map<string, StoredState>;
  /** Fails a call while it names it: by its first words, such as `load`, `save user-service` or `send`. */
  readonly failing: Set<string>;
}

/** A failing call rejects, and has done nothing. */
export function memoryOutputs(): MemoryOutputs {
  const calls: string[] = [];
  const sent: Alert[] = [];
  const stored = new Map<string, StoredState>();
  const failing = new Set<string>();
  const call = async (name: string) => {
    calls.push(name);
    await Promise.resolve();
    if ([...failing].some((start) => name.startsWith(start))) throw new Error(`${name} fails`);
  };
  return {
    store: {
      load: async () => {
        await call('load');
        return [...stored.values()];
      },
      save: async (service, state, expected) => {
        const revision = nextRevision(expected);
        await call(`save ${service} ${revision}`);
        const found = stored.get(service)?.revision ?? null;
        if (found !== expected) return refusedSave(expected, found);
        stored.set(service, { service, revision, state: JSON.parse(JSON.stringify(state)) });
        return 'saved';
      },
    },
    send: async (alert) => {
      await call(`send ${alert.event} ${alert.service.id}`);
      sent.push(alert);
    },
    calls,
    sent,
    stored,
    failing,
  };
}
