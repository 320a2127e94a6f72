/** A report as text for a terminal. */

import type { ReportDocument, ServiceReportDocument } from '../../lambda/core/documents/report/report-document';
import { NOTHING } from '../../lambda/core/documents/words/format';
import { SHOWN_COLUMNS } from '../../lambda/view/report/report-columns';
import {
  HOW_TO_READ,
  periodText,
  remarkLines,
  serviceRemarks,
  shownServices,
  totalLines,
} from '../../lambda/view/report/report-words';
import { terminalColors } from '../terminal/colors';
import { areWithin, cutAt, layOutRows, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Output } from '../terminal/terminal';

/** The most incidents that are listed with a service. */
const INCIDENTS = 3;
/** The steps in which columns move below the rows on a narrow terminal. */
const STEPS = [...new Set(SHOWN_COLUMNS.flatMap(({ below }) => below ?? []))].sort((left, right) => left - right);

export function renderReportText(report: ReportDocument, { color, out }: Output): string {
  const colors = terminalColors(color);
  const columns = columnsOf(out);
  const wrapped = (line: string) => wrapAt(line, columns, '  ', '    ');
  const services = shownServices(report);
  const tableAfter = (step: number) => {
    const inTable = SHOWN_COLUMNS.filter(({ below = Infinity }) => below > step);
    const rows = services.map((service) =>
      inTable.map(({ title, textOf }) => {
        const text = textOf(service, report.period);
        return title === 'Service' ? (isBad(service) ? colors.red : colors.bold)(text) : text;
      }),
    );
    return layOutRows([inTable.map(({ title }) => colors.dim(title.toUpperCase())), ...rows]);
  };
  const step = STEPS.find((one) => areWithin(tableAfter(one), columns)) ?? Math.max(...STEPS);
  const moved = SHOWN_COLUMNS.filter(({ below = Infinity }) => below <= step);
  const [header = '', ...lines] = tableAfter(step).map((line) => cutAt(line, columns));
  const below = services.map((service) => {
    const more = moved
      .map(({ title, textOf }) => ({ title: title.toLowerCase(), text: textOf(service, report.period) }))
      .filter(({ text }) => text !== NOTHING && text !== '0')
      .map(({ title, text }) => `${title} ${text}`);
    return [...(more.length === 0 ? [] : [more.join(' · ')]), ...serviceRemarks(service, report, INCIDENTS)].map(
      (line) => wrapAt(`└ ${line}`, columns, '    ', '      '),
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

function isBad({ objectives, outages }: ServiceReportDocument): boolean {
  return outages.open > 0 || objectives.some(({ missed }) => missed);
}
