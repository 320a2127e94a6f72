/** Re-sends open alerts to a receiver that expires them, after everything that is due was sent. Changes no state. */

import type { Receiver } from '../deliver/receiver';
import { noticeOf } from '../message/receiver-notice';
import type { StandingAlert } from '../message/standing-alert';
import { standingAlerts } from '../notify/standing';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { resultsBy } from '../words/time-limit';
import type { CheckedService } from './checked-service';
import { newAlert } from './pending-alert';
import type { Sending } from './run-context';

/** The answer of a receiver to what it was sent again. */
export interface Renewal {
  /** Why it was refused; `null` if it was accepted, or if it was about incidents that are over: no later alert would clear that fault. */
  readonly fault: string | null;
  readonly failures: readonly RunFailure[];
}

/**
 * Resolves to `null` if no incident is open. Never rejects; takes no longer than `limitMs`. What failed is re-sent in the next run, whatever is due
 * then.
 */
export async function renewAlerts(
  services: readonly CheckedService[],
  receiver: Receiver,
  limitMs: number,
  run: Sending,
): Promise<Renewal | null> {
  const { renew } = receiver;
  if (renew === undefined) return null;
  const alerts = services.flatMap((service) => dueStandingAlerts(service, receiver, run));
  if (alerts.length === 0) return null;
  const count = alerts.length === 1 ? 'the alert that it knows' : `the ${alerts.length} alerts that it knows`;
  const isOpen = alerts.some(({ alert }) => alert.event !== 'resolved');
  const failed = (why: string): Renewal => {
    const message = `${count} can't be sent again to ${receiver.id}: ${why}`;
    return { fault: isOpen ? why : null, failures: [{ output: 'alerts', service: null, message }] };
  };
  const renewing = renew(alerts).then(
    (): Renewal => ({ fault: null, failures: [] }),
    (error: unknown) => failed(errorMessage(error)),
  );
  const [renewal] = await resultsBy([renewing], run.clock.elapsed() + limitMs, run.clock);
  return renewal ?? failed(`no answer within ${limitMs} ms`);
}

function dueStandingAlerts(service: CheckedService, receiver: Receiver, run: Sending): readonly StandingAlert[] {
  const { state } = service.snapshot;
  if (state.incidents.length === 0) return [];
  const standing = standingAlerts(state, { receiver: receiver.id, now: service.now, runSince: run.startedAt });
  return standing.map((due) => {
    const alert = newAlert(due, service, receiver, run);
    const { subject } = due.incident;
    return {
      alert,
      serviceGroup: run.groups.get(service.id) ?? null,
      notice: subject === null ? null : noticeOf(alert, subject, run.outputs.links),
    };
  });
}
