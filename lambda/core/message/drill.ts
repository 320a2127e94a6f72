/** A drill: alerts about an outage that did not happen, clearly labelled, sent along the real path to people. */

import type { Service } from '../config/config';
import type { Finding } from '../incident/incident';
import { follow, UNKNOWN } from '../notify/follow';
import { type Alert, type AlertContext, alertOf } from './alert';

const POLICY = { failureThreshold: 1, successThreshold: 1, remindEveryMs: null };

const FAILING: Finding = {
  kind: 'unhealthy',
  reason: 'http_503',
  message: 'a drill: nothing is wrong, and nobody has to do anything',
  httpStatus: 503,
  errorCode: null,
  report: null,
};
const WELL: Finding = { ...FAILING, kind: 'healthy', reason: 'ok', message: 'healthy', httpStatus: 200 };

/** The two alerts of a drill, `opened` and `resolved`, made by the same code as real alerts. `now` as for `advance`. */
export function drillAlerts(
  service: Service,
  context: Pick<AlertContext, 'deployment' | 'links'>,
  now: number,
): readonly Alert[] {
  const options = { policy: POLICY, subject: service, now };
  const begun = follow(UNKNOWN, FAILING, options);
  const over = follow(begun.state, WELL, options);
  return [...begun.due, ...over.due].map((due) =>
    alertOf(
      { ...due, lastHealthy: null, incident: { ...due.incident, id: `drill-${due.incident.id}` } },
      { ...context, service, timings: null, drill: true },
    ),
  );
}
