/** A report as CSV (RFC 4180): a row for each service, for a spreadsheet or a program. */

import type {
  ReportDocument,
  ReportedObjectiveDocument,
  ServiceReportDocument,
} from '../../lambda/core/documents/report/report-document';

/** A text, a figure, or nothing that is known. */
type Value = string | number | boolean | null;

interface Column {
  readonly name: string;
  readonly cellOf: (service: ServiceReportDocument, report: ReportDocument) => Value;
}

/** Their names and order are stable: others are only added at the end. docs/reference/reports.md lists them. */
const COLUMNS: readonly Column[] = [
  { name: 'service', cellOf: ({ service }) => service },
  { name: 'from', cellOf: (_, { period }) => period.from },
  { name: 'to', cellOf: (_, { period }) => period.to },
  { name: 'checks', cellOf: ({ checks }) => checks },
  { name: 'failed_checks', cellOf: ({ failures }) => Object.values(failures).reduce((sum, count) => sum + count, 0) },
  { name: 'maintenance_checks', cellOf: ({ maintenance }) => maintenance.checks },
  { name: 'availability', cellOf: ({ availability }) => availability },
  { name: 'availability_before', cellOf: ({ before }) => before.availability },
  ...objectiveColumns('availability', 'availability'),
  { name: 'outages', cellOf: ({ outages }) => outages.count },
  { name: 'open_outages', cellOf: ({ outages }) => outages.open },
  { name: 'downtime_seconds', cellOf: ({ outages }) => outages.seconds },
  { name: 'longest_outage_seconds', cellOf: ({ outages }) => outages.longestSeconds },
  { name: 'mean_recovery_seconds', cellOf: ({ outages }) => outages.meanRecoverySeconds },
  { name: 'p50_ms', cellOf: ({ responseMs }) => responseMs?.p50 ?? null },
  { name: 'p95_ms', cellOf: ({ responseMs }) => responseMs?.p95 ?? null },
  { name: 'p99_ms', cellOf: ({ responseMs }) => responseMs?.p99 ?? null },
  { name: 'response_time_under_ms', cellOf: (service) => objectiveOf(service, 'responseTime')?.underMs ?? null },
  ...objectiveColumns('response_time', 'responseTime'),
  { name: 'restarts', cellOf: ({ restarts }) => restarts },
  { name: 'version_changes', cellOf: ({ versionChanges }) => versionChanges },
  { name: 'version_at_end', cellOf: ({ versionAtEnd }) => versionAtEnd },
  { name: 'condition_incidents', cellOf: ({ conditionIncidents }) => conditionIncidents },
  { name: 'objective_incidents', cellOf: ({ objectiveIncidents }) => objectiveIncidents },
  { name: 'incidents_may_be_missing', cellOf: ({ incidentsMayLack }) => incidentsMayLack },
  { name: 'known_since', cellOf: ({ knownSince }) => knownSince },
];

export const CSV_COLUMNS: readonly string[] = COLUMNS.map(({ name }) => name);

type Aim = ReportedObjectiveDocument['aim'];

function objectiveOf({ objectives }: ServiceReportDocument, aim: Aim): ReportedObjectiveDocument | undefined {
  return objectives.find((objective) => objective.aim === aim);
}

function objectiveColumns(prefix: string, aim: Aim): readonly Column[] {
  return [
    { name: `${prefix}_target`, cellOf: (service) => objectiveOf(service, aim)?.target ?? null },
    { name: `${prefix}_reached`, cellOf: (service) => objectiveOf(service, aim)?.reached ?? null },
    { name: `${prefix}_missed`, cellOf: (service) => objectiveOf(service, aim)?.missed ?? null },
    {
      name: `${prefix}_budget_left_seconds`,
      cellOf: (service) => objectiveOf(service, aim)?.budgetLeftSeconds ?? null,
    },
  ];
}

/** All services, in the order of the config, below a row with the names of the columns. Each row ends with CRLF. */
export function renderReportCsv(report: ReportDocument): string {
  const rows = report.services.map((service) => COLUMNS.map(({ cellOf }) => cell(cellOf(service, report))));
  return [CSV_COLUMNS, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/**
 * A spreadsheet would run such a text as a formula. Source: OWASP ASVS 5.0, 1.2.10: characters "including '=', '+', '-', '@', '\t' (tab), and '\0'
 * (null character)" are "escaped with a single quote if they appear as the first character in a field value". Our own figures are no texts.
 */
const FORMULA = /^[=+\-@\t\r\0]/;

function cell(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
