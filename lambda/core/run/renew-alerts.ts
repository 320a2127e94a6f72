/** After all that is due: says anew what stands, to a receiver that forgets what it is not sent again. It marks nothing. */

import type { Receiver } from '../deliver/receiver';
import { noticeOf } from '../message/receiver-notice';
import type { StandingAlert } from '../message/standing-alert';
import { standingAlerts } from '../notify/standing';
import { errorMessage, type RunFailure } from '../words/run-failure';
import { resultsBy } from '../words/time-limit';
import type { CheckedService } from './checked-service';
import { newAlert } from './pending-alert';
import type { RunContext } from './run-context';

/** Never rejects; takes no longer than `limitMs`. What failed is said again in the next run, whatever is due then. */
export async function renewAlerts(
  services: readonly CheckedService[],
  receiver: Receiver,
  limitMs: number,
  run: RunContext,
): Promise<readonly RunFailure[]> {
  const { renew } = receiver;
  if (renew === undefined) return [];
  const alerts = services.flatMap((service) => standingOf(service, receiver, run));
  if (alerts.length === 0) return [];
  const count = alerts.length === 1 ? 'the alert that it knows' : `the ${alerts.length} alerts that it knows`;
  const failed = (why: string): readonly RunFailure[] => [
    { output: 'alerts', service: null, message: `${count} can't be sent again to ${receiver.id}: ${why}` },
  ];
  const renewing = renew(alerts).then(
    () => [],
    (error: unknown) => failed(errorMessage(error)),
  );
  const [failures] = await resultsBy([renewing], run.clock.elapsed() + limitMs, run.clock);
  return failures ?? failed(`no answer within ${limitMs} ms`);
}

function standingOf(service: CheckedService, receiver: Receiver, run: RunContext): readonly StandingAlert[] {
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
