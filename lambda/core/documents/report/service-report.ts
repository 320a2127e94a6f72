/** The report of a service. */

import type { Service } from '../../config/config';
import { type Bucket, countedChecks, type FirstCheck, failedChecks, firstCheckIn, sumUp } from '../../history/bucket';
import { CHANGES_KEPT } from '../../history/service-change';
import type { Standing } from '../../incident/objectives/standing';
import { NEW_STATE, type ServiceState } from '../../state/service-state';
import { type Percentiles, percentilesOf } from '../../words/response-times';
import { type Period, periodBefore } from './period';
import { periodStandings } from './period-standings';
import {
  downMsByPart,
  type IncidentSums,
  incidentsIn,
  mayLackIncidents,
  type ReportedIncident,
  sumsOf,
} from './reported-incidents';

export interface ServiceReport {
  readonly id: string;
  /** All checks in the period, and in the previous period. */
  readonly whole: Bucket;
  readonly before: Bucket;
  /** The first recorded check of the service; `null` without data for both periods. */
  readonly knownSince: FirstCheck | null;
  /** The standing of each aim, counted over the period; empty without an objective, or if nothing counts. */
  readonly standings: readonly Standing[];
  /** The recorded incidents, the earliest first. */
  readonly incidents: readonly ReportedIncident[];
  readonly incidentSums: IncidentSums;
  /** How long outages lasted in each part of the period, in milliseconds. */
  readonly downMs: readonly number[];
  /** Whether there may have been more incidents than are stored. */
  readonly mayLackIncidents: boolean;
  /** The same figures for the previous period. */
  readonly standingsBefore: readonly Standing[];
  readonly incidentSumsBefore: IncidentSums;
  readonly mayLackIncidentsBefore: boolean;
  /** The version of the last healthy report, whenever that was; `null` if it is not recorded. */
  readonly version: string | null;
  /** The version at the end of the period; `null` if it is not recorded. */
  readonly versionAtEnd: string | null;
  /** The versions recorded in the period, in order; none if it did not change. */
  readonly versions: readonly string[];
}

export interface ServiceHistory {
  readonly service: Pick<Service, 'id' | 'objective'>;
  /** `null` if it has never been checked. */
  readonly state: ServiceState | null;
  /** The buckets of the period, and of the previous period. */
  readonly buckets: readonly Bucket[];
  readonly before: readonly Bucket[];
}

/** Returns the report of a service. `now` in milliseconds since 1970. */
export function serviceReport(
  { service, state, buckets, before }: ServiceHistory,
  period: Period,
  now: number,
): ServiceReport {
  const earlier = periodBefore(period);
  const kept = state ?? NEW_STATE;
  const whole = sumUp(buckets, period.from, period.to);
  const incidents = incidentsIn(kept, period, now);
  const first = [...before, ...buckets].find(({ checks }) => checks > 0);
  const knownSince = first === undefined ? null : knownSinceOf(first, kept.history.since);
  const changes = kept.changes.flatMap(({ at, version }) =>
    version !== null && at >= period.from && at < period.to ? [version] : [],
  );
  return {
    id: service.id,
    whole,
    before: sumUp(before, earlier.from, earlier.to),
    knownSince,
    standings: periodStandings(service.objective, buckets, period, now, {
      counters: kept.history.counters,
      knownSince,
    }),
    incidents,
    incidentSums: sumsOf(incidents, period, now),
    downMs: downMsByPart(incidents, period, now),
    mayLackIncidents: mayLackIncidents(kept, period),
    standingsBefore: periodStandings(service.objective, before, earlier, now, {
      counters: kept.history.counters,
      knownSince,
    }),
    incidentSumsBefore: sumsOf(incidentsIn(kept, earlier, now), earlier, now),
    mayLackIncidentsBefore: mayLackIncidents(kept, earlier),
    version: kept.lastHealthy?.version ?? null,
    versionAtEnd: versionAt(kept, period.to),
    versions: changes.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to])),
  };
}

/** Returns the first recorded check; `since` is the first check in the service's state. */
function knownSinceOf(first: Bucket, since: number | null): FirstCheck {
  if (since !== null && since < first.from) return { from: since, to: since };
  return firstCheckIn(first, since);
}

/** Returns the version just before `time`: the one that the next change replaced, or the last one without a change. */
function versionAt({ changes, lastHealthy }: ServiceState, time: number): string | null {
  const [oldest] = changes;
  const areLost = changes.length >= CHANGES_KEPT && oldest !== undefined && oldest.at >= time;
  if (areLost) return null;
  const next = changes.find(({ at, version }) => at >= time && version !== null);
  return next?.version?.from ?? lastHealthy?.version ?? null;
}

/** Returns the share of healthy checks outside planned maintenance, from 0 to 1; `null` if there were none. */
export function availabilityOf(whole: Bucket): number | null {
  const counted = countedChecks(whole);
  return counted.checks === 0 ? null : 1 - failedChecks(counted) / counted.checks;
}

/** Returns the change in response times: 0.1 is a tenth slower than in the previous period. */
export function changeOf({ whole, before }: Pick<ServiceReport, 'whole' | 'before'>): Percentiles | null {
  const now = percentilesOf(whole.times);
  const then = percentilesOf(before.times);
  if (now === null || then === null) return null;
  return { p50: now.p50 / then.p50 - 1, p95: now.p95 / then.p95 - 1, p99: now.p99 / then.p99 - 1 };
}

/** Sorts the worst first: by the lowest availability, the longest downtime, then by id; services without data come last. */
export function byWorst(left: ServiceReport, right: ServiceReport): number {
  const shares = (availabilityOf(left.whole) ?? 2) - (availabilityOf(right.whole) ?? 2);
  if (shares !== 0) return shares;
  const lengths = right.incidentSums.outageMs - left.incidentSums.outageMs;
  if (lengths !== 0) return lengths;
  return left.id < right.id ? -1 : 1;
}
