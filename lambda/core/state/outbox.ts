/** The alerts that a service owes: kept with its state until they are sent, and bounded however long that takes. */

import type { Alert } from '../message/alert';
import type { OwedEnd } from '../notify/notify';

/** An alert on its way to people. */
export interface Owed {
  readonly alert: Alert;
  /** The id of its incident, as people know it. */
  readonly incident: string;
  /** How often it was sent without an answer: it may have arrived. */
  readonly unanswered: number;
  /** When that was last, in milliseconds since 1970; 0 for never. */
  readonly triedAt: number;
}

const MINUTE_MS = 60_000;
/** The longest pause before an alert that may have arrived is sent once more. */
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;

/**
 * Adds an alert. Of one incident its beginning, its end, and the newest of what lies between are kept: what came
 * before has been overtaken.
 */
export function owe(outbox: readonly Owed[], incident: string, alert: Alert): readonly Owed[] {
  const isOvertaken = (waiting: Owed) =>
    waiting.incident === incident &&
    (waiting.alert.event === 'reminder' ||
      (waiting.alert.event === 'updated' && (alert.event === 'updated' || alert.event === 'resolved')));
  return [...outbox.filter((waiting) => !isOvertaken(waiting)), { alert, incident, unanswered: 0, triedAt: 0 }];
}

/** What is still owed when the alerts with the given ids have been sent. */
export function settle(outbox: readonly Owed[], sentIds: ReadonlySet<string>): readonly Owed[] {
  return outbox.some(({ alert }) => sentIds.has(alert.id))
    ? outbox.filter(({ alert }) => !sentIds.has(alert.id))
    : outbox;
}

/** What is still owed when the end of an incident is taken back. */
export function withoutEnd(outbox: readonly Owed[], incident: string): readonly Owed[] {
  return outbox.filter((waiting) => waiting.incident !== incident || waiting.alert.event !== 'resolved');
}

/** The ends that are owed, the oldest first. */
export function owedEnds(outbox: readonly Owed[]): readonly OwedEnd[] {
  return outbox.flatMap(
    ({ incident, alert: { event, openedAt, at, failedRuns, previous, verdict, reason, message } }) =>
      event === 'resolved'
        ? [
            {
              id: incident,
              openedAt: Date.parse(openedAt),
              resolvedAt: Date.parse(at),
              failedRuns,
              ...(previous ?? { verdict, reason, message }),
            },
          ]
        : [],
  );
}

/**
 * Whether an alert may be sent at `now`. One that may have arrived is sent once more in the next run, and then waits,
 * longer each time: a topic that takes messages and answers late would otherwise deliver one alert in every run.
 */
export function isDue({ unanswered, triedAt }: Owed, now: number): boolean {
  const pause = Math.min(LONGEST_PAUSE_MS, MINUTE_MS * (2 ** (unanswered - 1) - 1));
  return unanswered === 0 || now - triedAt >= pause || now < triedAt;
}

/** An alert that was sent at `now` without an answer. */
export function unansweredAt(owed: Owed, now: number): Owed {
  return { ...owed, unanswered: owed.unanswered + 1, triedAt: now };
}
