/** A report as a document: every form of a report is drawn from it, and `report --json` prints it. */

import { type Counts, countedChecks, type FirstCheck } from '../../history/bucket';
import type { Standing } from '../../incident/objectives/standing';
import { answersIn, type Percentiles, percentilesOf } from '../../words/response-times';
import type { HistoryDocument } from '../history-document';
import type { StandingDocument } from '../standing-document';
import { iso } from '../words/format';
import { type Period, periodBefore } from './period';
import { isMissed } from './period-standings';
import type { TableReading, Totals } from './report-totals';
import { type IncidentSums, meanRecoveryMs, type ReportedIncident } from './reported-incidents';
import { availabilityOf, changeOf, type ServiceReport } from './service-report';

export const REPORT_SCHEMA = 'statuswatch.report/1';

/**
 * How good services were over a period. It is plain JSON, described by docs/reference/schemas/report.schema.json. Instants are ISO 8601
 * in UTC with milliseconds. Shares are from 0 to 1. Names that end in `Seconds` hold whole seconds, `Ms` milliseconds. What is not known
 * is `null`.
 */
export interface ReportDocument {
  readonly schema: typeof REPORT_SCHEMA;
  /** The name of the config. */
  readonly deployment: string;
  /** When it was made: nothing is known of a later time. */
  readonly madeAt: string;
  readonly period: PeriodDocument;
  /** The period of the same length before this period: changes are against it. */
  readonly before: PeriodDocument;
  readonly totals: TotalsDocument;
  /** The ids of the services that are shown themselves, the worst first: 20 at most. */
  readonly worst: readonly string[];
  /** All services, in the order of the config. */
  readonly services: readonly ServiceReportDocument[];
  /** The cost of reading the table; `null` if no table was read. */
  readonly reading: TableReading | null;
}

/** From `from` to before `to`, in whole hours. */
export interface PeriodDocument {
  readonly from: string;
  readonly to: string;
}

export interface FiguresDocument {
  /** The first check of both periods, or the beginning of the time in which it was; `null` if there was none. */
  readonly knownSince: string | null;
  /** How much later than `knownSince` the first check may have been made; 0 if it is known exactly, or there was none. */
  readonly knownSinceWithinSeconds: number;
  /** Checks outside planned maintenance. */
  readonly checks: number;
  /** How many of them failed, by kind; kinds that did not happen are left out. */
  readonly failures: Counts['failures'];
  /** The share of them that was healthy; `null` if there were none. */
  readonly availability: number | null;
  /** The checks within planned maintenance, which availability leaves out. */
  readonly maintenance: Counts;
  /** The number of answers that `responseMs` is of. */
  readonly answers: number;
  /** Response times in milliseconds, right within 5 %; `null` if no answer came. */
  readonly responseMs: Percentiles | null;
  /** How much response times have changed: 0.1 stands for a tenth slower than in the period before; `null` if either had no answer. */
  readonly change: Percentiles | null;
  readonly before: BeforeDocument;
  readonly restarts: number;
  readonly versionChanges: number;
  readonly outages: OutagesDocument;
  readonly conditionIncidents: number;
  readonly objectiveIncidents: number;
}

/** Figures of the period before. */
export interface BeforeDocument extends Pick<FiguresDocument, 'checks' | 'failures' | 'availability' | 'responseMs'> {
  /** `null` if there were no checks, or if there may have been more incidents than are kept. */
  readonly outages: OutagesDocument | null;
}

/** Outages that touch the period. */
export interface OutagesDocument {
  readonly count: number;
  /** Those of them that are open. */
  readonly open: number;
  /** How long services were down within the period. */
  readonly seconds: number;
  /** All of the length of the longest outage. */
  readonly longestSeconds: number;
  /** Of the outages that ended within the period; `null` if there were none. */
  readonly meanRecoverySeconds: number | null;
}

/** The figures of all services together. */
export interface TotalsDocument extends FiguresDocument {
  readonly services: number;
  /** Services without any check in the period. */
  readonly unknown: number;
  /** Services with an objective for which checks count, and those of them that missed it. */
  readonly withObjective: number;
  readonly missed: number;
  /** Services that missed their objective in the period before; `null` if no checks count for any. */
  readonly missedBefore: number | null;
  /** How long services were down in each part of the period: days, hours of a shorter period, and several days of a longer. */
  readonly downtime: readonly DowntimeDocument[];
  /** Services that may have had more incidents than are kept. */
  readonly incidentsMayLack: number;
}

export interface DowntimeDocument extends PeriodDocument {
  readonly seconds: number;
}

export interface ServiceReportDocument extends FiguresDocument {
  /** Its id. */
  readonly service: string;
  /** Availability first; none without an objective, or if no checks count. */
  readonly objectives: readonly ReportedObjectiveDocument[];
  /** Those that are known, the earliest first. */
  readonly incidents: readonly ReportedIncidentDocument[];
  /** Whether there may have been more incidents than are kept. */
  readonly incidentsMayLack: boolean;
  /** The version of the last healthy report, whenever that was. */
  readonly version: string | null;
  /** The version at the end of the period. */
  readonly versionAtEnd: string | null;
  /** The versions that are known of the period, in their order; none if it did not change. */
  readonly versions: readonly string[];
  /** The course of the period; `null` if the service is not among the worst. */
  readonly history: HistoryDocument | null;
}

/** An aim of an objective, counted over the period in place of its own window. */
export interface ReportedObjectiveDocument extends Omit<StandingDocument, 'burnRate' | 'windowSeconds'> {
  readonly missed: boolean;
}

export interface ReportedIncidentDocument
  extends Pick<ReportedIncident, 'kind' | 'verdict' | 'reason' | 'message' | 'clue'> {
  readonly openedAt: string;
  /** `null` if it is open. */
  readonly resolvedAt: string | null;
  /** All of its length, also outside of the period; of an outage, how long the service failed. */
  readonly durationSeconds: number;
}

export interface ReportSources {
  /** The name of the config. */
  readonly deployment: string;
  readonly period: Period;
  /** When the report is made, in milliseconds since 1970. */
  readonly now: number;
  readonly totals: Totals;
  /** All services, in the order of the config. */
  readonly services: readonly ServiceReportDocument[];
  /** The histories of the worst services by their ids, the worst first. */
  readonly worst: ReadonlyMap<string, HistoryDocument>;
  readonly reading: TableReading | null;
}

export function reportDocument(sources: ReportSources): ReportDocument {
  const { deployment, period, now, totals, worst, services, reading } = sources;
  return {
    schema: REPORT_SCHEMA,
    deployment,
    madeAt: iso(now),
    period: periodDocument(period),
    before: periodDocument(periodBefore(period)),
    totals: {
      services: totals.services,
      unknown: totals.unknown,
      withObjective: totals.withObjective,
      missed: totals.missed,
      missedBefore: totals.withObjectiveBefore === 0 ? null : totals.missedBefore,
      downtime: totals.parts.map((part, index) => ({
        ...periodDocument(part),
        seconds: Math.round((totals.downMs[index] ?? 0) / 1_000),
      })),
      incidentsMayLack: totals.lackingIncidents,
      ...figuresOf(totals),
    },
    worst: [...worst.keys()],
    services: services.map((service) => ({ ...service, history: worst.get(service.service) ?? null })),
    reading,
  };
}

/** Without a history: `reportDocument` adds those of the worst services. */
export function serviceReportDocument(report: ServiceReport): ServiceReportDocument {
  return {
    service: report.id,
    ...figuresOf(report),
    objectives: report.standings.map(objectiveDocument),
    incidents: report.incidents.map(incidentDocument),
    incidentsMayLack: report.mayLackIncidents,
    version: report.version,
    versionAtEnd: report.versionAtEnd,
    versions: report.versions,
    history: null,
  };
}

/** The figures of a service, or of all. */
type FigureName = 'whole' | 'before' | 'knownSince' | 'incidentSums' | 'incidentSumsBefore' | 'mayLackIncidentsBefore';
interface Figures extends Pick<ServiceReport, FigureName> {}

function figuresOf(figures: Figures): FiguresDocument {
  const { whole, before, knownSince, incidentSums } = figures;
  const { checks, failures } = countedChecks(whole);
  return {
    knownSince: knownSince === null ? null : iso(knownSince.from),
    knownSinceWithinSeconds: knownSince === null ? 0 : withinSeconds(knownSince),
    checks,
    failures,
    availability: availabilityOf(whole),
    maintenance: whole.maintenance,
    answers: answersIn(whole.times),
    responseMs: roundedTimes(percentilesOf(whole.times)),
    change: roundedChange(changeOf({ whole, before })),
    before: beforeOf(figures),
    restarts: whole.restarts,
    versionChanges: whole.versions,
    outages: outagesDocument(incidentSums),
    conditionIncidents: incidentSums.conditions,
    objectiveIncidents: incidentSums.objectives,
  };
}

function withinSeconds({ from, to }: FirstCheck): number {
  return Math.ceil((to - from) / 1_000);
}

function beforeOf({ before, incidentSumsBefore, mayLackIncidentsBefore }: Figures): BeforeDocument {
  const { checks, failures } = countedChecks(before);
  const responseMs = roundedTimes(percentilesOf(before.times));
  return {
    checks,
    failures,
    availability: availabilityOf(before),
    responseMs,
    outages: before.checks === 0 || mayLackIncidentsBefore ? null : outagesDocument(incidentSumsBefore),
  };
}

function outagesDocument(sums: IncidentSums): OutagesDocument {
  const recoveryMs = meanRecoveryMs(sums);
  return {
    count: sums.outages,
    open: sums.open,
    seconds: seconds(sums.outageMs),
    longestSeconds: seconds(sums.longestMs),
    meanRecoverySeconds: recoveryMs === null ? null : seconds(recoveryMs),
  };
}

function objectiveDocument(standing: Standing): ReportedObjectiveDocument {
  const { aim, target, underMs, checks, bad, reached } = standing;
  return {
    aim,
    target,
    underMs,
    since: iso(standing.since),
    checks,
    bad,
    reached,
    missed: isMissed(standing),
    // A part of a millisecond is a rounding error: it would count as a second that was overdrawn.
    budgetLeftSeconds: seconds(Math.round(standing.budgetLeftMs)),
  };
}

function incidentDocument(incident: ReportedIncident): ReportedIncidentDocument {
  const { kind, verdict, reason, message, clue, openedAt, resolvedAt, lengthMs } = incident;
  return {
    kind,
    verdict,
    reason,
    message,
    clue,
    openedAt: iso(openedAt),
    resolvedAt: resolvedAt === null ? null : iso(resolvedAt),
    durationSeconds: seconds(lengthMs),
  };
}

function periodDocument({ from, to }: Period): PeriodDocument {
  return { from: iso(from), to: iso(to) };
}

/** Milliseconds → whole seconds that have passed. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}

/** Response times to a tenth of a millisecond: more digits would say more than is known. */
function roundedTimes(times: Percentiles | null): Percentiles | null {
  return rounded(times, 10);
}

/** Changes to a hundredth of a per cent. */
function roundedChange(change: Percentiles | null): Percentiles | null {
  return rounded(change, 1e4);
}

function rounded(figures: Percentiles | null, steps: number): Percentiles | null {
  if (figures === null) return null;
  const round = (value: number) => Math.round(value * steps) / steps;
  return { p50: round(figures.p50), p95: round(figures.p95), p99: round(figures.p99) };
}
