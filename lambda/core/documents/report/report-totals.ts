/** The totals of a report about all services together, and the worst services. */

import { type Bucket, emptyBucket, type FirstCheck, sumUp } from '../../history/bucket';
import { type Period, partsOf, periodBefore } from './period';
import { isMissed } from './period-standings';
import { addIncidents, type IncidentSums, NO_INCIDENTS } from './reported-incidents';
import { byWorst, type ServiceReport } from './service-report';

/** How many services are shown themselves. */
export const SHOWN = 20;

/** Of all services together. */
export interface Totals {
  readonly services: number;
  /** Those of them without any check in the period. */
  readonly unknown: number;
  readonly whole: Bucket;
  readonly before: Bucket;
  readonly knownSince: FirstCheck | null;
  /** The services that have an objective that counts, and those of them that missed it. */
  readonly withObjective: number;
  readonly missed: number;
  readonly incidentSums: IncidentSums;
  /** The parts of the period, and how long outages lasted in each of them, in milliseconds. */
  readonly parts: readonly Period[];
  readonly downMs: readonly number[];
  /** The same of the period before. */
  readonly withObjectiveBefore: number;
  readonly missedBefore: number;
  readonly incidentSumsBefore: IncidentSums;
  readonly mayLackIncidentsBefore: boolean;
  /** The services that may have had more incidents than are known. */
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
  /** Read request units: a unit for each 4 kB of an item, or a part of them. */
  readonly units: number;
}

/** The worst of some services, the worst first; `SHOWN` at most. They may come in several calls, with those that were found so far. */
export function worstOf<Item extends { readonly report: ServiceReport }>(all: readonly Item[]): readonly Item[] {
  return [...all].sort((left, right) => byWorst(left.report, right.report)).slice(0, SHOWN);
}
