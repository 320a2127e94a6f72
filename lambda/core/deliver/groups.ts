/** Groups of the alerts that are due: those that go out together in a notification. */

import type { ConfiguredService } from '../config/config';
import { SAME_TIME_MS } from '../incident/clues/others-failing';
import { openOutage } from '../incident/incident';
import type { Alert } from '../message/alert';
import { worstFirst } from '../message/notification';
import { isAnswering, reasonOf } from '../message/wording';
import type { Next } from '../notify/due';
import { notifiedOf } from '../notify/notified';
import { isServiceFailing, type ServiceState } from '../state/service-state';
import { ALERT_EVENTS } from '../words/codes';
import { grouped } from '../words/in-batches';

/** The next alert that is due to a receiver from a service. */
export interface PendingAlert {
  readonly next: Next;
  readonly alert: Alert;
  /** The `incidentId` of the incident in whose thread a chat shows the alert; `null` if it has its own. */
  readonly thread: string | null;
}

export interface GroupMember {
  readonly service: string;
  readonly pending: PendingAlert;
}

/** An alert or more; the worst first. */
export type Group = readonly [GroupMember, ...GroupMember[]];

/** How alerts are grouped for a receiver. */
export interface Grouping {
  /** How many alerts go together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /** Whether alerts of several severities and environments stay apart (`Receiver.isBySubject`). */
  readonly bySubject: boolean;
}

/**
 * The groups that go out next, the worst first. Alerts of the same event, incident kind and thread, and of the same reason if nothing is down, go
 * together if there are enough of them; fewer go singly. Beginnings go first and ends last, so that the ends of services with a different
 * number of alerts can go together too.
 */
export function nextGroups(all: readonly GroupMember[], { groupFrom, bySubject }: Grouping): readonly Group[] {
  const event = ALERT_EVENTS.find((kind) => all.some(({ pending }) => pending.alert.event === kind));
  const next = all.filter(({ pending }) => pending.alert.event === event);
  const groups = grouped(next, ({ pending }) => groupKey(pending, bySubject));
  return [...groups.values()]
    .flatMap((group): readonly Group[] =>
      groupFrom !== null && group.length >= groupFrom ? [group.sort(worstFirstOf)] : group.map((member) => [member]),
    )
    .sort(([left], [right]) => worstFirstOf(left, right));
}

function worstFirstOf(left: GroupMember, right: GroupMember): number {
  return worstFirst(left.pending.alert, right.pending.alert);
}

/** The `incidentId` of the incident in whose thread an alert is shown: a beginning makes its own. */
export function threadOf({ alert, thread }: PendingAlert): string {
  return thread ?? alert.incidentId;
}

function groupKey(pending: PendingAlert, bySubject: boolean): string {
  const { event, kind, severity, service, drill }: Alert = pending.alert;
  const reason = kind === 'outage' ? null : reasonOf(pending.alert);
  return JSON.stringify([
    kind,
    reason,
    bySubject ? [severity, service.environment] : null,
    drill,
    isAnswering(pending.alert),
    event === 'opened' ? null : threadOf(pending),
  ]);
}

/** The group of each service that has a group, by its id. */
export function groupsOf(services: readonly ConfiguredService[]): ReadonlyMap<string, string> {
  return new Map(services.flatMap(({ id, group }) => (group ? [[id, group]] : [])));
}

/** The group that all have; `null` if there is none. `groups` has the group of each service that has a group. */
export function sharedGroup(ids: readonly string[], groups: ReadonlyMap<string, string>): string | null {
  const [first, ...others] = ids.map((id) => groups.get(id) ?? null);
  return first !== undefined && others.every((group) => group === first) ? first : null;
}

/**
 * The ids of services that fail now, with an open outage that the receiver was notified of, the longest outage first; `bySubject`, if it must be
 * of the same severity and environment as the group's. Those of the group are left out. None if the group is of no outages. An end names only
 * services that began to fail at the same time.
 */
export function alsoFailing(
  group: Group,
  states: ReadonlyMap<string, ServiceState>,
  receiver: string,
  bySubject: boolean,
): readonly string[] {
  const { kind, event, severity, service } = group[0].pending.alert;
  if (kind !== 'outage') return [];
  const begun = group.map(({ pending }) => Date.parse(pending.alert.openedAt));
  const own = new Set(group.map(({ service }) => service));
  return [...states]
    .flatMap(([id, state]) => {
      const outage = isServiceFailing(state) ? openOutage(state) : null;
      if (outage === null || own.has(id)) return [];
      const isRelated = begun.some((at) => Math.abs(at - outage.openedAt) <= SAME_TIME_MS);
      if (event === 'resolved' && !isRelated) return [];
      const isAlike = !bySubject || (outage.severity === severity && outage.environment === service.environment);
      return isAlike && notifiedOf(state, outage.id, receiver).opened !== null ? [{ id, outage }] : [];
    })
    .sort((left, right) => left.outage.openedAt - right.outage.openedAt)
    .map(({ id }) => id);
}

/** How many services have an open outage and fail now, whether anybody was notified of it or not. */
export function countDown(states: ReadonlyMap<string, ServiceState>): number {
  return [...states.values()].filter((state) => isServiceFailing(state) && openOutage(state) !== null).length;
}
