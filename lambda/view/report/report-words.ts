/** The words of a report: the same on a terminal and on the page. */

import type {
  FiguresDocument,
  OutagesDocument,
  ReportDocument,
  ReportedIncidentDocument,
  ServiceReportDocument,
} from '../../core/documents/report/report-document';
import { describeLeftOut } from '../../core/documents/words/figures-words';
import { describeMs, describeShare, NOTHING, plural } from '../../core/documents/words/format';
import { incidentWords } from '../../core/documents/words/incident-words';
import { describeDuration } from '../../core/words/duration';
import { LEAST_CHANGE } from '../../core/words/response-times';

const DAY_MS = 86_400_000;

export const HOW_TO_READ =
  'Compared with the previous period of equal length. Changes of percentiles under 11 % are not shown.';

/** Returns the services that are shown in detail, the worst first. */
export function shownServices({ worst, services }: ReportDocument): readonly ServiceReportDocument[] {
  const byId = new Map(services.map((service) => [service.service, service]));
  return worst.flatMap((id) => byId.get(id) ?? []);
}

/** Returns whether a service, or all services together, had no check in the period. */
export function isUnknown({ checks, maintenance }: FiguresDocument): boolean {
  return checks + maintenance.checks === 0;
}

/** Returns whether the history covers the previous period, so that its figures can be compared. */
export function isBeforeKnown({ before, totals }: ReportDocument): boolean {
  const { knownSince } = totals;
  return totals.before.checks > 0 && knownSince !== null && Date.parse(knownSince) < Date.parse(before.from) + DAY_MS;
}

/** `2026-10-23 11:00 to 2026-11-22 10:58 UTC (30 days)`; a period that has not ended ends when the report is made. */
export function periodText({ period: { from, to }, madeAt }: Pick<ReportDocument, 'period' | 'madeAt'>): string {
  const length = spanText(Date.parse(to) - Date.parse(from));
  return `${minuteOf(from)} to ${minuteOf(to < madeAt ? to : madeAt)} UTC (${length})`;
}

/** `30 days`, `5 hours`. */
function spanText(milliseconds: number): string {
  const days = milliseconds / DAY_MS;
  return Number.isInteger(days) ? plural(days, 'day') : plural(Math.round(24 * days), 'hour');
}

/** Returns sentences about all services together, each a line. */
export function totalLines({ totals }: ReportDocument): readonly string[] {
  const { checks, before, outages, restarts, versionChanges, withObjective, missed } = totals;
  const leftOut = describeLeftOut(totals);
  const found = `${availabilityText(totals)} of ${checksText(checks)} passed`;
  const changed = checks > 0 && before.checks > 0 ? [`${availabilityText(before)} in the previous period`] : [];
  const { conditionIncidents: conditions, objectiveIncidents: objectives } = totals;
  const others = [
    ...(conditions > 0 ? [plural(conditions, 'condition incident')] : []),
    ...(objectives > 0 ? [plural(objectives, 'objective incident')] : []),
  ];
  const named = PERCENTILES.map((name) => `${name} ${timeText(totals, name)}`);
  return [
    [`${plural(totals.services, 'service')}: ${found}`, ...(leftOut === null ? [] : [leftOut]), ...changed].join(', '),
    [outageLine(outages), ...others].join(', '),
    [
      ...(totals.responseMs === null ? [] : [`${named.join(', ')}, based on ${answersText(totals)}`]),
      plural(restarts, 'restart'),
      plural(versionChanges, 'version change'),
    ].join('; '),
    ...(withObjective > 0
      ? [`${withObjective - missed} of ${plural(withObjective, 'service')} with an objective met it`]
      : []),
  ];
}

/** Returns sentences about the limits of the figures, each a line. */
export function remarkLines({ totals, worst, period, before }: ReportDocument): readonly string[] {
  const { knownSince, services, unknown, incidentsMayLack } = totals;
  const since = knownSince === null ? '' : `${minuteOf(knownSince)} UTC`;
  const isYoung = knownSince !== null && knownSince > period.from;
  const isBeforeYoung = knownSince !== null && !isYoung && knownSince > before.from;
  return [
    ...(isYoung ? [`History starts on ${since}.`] : []),
    ...(isBeforeYoung ? [`History starts on ${since}, within the previous period.`] : []),
    ...(unknown > 0 ? [`No data for ${plural(unknown, 'service')} in this period.`] : []),
    ...(services > worst.length
      ? [`Showing the ${worst.length} worst of ${services} services; totals include all.`]
      : []),
    ...(incidentsMayLack > 0
      ? [
          `${plural(incidentsMayLack, 'service')} may have had more incidents: only the last 20 of each are stored. Availability counts all checks.`,
        ]
      : []),
  ];
}

/** Returns remarks about a service's figures, such as how few checks they are based on, and its last incidents. */
export function serviceRemarks(
  service: ServiceReportDocument,
  { totals, period }: ReportDocument,
  most: number,
): readonly string[] {
  const { knownSince, incidents, answers } = service;
  const isYounger = knownSince !== null && knownSince > period.from && knownSince !== totals.knownSince;
  const others = incidents.length - most;
  return [
    ...(isUnknown(service) ? ['no data for this period'] : []),
    ...(isYounger ? [`history starts on ${minuteOf(knownSince)} UTC`] : []),
    ...(answers > 0 && answers < ENOUGH_FOR_P99 ? [`response times based on ${answersText(service)}`] : []),
    ...incidents.slice(-most).map(incidentText),
    ...(others > 0 ? [`and ${plural(others, 'earlier incident')}`] : []),
    ...(service.incidentsMayLack ? ['may have had more incidents: only the last 20 are stored'] : []),
  ];
}

/** `2026-11-03 10:02 UTC, 14 min: connection refused`, `2026-11-03 10:02 UTC, 2 h: degraded: slow: p50 is 900 ms`. */
export function incidentText(incident: ReportedIncidentDocument): string {
  const { openedAt, resolvedAt, durationSeconds, message } = incident;
  const words = incidentWords(incident);
  const length = `${secondsText(durationSeconds)}${resolvedAt === null ? ' so far' : ''}`;
  return `${minuteOf(openedAt)} UTC, ${length}: ${words === null ? '' : `${words}: `}${message}`;
}

const PERCENTILES = ['p50', 'p95', 'p99'] as const;
type PercentileName = (typeof PERCENTILES)[number];

/** `38 ms +11 %`: a percentile of the response times, and its change since the previous period. */
export function timeText({ responseMs, change }: FiguresDocument, name: PercentileName): string {
  if (responseMs === null) return NOTHING;
  const text = describeMs(responseMs[name]);
  return change === null ? text : `${text} ${changeText(change[name])}`;
}

/** `+11 %`, `−50 %`; `±0 %` if the change may not be real. */
export function changeText(change: number): string {
  if (Math.abs(change) < LEAST_CHANGE) return '±0 %';
  const rounded = Math.round(change * 100);
  return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)} %`;
}

function outageLine({ count, open, seconds, longestSeconds, meanRecoverySeconds }: OutagesDocument): string {
  if (count === 0) return 'No outages';
  return [
    `${plural(count, 'outage')}${open > 0 ? ` (${open} open)` : ''}, ${secondsText(seconds)} in this period`,
    `the longest ${secondsText(longestSeconds)}`,
    ...(meanRecoverySeconds === null ? [] : [`mean time to recovery ${secondsText(meanRecoverySeconds)}`]),
  ].join(', ');
}

/** Returns the share of healthy checks, without those in planned maintenance. */
export function availabilityText({ checks, failures }: Pick<FiguresDocument, 'checks' | 'failures'>): string {
  return describeShare(checks - failedChecks({ failures }), checks);
}

/** Counts the failed checks, without those in planned maintenance. */
export function failedChecks({ failures }: Pick<FiguresDocument, 'failures'>): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0);
}

export function checksText(checks: number): string {
  return `${checks.toLocaleString('en-US')} ${checks === 1 ? 'check' : 'checks'}`;
}

/** The least number of answers for p99: with fewer, it is just the slowest answer. */
const ENOUGH_FOR_P99 = 100;

function answersText({ answers }: FiguresDocument): string {
  return `${answers.toLocaleString('en-US')} ${answers === 1 ? 'answer' : 'answers'}`;
}

export function secondsText(seconds: number): string {
  return describeDuration(seconds * 1_000);
}

/** Returns an ISO 8601 instant as `2026-11-22 10:58`. */
export function minuteOf(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}
