/** The alerts that a service owes. They are kept with its state until they are sent; their number is bounded. */

import { isSameThing } from '../incident/incident';
import type { Alert } from '../message/alert';
import { reasonOf } from '../message/wording';
import type { OwedEnd } from '../notify/notified';

/** An alert that is not yet sent for certain. */
export interface Owed {
  readonly alert: Alert;
  /** The id of its incident, as people were notified of it. */
  readonly incident: string;
  /** The `incidentId` of another incident, if a chat shows this one in the thread of that one; otherwise `null`. */
  readonly thread: string | null;
  /** How often it was sent without an answer; then it may have arrived. */
  readonly unanswered: number;
  /** The last time that it was sent without an answer, in milliseconds since 1970; 0 for never. */
  readonly triedAt: number;
}

const MINUTE_MS = 60_000;
/** The longest pause before an alert that may have arrived is sent again. */
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;

/**
 * Adds an alert. For each incident, the outbox keeps its beginning, its end, and the newest alert between them: older
 * ones are out of date.
 */
export function owe(
  outbox: readonly Owed[],
  incident: string,
  alert: Alert,
  thread: Owed['thread'] = null,
): readonly Owed[] {
  const isOvertaken = (waiting: Owed) =>
    waiting.incident === incident &&
    (waiting.alert.event === 'reminder' ||
      (waiting.alert.event === 'updated' && (alert.event === 'updated' || alert.event === 'resolved')));
  return [...outbox.filter((waiting) => !isOvertaken(waiting)), { alert, incident, thread, unanswered: 0, triedAt: 0 }];
}

/** The alerts that are still owed after those with the given ids were sent. */
export function settle(outbox: readonly Owed[], sentIds: ReadonlySet<string>): readonly Owed[] {
  return outbox.some(({ alert }) => sentIds.has(alert.id))
    ? outbox.filter(({ alert }) => !sentIds.has(alert.id))
    : outbox;
}

/** The alerts that are still owed after the end of an incident is taken back. */
export function withoutEnd(outbox: readonly Owed[], incident: string): readonly Owed[] {
  return outbox.filter((waiting) => waiting.incident !== incident || waiting.alert.event !== 'resolved');
}

/** Whether two alerts are about the same thing (`isSameThing`), so that they must go out in their order. */
export function isAboutSame(left: Owed, right: Owed): boolean {
  const aboutOf = ({ alert }: Owed) => ({ kind: alert.kind, reason: reasonOf(alert) });
  return left.incident === right.incident || isSameThing(aboutOf(left), aboutOf(right));
}

/** The ends that are owed, oldest first. */
export function owedEnds(outbox: readonly Owed[]): readonly OwedEnd[] {
  return outbox.flatMap(
    ({
      incident,
      thread,
      alert: { event, kind, openedAt, at, failedRuns, severity, service, previous, verdict, reason, message },
    }) =>
      event === 'resolved'
        ? [
            {
              id: incident,
              thread,
              openedAt: Date.parse(openedAt),
              resolvedAt: Date.parse(at),
              ...{ kind, failedRuns, severity, environment: service.environment },
              ...(previous ?? { verdict, reason, message }),
            },
          ]
        : [],
  );
}

/**
 * Whether an alert may be sent at `now`. An alert that may have arrived is sent again in the next run, and then after
 * longer and longer pauses: a topic that accepts messages but answers late would otherwise deliver it in every run.
 */
export function isDue({ unanswered, triedAt }: Owed, now: number): boolean {
  const pause = Math.min(LONGEST_PAUSE_MS, MINUTE_MS * (2 ** (unanswered - 1) - 1));
  return unanswered === 0 || now - triedAt >= pause || now < triedAt;
}

/** An alert that was sent at `now` without an answer. */
export function unansweredAt(owed: Owed, now: number): Owed {
  return { ...owed, unanswered: owed.unanswered + 1, triedAt: now };
}
