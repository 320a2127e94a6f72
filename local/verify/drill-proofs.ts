/** What a drill has shown: how long its alerts took, the answer of each receiver, and whether all was removed. Pure. */

import type { Config } from '../../lambda/core/config/config';
import type { PulseName } from '../../lambda/core/config/pulse';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import type { Notified } from '../../lambda/core/notify/notified';
import type { DrillRequest } from '../../lambda/core/silences/drill-request';
import { DRILL_RUNS } from '../../lambda/core/state/drill-state';
import { describeDuration } from '../../lambda/core/words/duration';
import { type DrillLimits, type DrillOutcome, incidentOf } from './conduct-drill';
import { leftOut, notProven, type Proof, proven } from './proof';

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

export function drillProofs(
  outcome: DrillOutcome,
  { drill, receivers, limits }: { drill: DrillRequest; receivers: readonly string[]; limits: DrillLimits },
  refusals: ReadonlyMap<string, string>,
): readonly Proof[] {
  const { openedMs, resolvedMs, state } = outcome;
  const incident = state && incidentOf(state, drill);
  const records = (incident && state?.notified[incident.id]) ?? {};
  return [
    state === null ? notTaken(limits) : proven('runs', 'the scheduled runs have taken the drill'),
    arrived('opened', openedMs, limits.openedMs),
    arrived('resolved', resolvedMs, limits.resolvedMs),
    ...receivers.map((id) => receiverProof(id, records[id] ?? null, refusals.get(id) ?? null, drill)),
  ];
}

function notTaken({ openedMs }: DrillLimits): Proof {
  const text = `no scheduled run has taken the drill within ${shown(openedMs)}: is the schedule enabled, is the service deployed, and is this version of statuswatch? "statuswatch doctor" looks`;
  return notProven('runs', text);
}

function arrived(event: 'opened' | 'resolved', tookMs: number | null, limitMs: number): Proof {
  if (tookMs === null) return notProven(event, `the alert "${event}" has not arrived within ${shown(limitMs)}`);
  const text = `the alert "${event}" arrived after ${shown(tookMs)}`;
  return tookMs <= limitMs
    ? proven(event, `${text}; at most it may take ${shown(limitMs)}`, tookMs)
    : notProven(event, `${text}, which is more than ${shown(limitMs)}`);
}

/** `record` is what the receiver knows of the drill; `null` if nothing was ever due to it. */
function receiverProof(id: string, record: Notified | null, refusal: string | null, drill: DrillRequest): Proof {
  const about = id === TOPIC ? 'topic' : `receiver ${id}`;
  if (record === null || record.due === null) {
    if (record?.over != null) return taken(about, record, drill);
    const which = drill.service === null ? 'a sample service, which belongs to none of its services' : 'this service';
    return leftOut(about, `nothing is due to it: its filter leaves ${which} out, or a silence holds it back`);
  }
  if (record.over !== null) return taken(about, record, drill);
  if (refusal !== null) return notProven(about, `it refuses what it is sent: ${refusal}`);
  if (record.tried !== null) return notProven(about, 'it was sent an alert and has not answered');
  if (record.opened === null) return notProven(about, 'it has not taken the alert: the log of the checker says why');
  return notProven(about, 'it has taken the alert, and not its end');
}

function taken(about: string, { sent }: Notified, { from }: DrillRequest): Proof {
  if (sent === null)
    return leftOut(about, 'it is sent neither the beginning nor the end: its filter leaves these events out');
  const tookMs = Math.max(0, sent.first.sentAt - from);
  const what = sent.count === 1 ? `it has taken the alert "${sent.first.event}"` : 'it has taken the alert and its end';
  return proven(about, `${what}; the run that sent it began after ${shown(tookMs)}`, tookMs);
}

/** Of a pulse that is delivered nothing is kept: only somebody elsewhere knows when it was heard last. */
export function pulseProofs(pulses: readonly PulseName[], refusals: ReadonlyMap<string, string>): readonly Proof[] {
  return pulses.map(({ id, record }) => {
    const refusal = refusals.get(record);
    return refusal === undefined
      ? proven(`pulse ${id}`, 'each run that did what it should has delivered it')
      : notProven(`pulse ${id}`, `it is not delivered: ${refusal}`);
  });
}

/** What is left, or that nothing is. */
export function removalProof({ removal: { failed } }: Pick<DrillOutcome, 'removal'>, deployment: string): Proof {
  if (failed.length === 0) return proven('cleanup', 'all that was made for this is removed');
  return notProven(
    'cleanup',
    `not removed: ${failed.join('; ')}. Try "statuswatch verify --deployed ${deployment} --cleanup"`,
  );
}

export function shown(milliseconds: number): string {
  return describeDuration(Math.round(milliseconds / 1_000) * 1_000);
}
