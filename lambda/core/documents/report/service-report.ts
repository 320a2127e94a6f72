/** The figures of a service in a report, from which its document and the totals are made. */

import { type Bucket, firstCheckIn, sumUp } from '../../history/bucket';
import { CHANGES_KEPT } from '../../history/service-change';
import type { Standing } from '../../incident/objectives/standing';
import { NEW_STATE, type ServiceState } from '../../state/service-state';
import { type SingleAnswers, withSingles } from '../facts/single-answers';
import { type Period, periodBefore, type ServiceHistory } from './period';
import { periodStandings } from './period-standings';
import { incidentsIn, mayLackIncidents, type ReportedIncident } from './reported-incidents';

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
