/** The findings of a drill: how long its alerts took, the answer of each receiver, and whether everything was removed. Pure. */

import type { Config } from '../../lambda/core/config/config';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import type { Notified } from '../../lambda/core/notify/notified';
import type { DrillRequest } from '../../lambda/core/silences/drill-request';
import { DRILL_RUNS } from '../../lambda/core/state/drill-state';
import type { Facts } from '../doctor/facts';
import { type Finding, failed, ok, skipped } from '../doctor/finding';
import { shownSeconds } from '../doctor/reports';
import { type DrillLimits, type DrillOutcome, incidentOf } from './conduct-drill';

/** For a run itself, with its retries, and for SNS and SQS, in milliseconds. */
const SLACK_MS = 90_000;

/** `policy` is that of the service whose name the drill uses. */
export function limitsOf(
  { intervalMs }: Pick<Config, 'intervalMs'>,
  policy: { readonly failureThreshold: number; readonly successThreshold: number },
): DrillLimits {
  const failing = Math.max(DRILL_RUNS, policy.failureThreshold);
  return {
    openedMs: policy.failureThreshold * intervalMs + SLACK_MS,
    resolvedMs: (failing + policy.successThreshold) * intervalMs + SLACK_MS,
  };
}

export function drillFindings(
  outcome: DrillOutcome,
  { drill, receivers, limits }: { drill: DrillRequest; receivers: readonly string[]; limits: DrillLimits },
  known: Facts['receivers'],
): readonly Finding[] {
  const { openedMs, resolvedMs, state } = outcome;
  const incident = state && incidentOf(state, drill);
  const records = (incident && state?.notified[incident.id]) ?? {};
  const refusalOf = (receiver: string) =>
    known.kind === 'known' ? (known.value.find(({ id }) => id === receiver)?.refusal?.message ?? null) : null;
  return [
    state === null
      ? failed('drill', `no scheduled run picked up the drill within ${shownSeconds(limits.openedMs)}`)
      : ok('drill', 'the scheduled runs picked up the drill'),
    arrivedFinding('opened', openedMs, limits.openedMs),
    arrivedFinding('resolved', resolvedMs, limits.resolvedMs),
    ...receivers.map((id) => receiverFinding(id, records[id] ?? null, refusalOf(id), drill)),
  ];
}

function arrivedFinding(event: 'opened' | 'resolved', tookMs: number | null, limitMs: number): Finding {
  const limit = shownSeconds(limitMs);
  if (tookMs === null) return failed(event, `the alert "${event}" did not arrive within ${limit}`);
  const text = `the alert "${event}" arrived after ${shownSeconds(tookMs)}; the limit is ${limit}`;
  return tookMs <= limitMs ? ok(event, text, tookMs) : failed(event, text);
}

/** `record` is what the receiver knows of the drill; `null` if nothing was ever due to it. */
function receiverFinding(id: string, record: Notified | null, refusal: string | null, drill: DrillRequest): Finding {
  const about = id === TOPIC ? 'topic' : `receiver ${id}`;
  if (record?.over != null) return acceptedFinding(about, record, drill);
  if (record === null || record.due === null) {
    const which = drill.service === null ? 'the sample service' : 'this service';
    return skipped(about, `nothing is due to it: its filter excludes ${which}, or a silence holds it back`);
  }
  if (refusal !== null) return failed(about, `it rejects alerts: ${refusal}`);
  if (record.tried !== null) return failed(about, 'it was sent an alert and did not answer');
  if (record.opened === null) return failed(about, 'it did not accept the alert: the log of the checker says why');
  return failed(about, 'it accepted the alert, but not its recovery');
}

function acceptedFinding(about: string, { sent }: Notified, { from }: DrillRequest): Finding {
  if (sent === null) return skipped(about, 'its filter excludes these events');
  const tookMs = Math.max(0, sent.first.sentAt - from);
  const what =
    sent.count === 1 ? `it accepted the alert "${sent.first.event}"` : 'it accepted the alert and its recovery';
  return ok(about, `${what}; the run that sent it began after ${shownSeconds(tookMs)}`, tookMs);
}

/** Says what is left, or that nothing is. */
export function removalFinding({ removal }: Pick<DrillOutcome, 'removal'>, deployment: string): Finding {
  if (removal.failed.length === 0) return ok('cleanup', 'everything that verify created is removed');
  return failed(
    'cleanup',
    `not removed: ${removal.failed.join('; ')}`,
    `Run "statuswatch verify --deployed ${deployment} --cleanup".`,
  );
}
