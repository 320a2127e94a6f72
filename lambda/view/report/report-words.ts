/** The words of a report: the same on a terminal, in Markdown and on paper. */

import { describeLeftOut } from '../../core/documents/words/figures-words';
import { describeMs, describeShare, iso, NOTHING, plural } from '../../core/documents/words/format';
import { incidentWords } from '../../core/documents/words/incident-words';
import { objectiveWords } from '../../core/documents/words/objective-words';
import { type Bucket, countedChecks, healthyChecks } from '../../core/history/bucket';
import type { FirstCheck } from '../../core/history/first-check';
import { answersIn, type Percentiles, percentilesOf } from '../../core/history/response-times';
import type { Standing } from '../../core/objective/standing';
import { DAY_MS, type Period, periodBefore } from '../../core/report/period';
import type { Report, TableReading } from '../../core/report/report';
import { type IncidentSums, meanRecoveryMs, type ReportedIncident } from '../../core/report/reported-incidents';
import { changeOf, type ServiceReport } from '../../core/report/service-report';
import { describeDuration, timeOfDay } from '../../core/words/duration';

export const HOW_TO_READ =
  'Changes are against the period before, of the same length. Percentiles are right within 5 %, so a change of less than 11 % is not seen.';

/** The columns of the table of services: the title of each, and its text for a service. */
export const REPORT_COLUMNS: readonly (readonly [title: string, textOf: (report: ServiceReport) => string])[] = [
  ['Service', ({ id }) => id],
  ['Availability', ({ whole }) => availabilityText(whole)],
  ['Objective', ({ standings, whole: { to } }) => standings.map((one) => standingText(one, to)).join('; ') || NOTHING],
  ['Outages', ({ incidentSums }) => outagesText(incidentSums)],
  ['Recovery', ({ incidentSums }) => recoveryText(incidentSums)],
  ['p50', (report) => timeText(report, 'p50')],
  ['p95', (report) => timeText(report, 'p95')],
  ['p99', (report) => timeText(report, 'p99')],
  ['Restarts', ({ whole: { restarts } }) => String(restarts)],
  ['Version', versionText],
  [
    'Maintenance',
    ({ whole: { maintenance } }) => (maintenance.checks === 0 ? NOTHING : checksText(maintenance.checks)),
  ],
];

/** `2026-10-23 11:00 to 2026-11-22 10:58 UTC (30 d)`; a period that still runs ends now. */
export function periodText({ from, to }: Period, now: number): string {
  return `${minuteOf(from)} to ${minuteOf(Math.min(to, now))} UTC (${describeDuration(to - from)})`;
}

/** What a report says of all services together: sentences, each a line. */
export function totalLines({ totals }: Pick<Report<unknown>, 'totals'>): readonly string[] {
  const { services, whole, before, incidentSums: sums } = totals;
  const counted = countedChecks(whole);
  const leftOut = describeLeftOut(whole);
  const found = `${availabilityText(whole)} of ${checksText(counted.checks)} found them healthy`;
  const changed =
    counted.checks > 0 && countedChecks(before).checks > 0 ? [`${availabilityText(before)} in the period before`] : [];
  const times = percentilesOf(whole.times);
  const others = [
    ...(sums.conditions > 0 ? [plural(sums.conditions, 'incident of a condition', 'incidents of conditions')] : []),
    ...(sums.objectives > 0 ? [plural(sums.objectives, 'incident of an objective', 'incidents of objectives')] : []),
  ];
  const named = (['p50', 'p95', 'p99'] as const).map((name) => `${name} ${timeText(totals, name)}`);
  return [
    [`${plural(services, 'service')}: ${found}`, ...(leftOut === null ? [] : [leftOut]), ...changed].join(', '),
    [outageLine(sums), ...others].join(', '),
    [
      ...(times === null ? [] : [`${named.join(', ')}, of ${answersText(whole)}`]),
      plural(whole.restarts, 'restart'),
      plural(whole.versions, 'change of version', 'changes of version'),
    ].join('; '),
    ...(totals.withObjective > 0
      ? [
          `${totals.withObjective - totals.missed} of ${plural(totals.withObjective, 'service')} with an objective kept it`,
        ]
      : []),
  ];
}

/** What the reader must know before the figures are believed: sentences, each a line. */
export function remarkLines({ totals, shown, period, reading }: Report<unknown>): readonly string[] {
  const { knownSince, services, unknown, lackingIncidents } = totals;
  const before = periodBefore(period);
  const isYoung = knownSince !== null && knownSince.from > period.from;
  const isBeforeYoung = knownSince !== null && !isYoung && knownSince.from > before.from;
  return [
    ...(isYoung ? [`The history begins on ${sinceText(knownSince)}: of the time before nothing is known.`] : []),
    ...(isBeforeYoung ? [`The history begins on ${sinceText(knownSince)}: the period before is known in part.`] : []),
    ...(unknown > 0 ? [`Nothing is known of ${plural(unknown, 'service')} in this period.`] : []),
    ...(services > shown.length
      ? [`The ${shown.length} worst of ${services} services are shown; the sums are of all.`]
      : []),
    ...(lackingIncidents > 0
      ? [
          `Of ${plural(lackingIncidents, 'service')} there may have been more incidents: the last 20 of each are kept. Availability has all checks.`,
        ]
      : []),
    ...(reading === null ? [] : [readingText(reading)]),
  ];
}

function readingText({ items, units }: TableReading): string {
  return `Read for this: ${plural(items, 'item')} of the table, ${plural(units, 'read unit')}.`;
}

/** What is to be said of a service besides its figures, as lines: of how little they are made, and its last incidents. */
export function serviceRemarks(
  report: ServiceReport,
  { totals }: Pick<Report<unknown>, 'totals'>,
  most: number,
): readonly string[] {
  const { knownSince, incidents, whole } = report;
  const isYounger = knownSince !== null && knownSince.from > whole.from && knownSince.from !== totals.knownSince?.from;
  const answers = answersIn(whole.times);
  const others = incidents.length - most;
  return [
    ...(whole.checks === 0 ? ['nothing is known of it in this period'] : []),
    ...(isYounger ? [`known since ${sinceText(knownSince)}`] : []),
    ...(answers > 0 && answers < ENOUGH_FOR_P99 ? [`its response times are of ${answersText(whole)}`] : []),
    ...incidents.slice(-most).map(incidentText),
    ...(others > 0 ? [`and ${plural(others, 'incident')} before these`] : []),
    ...(report.mayLackIncidents ? ['there may have been more incidents: the last 20 are kept'] : []),
  ];
}

/** `2026-11-03 10:02 UTC, 14 min: unreachable, the connection was refused`. */
export function incidentText(incident: ReportedIncident): string {
  const { openedAt, resolvedAt, lengthMs, verdict, message } = incident;
  const length = `${describeDuration(lengthMs)}${resolvedAt === null ? ' so far' : ''}`;
  return `${minuteOf(openedAt)} UTC, ${length}: ${incidentWords(incident) ?? verdict}, ${message}`;
}

/** `availability 99.92 % (aim 99.95 %), budget of 7 min overdrawn by 4 min`; since when it counts, if that is not all of the period. */
function standingText(standing: Standing, to: number): string {
  const { reached, budget, others } = objectiveWords(standing, to);
  return [reached, ...(budget === null ? [] : [budget]), ...others].join(', ');
}

/** `38 ms +11 %`: a percentile of the response times, and its change against the period before. */
export function timeText(report: Pick<ServiceReport, 'whole' | 'before'>, name: keyof Percentiles): string {
  const times = percentilesOf(report.whole.times);
  if (times === null) return NOTHING;
  const change = changeOf(report);
  return change === null ? describeMs(times[name]) : `${describeMs(times[name])} ${changeText(change[name])}`;
}

/** `+11 %`, `−5 %`, `±0 %`. */
export function changeText(change: number): string {
  const rounded = Math.round(change * 100);
  if (rounded === 0) return '±0 %';
  return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)} %`;
}

function outageLine(sums: IncidentSums): string {
  if (sums.outages === 0) return 'No outages';
  const recovery = meanRecoveryMs(sums);
  return [
    `${plural(sums.outages, 'outage')}${sums.open > 0 ? ` (${sums.open} open)` : ''}, ${describeDuration(sums.outageMs)} in this period`,
    `the longest ${describeDuration(sums.longestMs)}`,
    ...(recovery === null ? [] : [`mean time to recovery ${describeDuration(recovery)}`]),
  ].join(', ');
}

function outagesText({ outages, open, outageMs }: IncidentSums): string {
  if (outages === 0) return '0';
  return `${outages}${open > 0 ? ` (${open} open)` : ''}, ${describeDuration(outageMs)}`;
}

function recoveryText(sums: IncidentSums): string {
  const recovery = meanRecoveryMs(sums);
  return recovery === null ? NOTHING : describeDuration(recovery);
}

function versionText({ versionAtEnd, versions, whole }: ServiceReport): string {
  if (whole.versions === 0) return versionAtEnd ?? NOTHING;
  const [first, last] = [versions[0], versions.at(-1)];
  const changed = plural(whole.versions, 'change');
  return first === undefined || last === undefined ? changed : `${first} → ${last}, ${changed}`;
}

/** The share of checks that found it healthy, without those in planned maintenance. */
function availabilityText(whole: Bucket): string {
  const counted = countedChecks(whole);
  return describeShare(healthyChecks(counted), counted.checks);
}

function checksText(checks: number): string {
  return `${checks.toLocaleString('en-US')} ${checks === 1 ? 'check' : 'checks'}`;
}

/** Of fewer answers the slowest one alone is p99. */
const ENOUGH_FOR_P99 = 100;

function answersText({ times }: Bucket): string {
  const answers = answersIn(times);
  return `${answers.toLocaleString('en-US')} ${answers === 1 ? 'answer' : 'answers'}`;
}

/** `2026-11-10 12:07 UTC`; if the hour alone is known, `2026-11-10, between 12:00 and 13:00 UTC`; if the day is, `2026-11-10`. */
export function sinceText({ from, to }: FirstCheck): string {
  if (from === to) return `${minuteOf(from)} UTC`;
  const day = iso(from).slice(0, 10);
  return to - from >= DAY_MS ? day : `${day}, between ${timeOfDay(from)} and ${timeOfDay(to)} UTC`;
}

/** `2026-11-22 10:58`. */
export function minuteOf(time: number): string {
  return iso(time).slice(0, 16).replace('T', ' ');
}
