/** A report as text for a terminal. */

import type { ReportDocument, ServiceReportDocument } from '../../lambda/core/documents/report/report-document';
import {
  HOW_TO_READ,
  hasMissed,
  periodText,
  REPORT_COLUMNS,
  remarkLines,
  serviceRemarks,
  shownServices,
  totalLines,
} from '../../lambda/view/report/report-words';
import { terminalColors } from '../terminal/colors';
import { areWithin, cutAt, layOutRows, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Output } from '../terminal/terminal';

/** A table of all columns would be too wide for a terminal: these columns follow below the row of a service, if they have a value. */
const BELOW: readonly string[] = ['Objective', 'Restarts', 'Version', 'Maintenance'];
/** On a narrow terminal these columns follow below too, as many as necessary, the first first. */
const BELOW_IF_NARROW: readonly string[] = ['Recovery', 'Outages', 'p50', 'p99', 'p95', 'Availability'];
/** The most incidents that are listed with a service. */
const INCIDENTS = 3;
const NOTHING: readonly string[] = ['–', '0'];

export function renderReportText(report: ReportDocument, { color, out }: Output): string {
  const colors = terminalColors(color);
  const columns = columnsOf(out);
  const wrapped = (line: string) => wrapAt(line, columns, '  ', '    ');
  const services = shownServices(report);
  const paint = (service: ServiceReportDocument) => (isBad(service) ? colors.red : colors.bold);
  const tableWithout = (moved: readonly string[]) => {
    const inTable = REPORT_COLUMNS.filter(({ title }) => !moved.includes(title));
    const rows = services.map((service) =>
      inTable.map(({ title, textOf }) => {
        const text = textOf(service, report.period);
        return title === 'Service' ? paint(service)(text) : text;
      }),
    );
    return layOutRows([inTable.map(({ title }) => colors.dim(title.toUpperCase())), ...rows]);
  };
  const choices = Array.from({ length: BELOW_IF_NARROW.length + 1 }, (_, count) => [
    ...BELOW_IF_NARROW.slice(0, count),
    ...BELOW,
  ]);
  const moved = choices.find((titles) => areWithin(tableWithout(titles), columns)) ?? (choices.at(-1) as string[]);
  const [header = '', ...lines] = tableWithout(moved).map((line) => cutAt(line, columns));
  const below = services.map((service) => {
    const more = belowText(service, report, moved);
    return [...(more === '' ? [] : [more]), ...serviceRemarks(service, report, INCIDENTS)].map((line) =>
      wrapAt(`└ ${line}`, columns, '    ', '      '),
    );
  });
  return [
    wrapped(`${colors.bold(report.deployment)}, ${periodText(report)}`),
    ...totalLines(report).map(wrapped),
    '',
    header,
    ...lines.flatMap((line, index) => [line, ...(below[index] ?? [])]),
    '',
    ...remarkLines(report).map(wrapped),
    wrapped(HOW_TO_READ),
  ].join('\n');
}

function isBad(service: ServiceReportDocument): boolean {
  return hasMissed(service) || service.outages.open > 0;
}

function belowText(service: ServiceReportDocument, { period }: ReportDocument, titles: readonly string[]): string {
  return REPORT_COLUMNS.filter(({ title }) => titles.includes(title))
    .map(({ title, textOf }) => ({ title: title.toLowerCase(), text: textOf(service, period) }))
    .filter(({ text }) => !NOTHING.includes(text))
    .map(({ title, text }) => `${title} ${text}`)
    .join(' · ');
}
