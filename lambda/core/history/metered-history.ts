/** The history of a service as CloudWatch has it: averages of periods, and what can be said of the checks in them. */

import { type Incident, openIncident, type PastIncident } from '../incident/incident';
import { responseMs } from '../probe/own-figures';
import type { ServiceState } from '../state/service-state';
import type { FailureKind } from '../words/codes';
import { BUCKETS, type Rollup } from './history';

/** Times in milliseconds since 1970; `from` and `to` lie on bounds of periods. */
export interface PeriodRange {
  readonly from: number;
  readonly to: number;
  readonly periodMs: number;
}

/** What was measured of a service from `from` to before `to`. */
export interface MeteredPeriod {
  readonly from: number;
  readonly to: number;
  /** The share of checks that found it healthy, from 0 to 1. */
  readonly healthyShare: number;
  /** The mean response time in milliseconds; `null` if no answer came. */
  readonly meanMs: number | null;
  /** Megabytes; `null` if the service did not report it, or nobody asked for it. */
  readonly memoryUsedMb: number | null;
}

export interface HistoryWanted {
  /** The ids of services. */
  readonly services: readonly string[];
  readonly range: PeriodRange;
  /** Whether the memory that services report is wanted too: one more metric for each service. */
  readonly memory: boolean;
}

/** The periods in which a service was checked, oldest first, by its id. */
export type MeteredHistory = ReadonlyMap<string, readonly MeteredPeriod[]>;

/** Asks CloudWatch. Rejects if not all has arrived within the time of one call. */
export type ReadHistory = (wanted: HistoryWanted) => Promise<MeteredHistory>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** CloudWatch takes no longer period. */
const STEPS_MS = [
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR_MS),
];

/** How long CloudWatch keeps the finest, the middle and the coarsest of its points, and how far apart these are. */
const RETENTION = [
  { days: 15, stepMs: MINUTE_MS },
  { days: 63, stepMs: 5 * MINUTE_MS },
  { days: 455, stepMs: HOUR_MS },
] as const;

/** The earliest time of which CloudWatch may know anything. */
export function earliestMetered(now: number): number {
  return now - RETENTION[2].days * DAY_MS;
}

/**
 * The periods in which to ask CloudWatch for the time from `from` to `to`: about as many as a view draws, none shorter than the interval
 * of the checks, and none finer than what CloudWatch still has of the range's beginning.
 */
export function periodsOf(from: number, to: number, intervalMs: number, now: number): PeriodRange {
  // The beginning is rounded down by a day at most.
  const kept = RETENTION.find(({ days }) => now - from <= (days - 1) * DAY_MS) ?? RETENTION[2];
  const periodMs =
    [intervalMs, ...STEPS_MS]
      .filter((step) => step >= intervalMs && step % kept.stepMs === 0)
      .sort((left, right) => left - right)
      .find((step) => to - from <= BUCKETS * step) ?? DAY_MS;
  return { from: Math.floor(from / periodMs) * periodMs, to: Math.ceil(to / periodMs) * periodMs, periodMs };
}

/** The incidents that failures in a period may belong to. */
export type Incidents = Pick<ServiceState, 'open' | 'past'>;

/** The number of checks follows from the interval; a period that has not ended yet is counted until now. */
export function rollupOfPeriod(
  period: MeteredPeriod,
  incidents: Incidents,
  { intervalMs, now }: { readonly intervalMs: number; readonly now: number },
): Rollup {
  const { from, healthyShare, meanMs, memoryUsedMb } = period;
  const to = Math.max(from, Math.min(period.to, now));
  const checks = Math.max(1, Math.round((to - from) / intervalMs));
  const failed = healthyShare < 1 ? Math.min(checks, Math.max(1, Math.round((1 - healthyShare) * checks))) : 0;
  const { kind, reason } = failureOf(period, incidents);
  return {
    ...{ from, to, checks, meanMs, memoryUsedMb },
    failures: failed === 0 ? {} : { [kind]: failed },
    // If there were several checks, only their mean was asked for.
    maxMs: checks === 1 ? meanMs : null,
    reason: checks === 1 && failed === 1 ? reason : null,
  };
}

/**
 * Of what kind the failures of a period were. Its average doesn't say. It is certain if no answer came; otherwise the
 * incident at that time says it; without an incident it is `unhealthy`.
 */
export function failureOf(
  { from, to, healthyShare, meanMs }: Omit<MeteredPeriod, 'memoryUsedMb'>,
  { open, past }: Incidents,
): { readonly kind: FailureKind; readonly reason: string } {
  const ended = past.findLast(({ openedAt, resolvedAt }) => openedAt < to && resolvedAt > from);
  const outage = openIncident({ open }, 'outage');
  const incident: Incident | PastIncident | undefined = outage !== null && outage.openedAt < to ? outage : ended;
  const unanswered = healthyShare === 0 && meanMs === null;
  if (incident && incident.verdict !== 'healthy' && (!unanswered || incident.verdict === 'unreachable')) {
    return { kind: incident.verdict, reason: incident.reason };
  }
  const kind = unanswered ? 'unreachable' : 'unhealthy';
  return { kind, reason: kind };
}

/** When a service was checked last, and how long its answer took then. */
export interface LastSeen {
  /** Milliseconds since 1970; `null` if it has never been checked. */
  readonly checkedAt: number | null;
  /** `null` if no answer came. */
  readonly responseMs: number | null;
}

/**
 * While a service is well, its state is saved every few minutes only; in between the metrics say that it is still well.
 * They say nothing else: if they have seen a failure that the state does not know of, the state is not confirmed.
 */
export function lastSeen(state: Pick<ServiceState, 'latest'> | null, periods: readonly MeteredPeriod[]): LastSeen {
  const latest = state?.latest ?? null;
  const metered = periods.at(-1);
  if (latest === null) return { checkedAt: metered?.from ?? null, responseMs: metered?.meanMs ?? null };
  if (metered && metered.from > latest.at && metered.healthyShare === 1 && latest.kind === 'healthy') {
    return { checkedAt: metered.from, responseMs: metered.meanMs };
  }
  return { checkedAt: latest.at, responseMs: responseMs(latest) };
}
