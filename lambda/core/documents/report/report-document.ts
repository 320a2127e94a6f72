/** A report as a document: every form of a report is made from it, and `report --json` prints it. */

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
 * The quality of services over a period: plain JSON, described by docs/reference/schemas/report.schema.json. Instants are ISO 8601 in UTC
 * with milliseconds. Shares are from 0 to 1. Names that end in `Seconds` hold whole seconds, `Ms` milliseconds. A missing value is `null`.
 */
export interface ReportDocument {
  readonly schema: typeof REPORT_SCHEMA;
  /** The name of the config. */
  readonly deployment: string;
  /** When it was made: data ends here. */
  readonly madeAt: string;
  readonly period: PeriodDocument;
  /** The previous period of equal length, for comparison. */
  readonly before: PeriodDocument;
  readonly totals: TotalsDocument;
  /** The ids of the services shown in detail, the worst first: 20 at most. */
  readonly worst: readonly string[];
  /** All services, in the order of the config. */
  readonly services: readonly ServiceReportDocument[];
  /** The cost of reading the table; `null` if no table was read. */
  readonly reading: TableReading | null;
}

/** A time from `from` to before `to`, in whole hours. */
export interface PeriodDocument {
  readonly from: string;
  readonly to: string;
}

export interface FiguresDocument {
  /** The first check in both periods, or the beginning of the bucket that has it; `null` if there was none. */
  readonly knownSince: string | null;
  /** How much later than `knownSince` the first check may have been made; 0 if it is exact, or there was none. */
  readonly knownSinceWithinSeconds: number;
  /** Checks outside planned maintenance. */
  readonly checks: number;
  /** The number of failed checks by kind, without kinds that did not occur. */
  readonly failures: Counts['failures'];
  /** The share of healthy checks; `null` if there were none. */
  readonly availability: number | null;
  /** The checks within planned maintenance, which availability leaves out. */
  readonly maintenance: Counts;
  /** The number of answers that `responseMs` is based on. */
  readonly answers: number;
  /** Response times in milliseconds, accurate to 5 %; `null` if no answer came. */
  readonly responseMs: Percentiles | null;
  /** The change in response times: 0.1 is a tenth slower than in the previous period; `null` if either had no answer. */
  readonly change: Percentiles | null;
  readonly before: BeforeDocument;
  readonly restarts: number;
  readonly versionChanges: number;
  readonly outages: OutagesDocument;
  readonly conditionIncidents: number;
  readonly objectiveIncidents: number;
}

/** Figures for the previous period. */
export interface BeforeDocument extends Pick<FiguresDocument, 'checks' | 'failures' | 'availability' | 'responseMs'> {
  /** `null` if there were no checks, or if there may have been more incidents than are stored. */
  readonly outages: OutagesDocument | null;
}

/** The outages that overlap the period. */
export interface OutagesDocument {
  readonly count: number;
  /** The number of open ones. */
  readonly open: number;
  /** How long services were down in the period. */
  readonly seconds: number;
  /** The full duration of the longest outage. */
  readonly longestSeconds: number;
  /** The mean for the outages that ended in the period; `null` if there were none. */
  readonly meanRecoverySeconds: number | null;
}

/** The figures of all services together. */
export interface TotalsDocument extends FiguresDocument {
  readonly services: number;
  /** The number of services without a check in the period. */
  readonly unknown: number;
  /** The number of services whose objective has checks that count, and of those that missed it. */
  readonly withObjective: number;
  readonly missed: number;
  /** The number of services that missed their objective in the previous period; `null` if no checks count for any. */
  readonly missedBefore: number | null;
  /** How long services were down in each part of the period: days, hours in a short period, or several days in a long one. */
  readonly downtime: readonly DowntimeDocument[];
  /** The number of services that may have had more incidents than are stored. */
  readonly incidentsMayLack: number;
}

export interface DowntimeDocument extends PeriodDocument {
  readonly seconds: number;
}

export interface ServiceReportDocument extends FiguresDocument {
  /** Its id. */
  readonly service: string;
  /** Each aim, availability first; empty without an objective, or if no checks count. */
  readonly objectives: readonly ReportedObjectiveDocument[];
  /** The recorded incidents, the earliest first. */
  readonly incidents: readonly ReportedIncidentDocument[];
  /** Whether there may have been more incidents than are stored. */
  readonly incidentsMayLack: boolean;
  /** The version of the last healthy report, whenever that was. */
  readonly version: string | null;
  /** The version at the end of the period. */
  readonly versionAtEnd: string | null;
  /** The versions recorded in the period, in order; none if it did not change. */
  readonly versions: readonly string[];
  /** The history over the period; `null` if the service is not among the worst. */
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
  /** The full duration, also outside the period; for an outage, how long the service failed. */
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

/** Returns a service's document without a history: `reportDocument` adds it for the worst services. */
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

/** The figures of one service, or of all. */
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
    // A fraction of a millisecond is a rounding error that would count as one overdrawn second.
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

/** Converts milliseconds to whole seconds, rounded down. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}

/** Rounds response times to a tenth of a millisecond: more digits would not be accurate. */
function roundedTimes(times: Percentiles | null): Percentiles | null {
  return rounded(times, 10);
}

/** Rounds changes to a hundredth of a per cent. */
function roundedChange(change: Percentiles | null): Percentiles | null {
  return rounded(change, 1e4);
}

function rounded(figures: Percentiles | null, steps: number): Percentiles | null {
  if (figures === null) return null;
  const round = (value: number) => Math.round(value * steps) / steps;
  return { p50: round(figures.p50), p95: round(figures.p95), p99: round(figures.p99) };
}
