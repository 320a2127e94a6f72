/** The incidents in a period, their durations, and the times to recovery. */

import { cluesTo } from '../../incident/clues/others-failing';
import { distinctIncidents, downMsOf, type Incident, SETTLED_KEPT } from '../../incident/incident';
import type { ServiceState } from '../../state/service-state';
import { type Period, partsOf } from './period';

type Shared = 'kind' | 'openedAt' | 'verdict' | 'reason' | 'message';

export interface ReportedIncident extends Pick<Incident, Shared> {
  /** Milliseconds since 1970; `null` if it is open. */
  readonly resolvedAt: number | null;
  /** The full duration in milliseconds, also outside the period; up to now while open. For an outage, how long the service failed. */
  readonly lengthMs: number;
  /** A fact that may explain it, in words; `null` if there is none. */
  readonly clue: string | null;
}

/** The sums of the incidents in a period. Durations are in milliseconds. */
export interface IncidentSums {
  readonly outages: number;
  /** The number of open ones. */
  readonly open: number;
  /** How long outages lasted in the period. */
  readonly outageMs: number;
  /** The full duration of the longest outage. */
  readonly longestMs: number;
  /** The number of outages that ended in the period, and the sum of their full durations. */
  readonly recovered: number;
  readonly recoveryMs: number;
  /** The numbers of incidents of the other kinds. */
  readonly conditions: number;
  readonly objectives: number;
}

export const NO_INCIDENTS: IncidentSums = {
  outages: 0,
  open: 0,
  outageMs: 0,
  longestMs: 0,
  recovered: 0,
  recoveryMs: 0,
  conditions: 0,
  objectives: 0,
};

type KnownIncidents = Pick<ServiceState, 'incidents' | 'incidentCount'>;

/** Returns the incidents that overlap the period, the earliest first, without budgets that a listed outage spent. `now` in ms since 1970. */
export function incidentsIn(state: KnownIncidents, { from, to }: Period, now: number): readonly ReportedIncident[] {
  return distinctIncidents(state)
    .filter(({ spentBy }) => spentBy.length === 0)
    .map((incident) => reported(incident, now))
    .filter(({ openedAt, resolvedAt }) => openedAt < to && (resolvedAt ?? now) >= from);
}

/** Returns whether the period may have had more incidents than are stored: only the latest are. */
export function mayLackIncidents({ incidents, incidentCount }: KnownIncidents, { from }: Period): boolean {
  const past = incidents.filter(({ over }) => over !== null);
  const [oldest] = past;
  if (oldest === undefined || past.length < SETTLED_KEPT || incidentCount <= incidents.length) return false;
  return (oldest.over?.at ?? oldest.openedAt) > from;
}

function reported(incident: Incident, now: number): ReportedIncident {
  const { kind, openedAt, over, verdict, reason, message } = incident;
  const [clue] = cluesTo(incident);
  return {
    kind,
    openedAt,
    verdict,
    reason,
    message,
    resolvedAt: over?.at ?? null,
    lengthMs: downMsOf(incident, now),
    clue: clue?.message ?? null,
  };
}

/** Returns the sums. `now` in milliseconds since 1970. */
export function sumsOf(incidents: readonly ReportedIncident[], { from, to }: Period, now: number): IncidentSums {
  const count = (kind: Incident['kind']) => incidents.filter((incident) => incident.kind === kind).length;
  const outages = incidents.filter(({ kind }) => kind === 'outage');
  const recovered = outages.filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt >= from && resolvedAt < to);
  return {
    outages: outages.length,
    open: outages.filter(({ resolvedAt }) => resolvedAt === null).length,
    outageMs: outages.reduce((sum, outage) => sum + downMsWithin(outage, { from, to }, now), 0),
    longestMs: outages.reduce((most, { lengthMs }) => Math.max(most, lengthMs), 0),
    recovered: recovered.length,
    recoveryMs: recovered.reduce((sum, { lengthMs }) => sum + lengthMs, 0),
    conditions: count('condition'),
    objectives: count('objective'),
  };
}

/** Returns how long a service was down in a period. An outage has only its total downtime stored, not when the service failed in it. */
function downMsWithin(outage: ReportedIncident, period: Period, now: number): number {
  return Math.min(outage.lengthMs, lastedMs(outage, period, now));
}

/** Returns how long an outage lasted in a period, from its beginning to its recovery. */
function lastedMs({ openedAt, resolvedAt }: ReportedIncident, { from, to }: Period, now: number): number {
  return Math.max(0, Math.min(resolvedAt ?? now, to, now) - Math.max(openedAt, from));
}

/** Returns how long outages lasted in each part of a period, in milliseconds; the sum is the same as for the whole period. */
export function downMsByPart(incidents: readonly ReportedIncident[], period: Period, now: number): readonly number[] {
  const outages = incidents.filter(({ kind }) => kind === 'outage');
  return partsOf(period).map((part) =>
    outages.reduce((sum, outage) => {
      const lasted = lastedMs(outage, period, now);
      if (lasted === 0) return sum;
      return sum + (lastedMs(outage, part, now) / lasted) * downMsWithin(outage, period, now);
    }, 0),
  );
}

export function addIncidents(left: IncidentSums, right: IncidentSums): IncidentSums {
  return {
    outages: left.outages + right.outages,
    open: left.open + right.open,
    outageMs: left.outageMs + right.outageMs,
    longestMs: Math.max(left.longestMs, right.longestMs),
    recovered: left.recovered + right.recovered,
    recoveryMs: left.recoveryMs + right.recoveryMs,
    conditions: left.conditions + right.conditions,
    objectives: left.objectives + right.objectives,
  };
}

/** Returns the mean time to recovery in milliseconds; `null` if nothing recovered. */
export function meanRecoveryMs({ recovered, recoveryMs }: IncidentSums): number | null {
  return recovered === 0 ? null : recoveryMs / recovered;
}
