/** A notification: a message to people with a single alert, or with several that belong together. */

import { FAILURE_KINDS, SEVERITIES, type VerdictKind } from '../words/codes';
import { stableHash } from '../words/ids';
import type { Alert } from './alert';

/** The alerts have the same event and incident kind; those to the topic also the same severity and environment, so that a filter by these lets through all or none. */
export interface Notification {
  /** The worst first. */
  readonly alerts: readonly [Alert, ...Alert[]];
  /** The `incidentId` of the incident in whose thread a chat shows it. */
  readonly threadId: string;
  /** How many services the deployment watches. */
  readonly watched: number;
  /** The ids of other services that people know to be failing, in a message to the topic those of its severity and environment; empty if that is not known yet. */
  readonly alsoFailing: readonly string[];
  /** How many services have an open outage now, of any severity and environment; `null` if not all of them are known. */
  readonly down: number | null;
  /** The group of the config that all its services belong to; missing if there is none. */
  readonly serviceGroup?: string;
}

/**
 * If the same notification is sent twice, it has the same id; each of its alerts has an id of its own. Of a group: the id of
 * its first alert, how many others there are, and a hash of all ids, since another group may begin with the same alert.
 */
export function notificationId({ alerts }: Notification): string {
  const [{ id }, ...others] = alerts;
  if (others.length === 0) return id;
  const ids = alerts.map((alert) => alert.id).sort();
  return `${id}+${others.length}-${stableHash(ids.join('\n')).toString(36)}`;
}

/** The notification of a single alert, in the thread of its own incident. */
export function notificationOf(alert: Alert): Notification {
  return { alerts: [alert], threadId: alert.incidentId, watched: 1, alsoFailing: [], down: null };
}

/** Sorts alerts: the most severe first, then the worst verdict, then the longest outage, then by name. */
export function worstFirst(left: Alert, right: Alert): number {
  const rank = ({ verdict, previous, event }: Alert) =>
    RANKS[event === 'resolved' ? (previous?.verdict ?? verdict) : verdict];
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    rank(left) - rank(right) ||
    compare(left.openedAt, right.openedAt) ||
    compare(left.service.id, right.service.id)
  );
}

const RANKS = Object.fromEntries([...FAILURE_KINDS, 'healthy'].map((kind, rank) => [kind, rank])) as Readonly<
  Record<VerdictKind, number>
>;

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
