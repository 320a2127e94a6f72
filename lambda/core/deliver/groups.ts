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

/**
 * The groups that go out next, the worst first. Alerts of one event, incident kind, severity, environment and thread, and
 * of one reason if nothing is down, go together if there are at least `groupFrom` of them (`null`: never); fewer go singly. Beginnings go first and ends last,
 * so that the ends of services that owe a different number of alerts can go together too.
 */
export function nextGroups(all: readonly GroupMember[], groupFrom: number | null): readonly Group[] {
  const event = ALERT_EVENTS.find((kind) => all.some(({ owed }) => owed.alert.event === kind));
  const next = all.filter(({ owed }) => owed.alert.event === event);
  const groups = grouped(next, ({ owed }) => groupKey(owed));
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

function groupKey(owed: Debt): string {
  const { event, kind, severity, service, drill }: Alert = owed.alert;
  const reason = kind === 'outage' ? null : reasonOf(owed.alert);
  return JSON.stringify([
    kind,
    reason,
    severity,
    service.environment,
    drill,
    event === 'opened' ? null : threadOf(owed),
  ]);
}
