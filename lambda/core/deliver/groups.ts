/** Which of the alerts that are due go out together in one notification. */

import type { Alert } from '../message/alert';
import { worstFirst } from '../message/notification';
import { reasonOf } from '../message/wording';
import type { Next } from '../notify/due';
import { ALERT_EVENTS } from '../words/codes';
import { grouped } from '../words/in-batches';

/** The next alert that is due to a receiver from one service. */
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

/** At least one alert; the worst first. */
export type Group = readonly [GroupMember, ...GroupMember[]];

/** How alerts are grouped for a receiver. */
export interface Grouping {
  /** How many alerts go together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /** Whether alerts of several severities and environments stay apart (`Receiver.isBySubject`). */
  readonly bySubject: boolean;
}

/**
 * The groups that go out next, the worst first. Alerts of one event, incident kind and thread, and of one reason if nothing is down, go
 * together if there are enough of them; fewer go singly. Beginnings go first and ends last, so that the ends of services that owe a different
 * number of alerts can go together too.
 */
export function nextGroups(all: readonly GroupMember[], { groupFrom, bySubject }: Grouping): readonly Group[] {
  const event = ALERT_EVENTS.find((kind) => all.some(({ pending }) => pending.alert.event === kind));
  const next = all.filter(({ pending }) => pending.alert.event === event);
  const groups = grouped(next, ({ pending }) => groupKey(pending, bySubject));
  return [...groups.values()]
    .flatMap((group): readonly Group[] =>
      groupFrom !== null && group.length >= groupFrom ? [group.sort(worstFirstOf)] : group.map((one) => [one]),
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
    event === 'opened' ? null : threadOf(pending),
  ]);
}
