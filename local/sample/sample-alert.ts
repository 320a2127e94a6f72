/** Alerts of a made-up incident, made by the code that makes the real ones. */

import type { Config, Service } from '../../lambda/core/config/config';
import type { Finding } from '../../lambda/core/incident/incident';
import { changeBetween, type ServiceChange } from '../../lambda/core/incident/service-change';
import { type Alert, alertOf } from '../../lambda/core/message/alert';
import type { DueAlert } from '../../lambda/core/notify/due-alert';
import { follow, UNKNOWN } from '../../lambda/core/notify/follow';
import type { EventKind } from '../../lambda/core/words/codes';

const MINUTE_MS = 60_000;
const POLICY = { failureThreshold: 1, successThreshold: 2, remindEveryMs: 4 * 60 * MINUTE_MS };

const TIMINGS = { dnsMs: 2.1, connectMs: 8.4, tlsMs: 19.7, firstByteMs: 31.2, downloadMs: 0.6, totalMs: 62 };

/** The alert of `event` as it would be sent for `service`; the incident began `2026-11-21T09:30:00Z`. */
export function sampleAlert(
  event: EventKind,
  service: Service,
  { name, runbook }: Pick<Config, 'name' | 'runbook'>,
): Alert {
  const { events, changes } = story(service);
  const found = events.find((due) => due.event === event);
  if (!found) throw new Error(`the sample story has no event ${event}`);
  return alertOf(found, {
    deployment: name,
    service,
    timings: TIMINGS,
    changes,
    links: { dashboard: null, logs: null, runbook },
  });
}

/** The story: well, connections refused, then 503 for hours, then well again in another version. */
function story(service: Service): { readonly events: DueAlert[]; readonly changes: ServiceChange[] } {
  const report = {
    status: 'healthy',
    service: service.expectService,
    timestamp: '2026-11-21T09:29:00.000Z',
    environment: 'production',
    version: '2.4.1',
    uptime: 273_600,
    memory: { used: 312.4, total: 512 },
    others: {},
  } as const;
  const answered = { httpStatus: 200, errorCode: null, report };
  const healthy: Finding = { kind: 'healthy', reason: 'ok', message: 'healthy', ...answered };
  const down: Finding = {
    kind: 'unreachable',
    reason: 'connection_refused',
    message: 'the connection was refused (ECONNREFUSED 10.0.4.17:8443)',
    httpStatus: null,
    errorCode: 'ECONNREFUSED',
    report: null,
  };
  const failing: Finding = {
    kind: 'unhealthy',
    reason: 'http_503',
    message: 'answered 503: Service temporarily unavailable',
    httpStatus: 503,
    errorCode: null,
    report: null,
  };
  const start = Date.parse('2026-11-21T09:30:00.000Z');
  const steps: [minute: number, finding: Finding][] = [
    [-1, healthy],
    [0, down],
    [4, failing],
    [244, failing],
    [251, { ...healthy, report: { ...report, version: '2.4.2', uptime: 61 } }],
    [252, { ...healthy, report: { ...report, version: '2.4.2', uptime: 121 } }],
  ];
  const changes: ServiceChange[] = [];
  let state = UNKNOWN;
  const events = steps.flatMap(([minute, finding]) => {
    const now = start + minute * MINUTE_MS;
    const change = changeBetween(state.lastHealthy, finding.report, now);
    if (change !== null) changes.push(change);
    const run = follow(state, finding, { policy: POLICY, subject: service, now });
    state = run.state;
    return run.due;
  });
  return { events, changes };
}
