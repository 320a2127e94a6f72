/** The totals of a report about all services together, and the worst services. */

import { type Bucket, emptyBucket, type FirstCheck, sumUp } from '../../history/bucket';
import { type Period, partsOf, periodBefore } from './period';
import { isMissed } from './period-standings';
import { addIncidents, type IncidentSums, NO_INCIDENTS } from './reported-incidents';
import { byWorst, type ServiceReport } from './service-report';

/** How many services are shown in detail. */
export const SHOWN = 20;

/** The totals for all services. */
export interface Totals {
  readonly services: number;
  /** The number of services without a check in the period. */
  readonly unknown: number;
  readonly whole: Bucket;
  readonly before: Bucket;
  readonly knownSince: FirstCheck | null;
  /** The number of services with an objective that counts, and of those that missed it. */
  readonly withObjective: number;
  readonly missed: number;
  readonly incidentSums: IncidentSums;
  /** The parts of the period, and how long outages lasted in each of them, in milliseconds. */
  readonly parts: readonly Period[];
  readonly downMs: readonly number[];
  /** The same figures for the previous period. */
  readonly withObjectiveBefore: number;
  readonly missedBefore: number;
  readonly incidentSumsBefore: IncidentSums;
  readonly mayLackIncidentsBefore: boolean;
  /** The number of services that may have had more incidents than are stored. */
  readonly lackingIncidents: number;
}

export function noTotals(period: Period): Totals {
  const earlier = periodBefore(period);
  return {
    services: 0,
    unknown: 0,
    withObjective: 0,
    missed: 0,
    lackingIncidents: 0,
    knownSince: null,
    whole: emptyBucket(period.from, period.to),
    before: emptyBucket(earlier.from, earlier.to),
    incidentSums: NO_INCIDENTS,
    parts: partsOf(period),
    downMs: partsOf(period).map(() => 0),
    withObjectiveBefore: 0,
    missedBefore: 0,
    incidentSumsBefore: NO_INCIDENTS,
    mayLackIncidentsBefore: false,
  };
}

export function addToTotals(totals: Totals, reports: readonly ServiceReport[]): Totals {
  const count = (isOne: (report: ServiceReport) => boolean) => reports.filter(isOne).length;
  const { whole, before } = totals;
  const known = [totals, ...reports].flatMap(({ knownSince }) => knownSince ?? []);
  const [earliest = null] = known.sort((left, right) => left.from - right.from);
  return {
    services: totals.services + reports.length,
    unknown: totals.unknown + count((report) => report.whole.checks === 0),
    whole: sumUp([whole, ...reports.map((report) => report.whole)], whole.from, whole.to),
    before: sumUp([before, ...reports.map((report) => report.before)], before.from, before.to),
    knownSince: earliest,
    withObjective: totals.withObjective + count(({ standings }) => standings.length > 0),
    missed: totals.missed + count(({ standings }) => standings.some(isMissed)),
    incidentSums: reports.reduce((sums, report) => addIncidents(sums, report.incidentSums), totals.incidentSums),
    parts: totals.parts,
    downMs: totals.downMs.map((sum, part) => reports.reduce((all, { downMs }) => all + (downMs[part] ?? 0), sum)),
    withObjectiveBefore: totals.withObjectiveBefore + count(({ standingsBefore }) => standingsBefore.length > 0),
    missedBefore: totals.missedBefore + count(({ standingsBefore }) => standingsBefore.some(isMissed)),
    incidentSumsBefore: reports.reduce(
      (sums, report) => addIncidents(sums, report.incidentSumsBefore),
      totals.incidentSumsBefore,
    ),
    mayLackIncidentsBefore: totals.mayLackIncidentsBefore || reports.some((report) => report.mayLackIncidentsBefore),
    lackingIncidents: totals.lackingIncidents + count((report) => report.mayLackIncidents),
  };
}

/** The cost of reading a table. */
export interface TableReading {
  readonly items: number;
  /** Read request units: one for each started 4 kB of an item. */
  readonly units: number;
}

/** Returns the worst services, the worst first; at most `SHOWN`. To process services in parts, add the result to the next call. */
export function worstOf<Item extends { readonly report: ServiceReport }>(all: readonly Item[]): readonly Item[] {
  return [...all].sort((left, right) => byWorst(left.report, right.report)).slice(0, SHOWN);
}
