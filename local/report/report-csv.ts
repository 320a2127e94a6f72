/** A report as CSV (RFC 4180): a row for each service, for a spreadsheet or a program. */

import type { ReportDocument } from '../../lambda/core/documents/report/report-document';
import { CSV_COLUMNS, type CsvValue } from '../../lambda/view/report/report-columns';

/** Returns a row with the names of the columns, then all services in the order of the config. Each row ends with CRLF. */
export function renderReportCsv(report: ReportDocument): string {
  const head = CSV_COLUMNS.map(({ name }) => name);
  const rows = report.services.map((service) => CSV_COLUMNS.map((column) => cell(column.value(service, report))));
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/**
 * A spreadsheet would run such a text as a formula. Source: OWASP ASVS 5.0, 1.2.10: characters "including '=', '+', '-', '@', '\t' (tab), and '\0'
 * (null character)" are "escaped with a single quote if they appear as the first character in a field value". Figures are not texts.
 */
const FORMULA = /^[=+\-@\t\r\0]/;

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
