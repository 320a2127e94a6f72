/** Which of the alerts that services owe go out together in one notification. */

import type { Alert } from '../message/alert';
import { worstFirst } from '../message/notification';
import { reasonOf } from '../message/wording';
import { ALERT_EVENTS } from '../words/codes';
import { grouped } from '../words/in-batches';
import type { Debt } from './debtors';

/** What one service owes a receiver next. */
export interface GroupMember {
  readonly service: string;
  readonly owed: Debt;
}

/** At least one alert; the worst first. */
export type Group = readonly [GroupMember, ...GroupMember[]];

/** How alerts are grouped for a receiver. */
export interface Grouping {
  /** How many alerts go together, at least; `null` for never. */
  readonly groupFrom: number | null;
  /**
   * Whether alerts of several severities and environments stay apart: those of the topic, where a subscription's filter matches each attribute
   * of a message alone. If one message had a warning in production and a critical alert in staging, it would pass a filter for critical alerts in
   * production, though nothing in it does.
   */
  readonly bySubject: boolean;
}

/**
 * The groups that go out next, the worst first. Alerts of one event, incident kind and thread, and of one reason if nothing is down, go
 * together if there are enough of them; fewer go singly. Beginnings go first and ends last, so that the ends of services that owe a different
 * number of alerts can go together too.
 */
export function nextGroups(all: readonly GroupMember[], { groupFrom, bySubject }: Grouping): readonly Group[] {
  const event = ALERT_EVENTS.find((kind) => all.some(({ owed }) => owed.alert.event === kind));
  const next = all.filter(({ owed }) => owed.alert.event === event);
  const groups = grouped(next, ({ owed }) => groupKey(owed, bySubject));
  return [...groups.values()]
    .flatMap((group): readonly Group[] =>
      groupFrom !== null && group.length >= groupFrom ? [group.sort(worstOwedFirst)] : group.map((one) => [one]),
    )
    .sort(([left], [right]) => worstOwedFirst(left, right));
}

function worstOwedFirst(left: GroupMember, right: GroupMember): number {
  return worstFirst(left.owed.alert, right.owed.alert);
}

/** The `incidentId` of the incident in whose thread an alert is shown: a beginning makes its own. */
export function threadOf({ alert, thread }: Debt): string {
  return thread ?? alert.incidentId;
}

function groupKey(owed: Debt, bySubject: boolean): string {
  const { event, kind, severity, service, drill }: Alert = owed.alert;
  const reason = kind === 'outage' ? null : reasonOf(owed.alert);
  return JSON.stringify([
    kind,
    reason,
    bySubject ? [severity, service.environment] : null,
    drill,
    event === 'opened' ? null : threadOf(owed),
  ]);
}
