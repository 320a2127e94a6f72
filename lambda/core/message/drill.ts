/** A drill: clearly labelled alerts about an outage that did not happen, sent to people like real ones. */

import type { Service } from '../config/config';
import { advanceOutage } from '../incident/advance-outage';
import { type Finding, INITIAL_STATE, openOutage } from '../incident/incident';
import { type Alert, type AlertContext, alertOf } from './alert';

const MINUTE_MS = 60_000;
const POLICY = { failureThreshold: 1, successThreshold: 1 };

/** The finding of each failing run of a drill. */
export const DRILL_FAILING: Finding = {
  kind: 'unhealthy',
  reason: 'http_503',
  message: 'a drill: no action needed',
  httpStatus: 503,
  errorCode: null,
  report: null,
};
export const DRILL_WELL: Finding = {
  ...DRILL_FAILING,
  kind: 'healthy',
  reason: 'ok',
  message: 'healthy',
  httpStatus: 200,
};

/** Returns the two alerts of a drill, `opened` and `resolved`, made by the same code as real alerts. `now` as for `advance`. */
export function drillAlerts(
  service: Service,
  context: Pick<AlertContext, 'deployment' | 'links'>,
  now: number,
): readonly Alert[] {
  const options = { policy: POLICY, subject: service, url: service.statusUrl, intervalMs: MINUTE_MS, now };
  const begun = advanceOutage({ ...INITIAL_STATE, changes: [] }, DRILL_FAILING, options);
  const over = advanceOutage(begun, DRILL_WELL, { ...options, now: now + 1 });
  const alerts = [openOutage(begun), over.incidents[0]].flatMap((incident) =>
    incident == null ? [] : [{ ...incident, id: `drill-${incident.id}` }],
  );
  return alerts.map((incident) => {
    const event = incident.over === null ? 'opened' : 'resolved';
    const { verdict, reason, message } = incident;
    const previous = event === 'opened' ? null : { verdict, reason, message };
    const due = {
      event,
      at: now,
      incident,
      nth: 1,
      news: null,
      previous,
      lastHealthy: null,
      episode: null,
      omitted: 0,
    } as const;
    return alertOf(due, { ...context, service, timings: null, drill: true });
  });
}

/** Adds a code to a drill's alert that a person can type back. The recovery needs none. */
export function withDrillCode(alert: Alert, code: string): Alert {
  if (alert.event !== 'opened') return alert;
  const note = ` (code ${code})`;
  return { ...alert, message: `${alert.message}${note}`, summary: `${alert.summary}${note}` };
}
