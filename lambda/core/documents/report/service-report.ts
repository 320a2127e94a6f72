/** The figures of a service in a report, its incidents and its objectives: its document and the totals are made from them. */

import type { Objective } from '../../config/config';
import { type Bucket, firstCheckIn, sumUp } from '../../history/bucket';
import { CHANGES_KEPT } from '../../history/service-change';
import type { SloCounters } from '../../history/slo-counters';
import { cluesTo } from '../../incident/clues/others-failing';
import { distinctIncidents, downMsOf, type Incident, SETTLED_KEPT } from '../../incident/incident';
import {
  type Aim,
  aimsOf,
  countedSince,
  countsOfBucket,
  type Standing,
  standingOf,
} from '../../incident/objectives/standing';
import { NEW_STATE, type ServiceState } from '../../state/service-state';
import { type SingleAnswers, withSingles } from '../facts/single-answers';
import { type Period, periodBefore, type ServiceHistory } from './period';

/** The figures of a service over a period. */
export interface PeriodFigures {
  readonly period: Period;
  /** All checks. */
  readonly whole: Bucket & SingleAnswers;
  /** The recorded incidents, the earliest first. */
  readonly incidents: readonly ReportedIncident[];
  /** Whether there may have been more incidents than are stored. */
  readonly mayLackIncidents: boolean;
  /** The standing of each aim, counted over the period; empty without an objective, or if nothing counts. */
  readonly standings: readonly Standing[];
}

export interface ServiceReport extends PeriodFigures {
  readonly id: string;
  /** The figures of the previous period. */
  readonly before: PeriodFigures;
  /** The first recorded check of the service, in milliseconds since 1970; `null` without data for both periods. */
  readonly knownSince: number | null;
  /** The version at the end of the period; `null` if it is not recorded. */
  readonly versionAtEnd: string | null;
  /** The versions recorded in the period, in order; none if it did not change. */
  readonly versions: readonly string[];
}

/** Returns the report of a service. `now` in milliseconds since 1970. */
export function serviceReport(
  { service, state, buckets, before }: ServiceHistory,
  period: Period,
  now: number,
): ServiceReport {
  const kept = state ?? NEW_STATE;
  const { counters, since } = kept.history;
  const first = [...before, ...buckets].find(({ checks }) => checks > 0);
  const knownSince = first === undefined ? null : knownSinceOf(first, since);
  const figuresIn = (span: Period, all: readonly Bucket[]): PeriodFigures => ({
    period: span,
    whole: withSingles(sumUp(all, span.from, span.to), kept.history.checks),
    incidents: incidentsIn(kept, span, now),
    mayLackIncidents: mayLackIncidents(kept, span),
    standings: periodStandings(service.objective, all, span, now, { counters, knownSince }),
  });
  const changes = kept.changes.flatMap(({ at, version }) =>
    version !== null && at >= period.from && at < period.to ? [version] : [],
  );
  return {
    id: service.id,
    ...figuresIn(period, buckets),
    before: figuresIn(periodBefore(period), before),
    knownSince,
    versionAtEnd: versionAt(kept, period.to),
    versions: changes.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to])),
  };
}

/** Returns the first recorded check; `since` is the first check in the service's state. */
function knownSinceOf(first: Bucket, since: number | null): number {
  return since !== null && since < first.from ? since : firstCheckIn(first, since);
}

/** Returns the version just before `time`: the one that the next change replaced, or the last one without a change. */
function versionAt({ changes, lastHealthy }: ServiceState, time: number): string | null {
  const [oldest] = changes;
  const areLost = changes.length >= CHANGES_KEPT && oldest !== undefined && oldest.at >= time;
  if (areLost) return null;
  const next = changes.find(({ at, version }) => at >= time && version !== null);
  return next?.version?.from ?? lastHealthy?.version ?? null;
}

type Shared = 'kind' | 'openedAt' | 'verdict' | 'reason' | 'message';

export interface ReportedIncident extends Pick<Incident, Shared> {
  /** Milliseconds since 1970; `null` if it is open. */
  readonly resolvedAt: number | null;
  /** The full duration in milliseconds, also outside the period; up to now while open. For an outage, how long the service failed. */
  readonly lengthMs: number;
  /** A fact that may explain it, in words; `null` if there is none. */
  readonly clue: string | null;
}

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
  const clue = cluesTo(incident)[0]?.message ?? null;
  return {
    kind,
    openedAt,
    verdict,
    reason,
    message,
    resolvedAt: over?.at ?? null,
    lengthMs: downMsOf(incident, now),
    clue,
  };
}

/**
 * Returns how long services were down in a part of a period, in milliseconds. An outage has only its total downtime stored, not when the
 * service failed in it, so its downtime in the period is spread evenly.
 */
export function downMsIn(part: Period, incidents: readonly ReportedIncident[], period: Period, now: number): number {
  return incidents.reduce((sum, incident) => {
    const lasted = incident.kind === 'outage' ? lastedMs(incident, period, now) : 0;
    return lasted === 0 ? sum : sum + (lastedMs(incident, part, now) / lasted) * Math.min(incident.lengthMs, lasted);
  }, 0);
}

/** Returns how long an outage lasted in a period, from its beginning to its recovery. */
function lastedMs({ openedAt, resolvedAt }: ReportedIncident, { from, to }: Period, now: number): number {
  return Math.max(0, Math.min(resolvedAt ?? now, to, now) - Math.max(openedAt, from));
}

/**
 * Returns a standing for each aim that has checks. `buckets` cover the period, oldest first, and `now` is in milliseconds since 1970.
 * `counters` and `knownSince` say when within the first bucket checks began: an hour that was checked for two minutes did not fail for
 * longer.
 */
export function periodStandings(
  objective: Objective | null,
  buckets: readonly Bucket[],
  { from, to }: Period,
  now: number,
  { counters, knownSince }: { readonly counters: SloCounters | null; readonly knownSince: number | null },
): readonly Standing[] {
  if (objective === null) return [];
  return aimsOf({ ...objective, windowMs: to - from }).flatMap((aim) => {
    const counting = buckets
      .slice(firstCounting(aim, buckets))
      .filter((bucket) => countsOfBucket(aim, bucket).checks > 0);
    const [first] = counting;
    if (first === undefined) return [];
    const sum = (figure: 'checks' | 'bad') =>
      counting.reduce((all, bucket) => all + countsOfBucket(aim, bucket)[figure], 0);
    const known = countedSince(aim, counters, first.to);
    const since = Math.max(first.from, knownSince ?? 0, known < first.to ? known : 0);
    const counts = { checks: sum('checks'), bad: sum('bad'), since };
    return [standingOf(aim, counts, Math.min(now, to))];
  });
}

/** Returns the index of the first bucket with the current threshold: counts begin again after a change. */
function firstCounting({ aim, underMs }: Aim, buckets: readonly Bucket[]): number {
  if (aim === 'availability') return 0;
  return buckets.findLastIndex(({ speed }) => speed !== null && speed.underMs !== underMs) + 1;
}

/** The largest rounding error of a share. */
const TOLERANCE = 1e-9;

/** Returns whether the share of good checks is below the target, however much budget is left: a short history uses only a part of it. */
export function isMissed({ reached, target }: Standing): boolean {
  return reached !== null && reached < target - TOLERANCE;
}
