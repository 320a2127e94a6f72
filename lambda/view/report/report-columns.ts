/** The columns of a report: in CSV, on a terminal and on the page. */

import type {
  PeriodDocument,
  ReportDocument,
  ReportedObjectiveDocument,
  ServiceReportDocument,
} from '../../core/documents/report/report-document';
import { NOTHING, plural } from '../../core/documents/words/format';
import { aimText, objectiveWords } from '../../core/documents/words/objective-words';
import { availabilityText, checksText, failedChecks, isUnknown, secondsText, timeText } from './report-words';

/** `null` is an empty cell. */
export type CsvValue = string | number | boolean | null;

interface CsvColumn {
  readonly name: string;
  readonly value: (service: ServiceReportDocument, report: ReportDocument) => CsvValue;
}

interface ShownColumn {
  readonly title: string;
  /** The text for a service. */
  readonly textOf: (service: ServiceReportDocument, period: PeriodDocument) => string;
  /** The order in which columns move below the row of a service on a narrow terminal: 0 is always below, others never move. */
  readonly below?: number;
  /** Whether the page's table has it beside its own columns. */
  readonly isOnPage?: boolean;
}

type Aim = ReportedObjectiveDocument['aim'];

/** The names and order in CSV are stable: others are only added at the end. docs/reference/reports.md lists them. */
const COLUMNS: readonly (CsvColumn | ShownColumn | (CsvColumn & ShownColumn))[] = [
  { name: 'service', value: ({ service }) => service, title: 'Service', textOf: ({ service }) => service },
  { name: 'from', value: (_, { period }) => period.from },
  { name: 'to', value: (_, { period }) => period.to },
  { name: 'checks', value: ({ checks }) => checks },
  { name: 'failed_checks', value: failedChecks },
  { name: 'maintenance_checks', value: ({ maintenance }) => maintenance.checks },
  {
    name: 'availability',
    value: (one) => one.availability,
    title: 'Availability',
    textOf: availabilityAndAim,
    below: 6,
  },
  { name: 'availability_before', value: ({ before }) => before.availability },
  ...objectiveColumns('availability', 'availability'),
  { title: 'Objective', textOf: objectivesText, below: 0 },
  {
    name: 'outages',
    value: ({ outages }) => outages.count,
    title: 'Outages',
    textOf: outagesText,
    below: 2,
    isOnPage: true,
  },
  { name: 'open_outages', value: ({ outages }) => outages.open },
  { name: 'downtime_seconds', value: ({ outages }) => outages.seconds },
  { name: 'longest_outage_seconds', value: ({ outages }) => outages.longestSeconds },
  { name: 'mean_recovery_seconds', value: ({ outages }) => outages.meanRecoverySeconds },
  { title: 'Recovery', textOf: recoveryText, below: 1 },
  { ...timeColumn('p50'), below: 3, isOnPage: true },
  { ...timeColumn('p95'), below: 5, isOnPage: true },
  { ...timeColumn('p99'), below: 4 },
  { name: 'response_time_under_ms', value: (service) => objectiveOf(service, 'responseTime')?.underMs ?? null },
  ...objectiveColumns('response_time', 'responseTime'),
  { name: 'restarts', value: ({ restarts }) => restarts },
  { title: 'Restarts', textOf: ({ restarts }) => String(restarts), below: 0 },
  { name: 'version_changes', value: ({ versionChanges }) => versionChanges },
  { name: 'version_at_end', value: ({ versionAtEnd }) => versionAtEnd },
  { title: 'Version', textOf: versionText, below: 0 },
  { name: 'condition_incidents', value: ({ conditionIncidents }) => conditionIncidents },
  { name: 'objective_incidents', value: ({ objectiveIncidents }) => objectiveIncidents },
  { name: 'incidents_may_be_missing', value: ({ incidentsMayLack }) => incidentsMayLack },
  { name: 'known_since', value: ({ knownSince }) => knownSince },
  { title: 'Maintenance', textOf: maintenanceText, below: 0 },
];

export const CSV_COLUMNS = COLUMNS.filter((column) => 'name' in column);
export const SHOWN_COLUMNS = COLUMNS.filter((column) => 'title' in column);
export const PAGE_COLUMNS = SHOWN_COLUMNS.filter(({ isOnPage }) => isOnPage);

function objectiveOf({ objectives }: ServiceReportDocument, aim: Aim): ReportedObjectiveDocument | undefined {
  return objectives.find((objective) => objective.aim === aim);
}

function objectiveColumns(prefix: string, aim: Aim): readonly CsvColumn[] {
  return [
    { name: `${prefix}_target`, value: (service) => objectiveOf(service, aim)?.target ?? null },
    { name: `${prefix}_reached`, value: (service) => objectiveOf(service, aim)?.reached ?? null },
    { name: `${prefix}_missed`, value: (service) => objectiveOf(service, aim)?.missed ?? null },
    { name: `${prefix}_budget_left_seconds`, value: (service) => objectiveOf(service, aim)?.budgetLeftSeconds ?? null },
  ];
}

function timeColumn(title: 'p50' | 'p95' | 'p99'): CsvColumn & ShownColumn {
  return {
    name: `${title}_ms`,
    value: ({ responseMs }) => responseMs?.[title] ?? null,
    title,
    textOf: (service) => timeText(service, title),
  };
}

/** `99.55 % / 99.9 %`: with the objective, if there is one. */
function availabilityAndAim(service: ServiceReportDocument): string {
  const aim = objectiveOf(service, 'availability');
  const reached = availabilityText(service);
  return aim === undefined ? reached : `${reached} / ${aimText(aim)}`;
}

/** `availability 99.92 % (aim 99.95 %), budget of 7 min overdrawn by 4 min`; with the start of the objective, if it is later than the period's. */
function objectivesText({ objectives }: ServiceReportDocument, { from, to }: PeriodDocument): string {
  const windowSeconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  const texts = objectives.map((objective) => {
    const { reached, budget, others } = objectiveWords({ ...objective, windowSeconds, burnRate: null }, Date.parse(to));
    return [reached, ...(budget === null ? [] : [budget]), ...others].join(', ');
  });
  return texts.join('; ') || NOTHING;
}

function outagesText(service: ServiceReportDocument): string {
  const { count, open, seconds } = service.outages;
  if (isUnknown(service)) return NOTHING;
  return count === 0 ? '0' : `${count}${open > 0 ? ` (${open} open)` : ''}, ${secondsText(seconds)}`;
}

function recoveryText({ outages: { meanRecoverySeconds } }: ServiceReportDocument): string {
  return meanRecoverySeconds === null ? NOTHING : secondsText(meanRecoverySeconds);
}

function maintenanceText({ maintenance: { checks } }: ServiceReportDocument): string {
  return checks === 0 ? NOTHING : checksText(checks);
}

function versionText({ versionAtEnd, versions, versionChanges }: ServiceReportDocument): string {
  if (versionChanges === 0) return versionAtEnd ?? NOTHING;
  const first = versions[0];
  const last = versions.at(-1);
  const changed = plural(versionChanges, 'change');
  return first === undefined || last === undefined ? changed : `${first} → ${last}, ${changed}`;
}
