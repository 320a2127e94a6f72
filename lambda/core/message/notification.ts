/** A notification: a message to people with one alert, or with several related ones. */

import { FAILURE_KINDS, SEVERITIES, type VerdictKind } from '../words/codes';
import { stableHash } from '../words/ids';
import type { Alert } from './alert';

/** The alerts have the same event and kind; for the topic also the same severity and environment, since subscriptions filter by these. */
export interface Notification {
  /** The worst first. */
  readonly alerts: readonly [Alert, ...Alert[]];
  /** The `incidentId` of the incident whose thread a chat shows it in. */
  readonly threadId: string;
  /** The number of services that the deployment checks. */
  readonly watched: number;
  /** The ids of other failing services that people know about; for the topic only with its severity and environment. Empty if not read. */
  readonly alsoFailing: readonly string[];
  /** The number of services with an open outage, of any severity and environment; `null` if not all states were read. */
  readonly down: number | null;
  /** The config's group that has all its services; missing if there is none. */
  readonly serviceGroup?: string;
}

/**
 * Returns an id that stays the same if the notification is sent again. For several alerts it has the id of the first, the number of
 * others, and a hash of all ids, since another notification may begin with the same alert.
 */
export function notificationId({ alerts }: Notification): string {
  const [{ id }, ...others] = alerts;
  if (others.length === 0) return id;
  const ids = alerts.map((alert) => alert.id).sort();
  return `${id}+${others.length}-${stableHash(ids.join('\n')).toString(36)}`;
}

/** Returns the notification for a single alert, in the thread of its own incident. */
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
