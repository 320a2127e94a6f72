/** The new versions of a service that a receiver should know of. What it knows of each is in its records, as of an incident. */

import { type NewVersion, type ServiceChange, versionId } from '../history/service-change';
import { NOT_NOTIFIED, type NotifyState, notifiedOf, withNotified } from './notified';

export interface Versioned extends NotifyState {
  readonly changes: readonly ServiceChange[];
  readonly conditions: readonly { readonly code: string }[];
}

/** How many versions of a service have records: the newest. */
export const VERSIONS_KEPT = 10;

/** Marks a version that a check at `now` has found as due. Versions that take turns are a condition, and none of them is due. */
export function markNewVersion<State extends Versioned>(state: State, receiver: string, now: number): State {
  const found = newVersions(state).find(({ at }) => at === now);
  if (found === undefined || state.conditions.some(({ code }) => code === 'mixed_versions')) return state;
  const id = versionId(found);
  const record = notifiedOf(state, id, receiver);
  const isKnown = record.due !== null || record.sentAt !== null;
  return isKnown ? state : withNotified(state, id, receiver, { ...record, due: found.at });
}

/** Oldest first. */
export function dueVersions(state: Versioned, receiver: string): readonly NewVersion[] {
  return newVersions(state).filter((version) => {
    const { due, sentAt } = notifiedOf(state, versionId(version), receiver);
    return due !== null && sentAt === null;
  });
}

/** After it was sent at `now`, in milliseconds since 1970. */
export function markVersionSent<State extends Versioned>(
  state: State,
  receiver: string,
  version: NewVersion,
  now: number,
): State {
  return withNotified(state, versionId(version), receiver, { ...NOT_NOTIFIED, sentAt: now });
}

/** Returns the changes of version that have records. */
export function newVersions({ changes }: Pick<Versioned, 'changes'>): readonly NewVersion[] {
  return changes.filter((change): change is NewVersion => change.version !== null).slice(-VERSIONS_KEPT);
}
