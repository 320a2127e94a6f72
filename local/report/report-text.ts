/** A report as text for a terminal. */

import { isMissed } from '../../lambda/core/report/period-standings';
import type { Report } from '../../lambda/core/report/report';
import type { ServiceReport } from '../../lambda/core/report/service-report';
import {
  HOW_TO_READ,
  periodText,
  REPORT_COLUMNS,
  remarkLines,
  serviceRemarks,
  totalLines,
} from '../../lambda/view/report/report-words';
import { terminalColors } from '../terminal/colors';
import { areWithin, cutAt, layOutRows, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';

/** A table of all columns would be too wide for a terminal: these follow below the row of a service, if they say anything. */
const BELOW: readonly string[] = ['Objective', 'Restarts', 'Version', 'Maintenance'];
/** On a narrow terminal these do too, as many as have to, the first first. */
const BELOW_IF_NARROW: readonly string[] = ['Recovery', 'Outages', 'p50', 'p99', 'p95', 'Availability'];
/** How many of its incidents are listed with a service. */
const INCIDENTS = 3;
const NOTHING: readonly string[] = ['–', '0'];

export function renderReportText(report: Report<unknown>, { color, out }: Pick<Terminal, 'color' | 'out'>): string {
  const colors = terminalColors(color);
  const columns = columnsOf(out);
  const wrapped = (line: string) => wrapAt(line, columns, '  ', '    ');
  const paint = (one: ServiceReport) => (isBad(one) ? colors.red : colors.bold);
  const tableWithout = (moved: readonly string[]) => {
    const inTable = REPORT_COLUMNS.filter(([title]) => !moved.includes(title));
    const rows = report.shown.map(({ report: one }) =>
      inTable.map(([title, textOf]) => (title === 'Service' ? paint(one)(textOf(one)) : textOf(one))),
    );
    return layOutRows([inTable.map(([title]) => colors.dim(title.toUpperCase())), ...rows]);
  };
  const choices = Array.from({ length: BELOW_IF_NARROW.length + 1 }, (_, count) => [
    ...BELOW_IF_NARROW.slice(0, count),
    ...BELOW,
  ]);
  const moved = choices.find((titles) => areWithin(tableWithout(titles), columns)) ?? (choices.at(-1) as string[]);
  const [header = '', ...lines] = tableWithout(moved).map((line) => cutAt(line, columns));
  const below = report.shown.map(({ report: one }) => {
    const more = belowText(one, moved);
    return [...(more === '' ? [] : [more]), ...serviceRemarks(one, report, INCIDENTS)].map((line) =>
      wrapAt(`└ ${line}`, columns, '    ', '      '),
    );
  });
  return [
    ...[`${colors.bold(report.deployment)}, ${periodText(report.period, report.now)}`, ...totalLines(report)].map(
      wrapped,
    ),
    '',
    header,
    ...lines.flatMap((line, index) => [line, ...(below[index] ?? [])]),
    '',
    ...remarkLines(report).map(wrapped),
    wrapped(HOW_TO_READ),
  ].join('\n');
}

function isBad({ standings, incidentSums }: ServiceReport): boolean {
  return standings.some(isMissed) || incidentSums.open > 0;
}

function belowText(one: ServiceReport, titles: readonly string[]): string {
  return REPORT_COLUMNS.filter(([title]) => titles.includes(title))
    .map(([title, textOf]) => [title.toLowerCase(), textOf(one)] as const)
    .filter(([, text]) => !NOTHING.includes(text))
    .map(([title, text]) => `${title} ${text}`)
    .join(' · ');
}
