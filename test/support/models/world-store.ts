/** The store of a world, which also remembers what it was ever given. */

import { versionId } from '../../../lambda/core/history/service-change';
import { incidentIdOf } from '../../../lambda/core/message/alert';
import { newVersions } from '../../../lambda/core/notify/new-versions';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { StoredState } from '../../../lambda/core/state/store';
import { nextRevision, refusedSave } from '../../../lambda/core/state/store';
import { storedForm } from '../../../lambda/core/state/stored-state';
import { storedAs } from '../core/memory-outputs';

/** What a receiver knows of an incident goes by this key. */
export function knownBy(receiver: string, incidentId: string): string {
  return `${receiver} ${incidentId}`;
}

/** A version that a service was found to have. */
export function versionKey(service: string, version: string): string {
  return `${service} ${version}`;
}

export interface WorldStore {
  readonly stored: Map<string, StoredState>;
  /** The incidents that were ever stored with what a receiver knows, by their `incidentId`. */
  readonly persisted: ReadonlySet<string>;
  /** What was stored as due: see `knownBy`. */
  readonly marked: ReadonlySet<string>;
  /** The new versions that were stored as due: see `knownBy`. */
  readonly dueVersions: ReadonlySet<string>;
  /** The incidents that were stored as over, by their `incidentId`. */
  readonly ended: ReadonlySet<string>;
  /** By the `incidentId` of what was a duplicate in the end: that of the real incident. */
  readonly duplicateOf: ReadonlyMap<string, string>;
  save(deployment: string, service: string, state: ServiceState, expected: number | null): 'saved' | 'conflict';
}

export function createWorldStore(): WorldStore {
  const stored = new Map<string, StoredState>();
  const persisted = new Set<string>();
  const marked = new Set<string>();
  const due = new Set<string>();
  const ended = new Set<string>();
  const duplicateOf = new Map<string, string>();
  return {
    stored,
    persisted,
    marked,
    dueVersions: due,
    ended,
    duplicateOf,
    save: (deployment, service, state, expected) => {
      const found = stored.get(service)?.revision ?? null;
      if (found !== expected) return refusedSave(expected, found);
      stored.set(service, storedAs(service, nextRevision(expected), storedForm(state)));
      for (const version of newVersions(state))
        for (const [receiver, record] of Object.entries(state.notified[versionId(version)] ?? {}))
          if (record.due !== null) due.add(knownBy(receiver, versionKey(service, version.version.to)));
      for (const { id, over } of state.incidents) {
        const incidentId = incidentIdOf(deployment, service, { id });
        const records = state.notified[id];
        if (records !== undefined) persisted.add(incidentId);
        for (const [receiver, { due }] of Object.entries(records ?? {}))
          if (due !== null) marked.add(knownBy(receiver, incidentId));
        if (over !== null) ended.add(incidentId);
        if (over?.of !== undefined) duplicateOf.set(incidentId, incidentIdOf(deployment, service, { id: over.of }));
      }
      return 'saved';
    },
  };
}
