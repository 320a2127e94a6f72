/** A report as a document: `report --json` prints it. docs/reference/reports.md explains its fields. */

import { iso } from '../../lambda/core/documents/words/format';
import { type Bucket, type Counts, countedChecks } from '../../lambda/core/history/bucket';
import { type Percentiles, percentilesOf } from '../../lambda/core/history/response-times';
import type { Standing } from '../../lambda/core/objective/standing';
import { type Period, periodBefore } from '../../lambda/core/report/period';
import { isMissed } from '../../lambda/core/report/period-standings';
import type { Report, TableReading } from '../../lambda/core/report/report';
import { type IncidentSums, meanRecoveryMs, type ReportedIncident } from '../../lambda/core/report/reported-incidents';
import { availabilityOf, changeOf, type ServiceReport } from '../../lambda/core/report/service-report';

export const REPORT_SCHEMA = 'statuswatch.report/1';

/** Instants are ISO 8601 in UTC with milliseconds. Shares are from 0 to 1. */
export interface ReportDocument {
  readonly schema: typeof REPORT_SCHEMA;
  readonly deployment: string;
  readonly madeAt: string;
  readonly period: PeriodDocument;
  readonly before: PeriodDocument;
  readonly totals: FiguresDocument & {
    readonly services: number;
    /** Services without any check in the period. */
    readonly unknown: number;
    readonly withObjective: number;
    readonly missed: number;
    readonly incidentsMayLack: number;
  };
  /** All services, in the order of the config. */
  readonly services: readonly ServiceReportDocument[];
  /** `null` if no table was read. */
  readonly reading: TableReading | null;
}

/** From `from` to before `to`. */
interface PeriodDocument {
  readonly from: string;
  readonly to: string;
}

interface FiguresDocument {
  /** The first time of both periods that is known; `null` if nothing is. */
  readonly knownSince: string | null;
  /** Checks outside planned maintenance, and how many of them failed, by kind. */
  readonly checks: number;
  readonly failures: Counts['failures'];
  readonly availability: number | null;
  /** What availability leaves out. */
  readonly maintenance: Counts;
  readonly responseMs: Percentiles | null;
  /** How response times have changed: 0.1 stands for a tenth slower. */
  readonly change: Percentiles | null;
  readonly before: Pick<FiguresDocument, 'checks' | 'availability' | 'responseMs'>;
  readonly restarts: number;
  readonly versionChanges: number;
  readonly outages: OutagesDocument;
  readonly conditionIncidents: number;
  readonly objectiveIncidents: number;
}

interface OutagesDocument {
  readonly count: number;
  readonly open: number;
  /** Within the period. */
  readonly seconds: number;
  readonly longestSeconds: number;
  /** Of the outages that ended within the period; `null` if there were none. */
  readonly meanRecoverySeconds: number | null;
}

export interface ServiceReportDocument extends FiguresDocument {
  readonly service: string;
  readonly objectives: readonly ObjectiveDocument[];
  readonly incidents: readonly ReportedIncidentDocument[];
  /** Whether there may have been more incidents than are kept. */
  readonly incidentsMayLack: boolean;
  readonly version: string | null;
  readonly versions: readonly string[];
}

interface ObjectiveDocument extends Pick<Standing, 'aim' | 'target' | 'underMs' | 'checks' | 'bad' | 'reached'> {
  readonly missed: boolean;
  readonly budgetLeftSeconds: number;
}

interface ReportedIncidentDocument extends Pick<ReportedIncident, 'kind' | 'verdict' | 'reason' | 'message'> {
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  readonly durationSeconds: number;
}

export function reportDocument(report: Report<unknown>, services: readonly ServiceReportDocument[]): ReportDocument {
  const { totals, period, now } = report;
  const { withObjective, missed, lackingIncidents } = totals;
  return {
    schema: REPORT_SCHEMA,
    deployment: report.deployment,
    madeAt: iso(now),
    period: periodDocument(period),
    before: periodDocument(periodBefore(period)),
    totals: {
      ...{ services: totals.services, unknown: totals.unknown, withObjective, missed },
      incidentsMayLack: lackingIncidents,
      ...figuresOf(totals),
    },
    services,
    reading: report.reading,
  };
}

export function serviceReportDocument(report: ServiceReport): ServiceReportDocument {
  return {
    service: report.id,
    ...figuresOf(report),
    objectives: report.standings.map(objectiveDocument),
    incidents: report.incidents.map(incidentDocument),
    incidentsMayLack: report.mayLackIncidents,
    version: report.version,
    versions: report.versions,
  };
}

interface Figures extends Pick<ServiceReport, 'whole' | 'before' | 'knownSince' | 'incidentSums'> {}

function figuresOf({ whole, before, knownSince, incidentSums }: Figures): FiguresDocument {
  return {
    knownSince: knownSince === null ? null : iso(knownSince.from),
    ...countedChecks(whole),
    availability: availabilityOf(whole),
    maintenance: whole.maintenance,
    responseMs: roundedTimes(percentilesOf(whole.times)),
    change: rounded(changeOf({ whole, before }), 1e4),
    before: beforeOf(before),
    restarts: whole.restarts,
    versionChanges: whole.versions,
    outages: outagesDocument(incidentSums),
    conditionIncidents: incidentSums.conditions,
    objectiveIncidents: incidentSums.objectives,
  };
}

function beforeOf(before: Bucket): FiguresDocument['before'] {
  const { checks } = countedChecks(before);
  return { checks, availability: availabilityOf(before), responseMs: roundedTimes(percentilesOf(before.times)) };
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

function objectiveDocument(standing: Standing): ObjectiveDocument {
  const { aim, target, underMs, checks, bad, reached, budgetLeftMs } = standing;
  const missed = isMissed(standing);
  return { aim, target, underMs, checks, bad, reached, missed, budgetLeftSeconds: seconds(budgetLeftMs) };
}

function incidentDocument(incident: ReportedIncident): ReportedIncidentDocument {
  const { kind, verdict, reason, message, openedAt, resolvedAt, lengthMs } = incident;
  return {
    ...{ kind, verdict, reason, message, openedAt: iso(openedAt) },
    resolvedAt: resolvedAt === null ? null : iso(resolvedAt),
    durationSeconds: seconds(lengthMs),
  };
}

function periodDocument({ from, to }: Period): PeriodDocument {
  return { from: iso(from), to: iso(to) };
}

function roundedTimes(times: Percentiles | null): Percentiles | null {
  return rounded(times, 10);
}

/** To as many parts of one as `steps`: more digits would say more than is known. */
function rounded(figures: Percentiles | null, steps: number): Percentiles | null {
  if (figures === null) return null;
  const round = (value: number) => Math.round(value * steps) / steps;
  return { p50: round(figures.p50), p95: round(figures.p95), p99: round(figures.p99) };
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}
