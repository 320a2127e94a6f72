/** A report as Markdown, such as for an issue or a wiki. */

import { neutralize } from '../../lambda/core/message/neutralize';
import type { Report } from '../../lambda/core/report/report';
import {
  HOW_TO_READ,
  periodText,
  REPORT_COLUMNS,
  remarkLines,
  serviceRemarks,
  totalLines,
} from '../../lambda/view/report/report-words';

/** How many of its incidents are listed with a service. */
const INCIDENTS = 20;

export function renderReportMarkdown(report: Report<unknown>): string {
  const services = report.shown.map(({ report: one }) => one);
  const rows = services.map((one) =>
    // What a service says of itself may be any text; its id may not.
    REPORT_COLUMNS.map(([, textOf], index) => (index === 0 ? textOf(one) : neutralize(textOf(one)))),
  );
  const remarks = services.flatMap((one) => {
    const lines = serviceRemarks(one, report, INCIDENTS);
    return lines.length === 0 ? [] : ['', `### ${one.id}`, '', ...lines.map((line) => `- ${neutralize(line)}`)];
  });
  const head = REPORT_COLUMNS.map(([title]) => title);
  return [
    `# ${report.deployment}: ${periodText(report.period, report.now)}`,
    '',
    ...totalLines(report).map((line) => `- ${line}`),
    '',
    '## Services, the worst first',
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    ...remarks,
    '',
    ...remarkLines(report),
    HOW_TO_READ,
  ].join('\n');
}
