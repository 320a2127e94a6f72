/** A report as a document: every form of a report is made from it, and `report --json` prints it. */

import { type Bucket, type Counts, countedChecks, emptyBucket, failedChecks, sumUp } from '../../history/bucket';
import type { Standing } from '../../incident/objectives/standing';
import { answersIn, type Percentiles } from '../../words/response-times';
import { timesIn } from '../facts/single-answers';
import type { HistoryDocument } from '../history-document';
import type { StandingDocument } from '../standing-document';
import { iso } from '../words/format';
import { type Period, partsOf, periodBefore, reportHistory, type ServiceHistory } from './period';
import type { PeriodFigures, ServiceReport } from './service-report';
import { downMsIn, isMissed, type ReportedIncident } from './service-report';

/** The number of services that are shown in detail. */
export const SHOWN = 20;

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
}

/** A time from `from` to before `to`, in whole hours. */
export interface PeriodDocument {
  readonly from: string;
  readonly to: string;
}

export interface FiguresDocument {
  /** The first check in both periods, or the beginning of the bucket that has it; `null` if there was none. */
  readonly knownSince: string | null;
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
  /** Response times in milliseconds, accurate to 11 %; `null` if no answer came. */
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
  /** How long services were down in each day of the period, or in each hour of a short period. */
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

/** A service with the data that its history is drawn from. */
export interface ReportedService {
  readonly own: ServiceHistory;
  readonly report: ServiceReport;
}

export interface ReportSources {
  /** The name of the config. */
  readonly deployment: string;
  readonly intervalMs: number;
  readonly period: Period;
  /** When the report is made, in milliseconds since 1970. */
  readonly now: number;
  /** All services, in the order of the config. */
  readonly reports: readonly ServiceReport[];
  /** The worst services, the worst first. */
  readonly worst: readonly ReportedService[];
}

export function reportDocument(sources: ReportSources): ReportDocument {
  const { deployment, period, now, intervalMs, reports, worst } = sources;
  const histories = new Map(
    worst.map(({ own, report }) => [report.id, reportHistory(own, period, { now, intervalMs })]),
  );
  return {
    schema: REPORT_SCHEMA,
    deployment,
    madeAt: iso(now),
    period: periodDocument(period),
    before: periodDocument(periodBefore(period)),
    totals: totalsDocument(reports, period, now),
    worst: [...histories.keys()],
    services: reports.map((report) => ({
      service: report.id,
      ...figuresOf(report, now),
      objectives: report.standings.map(objectiveDocument),
      incidents: report.incidents.map(incidentDocument),
      incidentsMayLack: report.mayLackIncidents,
      versionAtEnd: report.versionAtEnd,
      versions: report.versions,
      history: histories.get(report.id) ?? null,
    })),
  };
}

/** Returns the worst services, the worst first; at most `SHOWN`. To process services in parts, add the result to the next call. */
export function worstOf<Item extends { readonly report: ServiceReport }>(
  all: readonly Item[],
  now: number,
): readonly Item[] {
  const rated = all.map((item) => {
    const { id, period, whole, incidents } = item.report;
    // Services without data come last.
    return { item, id, share: availabilityOf(whole) ?? 2, downMs: downMsIn(period, incidents, period, now) };
  });
  rated.sort((left, right) => left.share - right.share || right.downMs - left.downMs || (left.id < right.id ? -1 : 1));
  return rated.slice(0, SHOWN).map(({ item }) => item);
}

function totalsDocument(reports: readonly ServiceReport[], period: Period, now: number): TotalsDocument {
  const all = together(reports, period);
  const withObjective = (figures: readonly PeriodFigures[]) => figures.filter(({ standings }) => standings.length > 0);
  const missed = (figures: readonly PeriodFigures[]) =>
    figures.filter(({ standings }) => standings.some(isMissed)).length;
  const before = reports.map((report) => report.before);
  const [knownSince = null] = reports.flatMap((report) => report.knownSince ?? []).sort((left, right) => left - right);
  return {
    services: reports.length,
    unknown: reports.filter(({ whole }) => whole.checks === 0).length,
    withObjective: withObjective(reports).length,
    missed: missed(reports),
    missedBefore: withObjective(before).length === 0 ? null : missed(before),
    downtime: partsOf(period).map((part) => ({
      ...periodDocument(part),
      seconds: Math.round(downMsIn(part, all.incidents, period, now) / 1_000),
    })),
    incidentsMayLack: reports.filter((report) => report.mayLackIncidents).length,
    ...figuresOf({ ...all, before: together(before, periodBefore(period)), knownSince }, now),
  };
}

function together(figures: readonly PeriodFigures[], period: Period): Omit<PeriodFigures, 'standings'> {
  const { from, to } = period;
  return {
    period,
    whole: sumUp([emptyBucket(from, to), ...figures.map(({ whole }) => whole)], from, to),
    incidents: figures.flatMap(({ incidents }) => incidents),
    mayLackIncidents: figures.some(({ mayLackIncidents }) => mayLackIncidents),
  };
}

/** The figures of one service, or of all. */
interface Figures extends Pick<ServiceReport, 'period' | 'whole' | 'incidents' | 'knownSince'> {
  readonly before: Omit<PeriodFigures, 'standings'>;
}

function figuresOf({ period, whole, incidents, before, knownSince }: Figures, now: number): FiguresDocument {
  const count = (kind: ReportedIncident['kind']) => incidents.filter((incident) => incident.kind === kind).length;
  const times = timesIn(whole);
  const timesBefore = timesIn(before.whole);
  return {
    knownSince: knownSince === null ? null : iso(knownSince),
    ...countedChecks(whole),
    availability: availabilityOf(whole),
    maintenance: whole.maintenance,
    answers: answersIn(whole.times),
    responseMs: roundedTimes(times),
    change:
      times === null || timesBefore === null ? null : eachOf((name) => round(times[name] / timesBefore[name] - 1, 1e4)),
    before: {
      ...countedChecks(before.whole),
      availability: availabilityOf(before.whole),
      responseMs: roundedTimes(timesBefore),
      outages:
        before.whole.checks === 0 || before.mayLackIncidents ? null : outagesIn(before.period, before.incidents, now),
    },
    restarts: whole.restarts,
    versionChanges: whole.versions,
    outages: outagesIn(period, incidents, now),
    conditionIncidents: count('condition'),
    objectiveIncidents: count('objective'),
  };
}

/** Returns the share of healthy checks outside planned maintenance, from 0 to 1; `null` if there were none. */
function availabilityOf(whole: Bucket): number | null {
  const counted = countedChecks(whole);
  return counted.checks === 0 ? null : 1 - failedChecks(counted) / counted.checks;
}

function outagesIn(period: Period, incidents: readonly ReportedIncident[], now: number): OutagesDocument {
  const outages = incidents.filter(({ kind }) => kind === 'outage');
  const { from, to } = period;
  const recovered = outages.filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt >= from && resolvedAt < to);
  const recoveryMs = recovered.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  return {
    count: outages.length,
    open: outages.filter(({ resolvedAt }) => resolvedAt === null).length,
    seconds: seconds(downMsIn(period, outages, period, now)),
    longestSeconds: seconds(outages.reduce((most, { lengthMs }) => Math.max(most, lengthMs), 0)),
    meanRecoverySeconds: recovered.length === 0 ? null : seconds(recoveryMs / recovered.length),
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

function incidentDocument({ openedAt, resolvedAt, lengthMs, ...incident }: ReportedIncident): ReportedIncidentDocument {
  return {
    ...incident,
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
  return times === null ? null : eachOf((name) => round(times[name], 10));
}

function eachOf(figureOf: (name: keyof Percentiles) => number): Percentiles {
  return { p50: figureOf('p50'), p95: figureOf('p95'), p99: figureOf('p99') };
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
