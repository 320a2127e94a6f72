/** A report as Markdown, such as for an issue or a wiki. */

import type { ReportDocument } from '../../lambda/core/documents/report/report-document';
import { neutralize } from '../../lambda/core/message/neutralize';
import {
  HOW_TO_READ,
  periodText,
  REPORT_COLUMNS,
  remarkLines,
  serviceRemarks,
  shownServices,
  totalLines,
} from '../../lambda/view/report/report-words';

/** The most incidents that are listed with a service. */
const INCIDENTS = 20;

export function renderReportMarkdown(report: ReportDocument): string {
  const services = shownServices(report);
  const rows = services.map((service) =>
    REPORT_COLUMNS.map(({ textOf }, index) => {
      const text = textOf(service, report.period);
      // A service's own texts may contain anything; its id may not.
      return index === 0 ? text : neutralize(text);
    }),
  );
  const remarks = services.flatMap((service) => {
    const lines = serviceRemarks(service, report, INCIDENTS);
    return lines.length === 0
      ? []
      : ['', `### ${service.service}`, '', ...lines.map((line) => `- ${neutralize(line)}`)];
  });
  const head = REPORT_COLUMNS.map(({ title }) => title);
  return [
    `# ${report.deployment}: ${periodText(report)}`,
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
