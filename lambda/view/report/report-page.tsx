/** A report as one HTML file: it needs no script and nothing from elsewhere, so it can be sent and printed. */

import { raw } from 'hono/html';
import type { ReportDocument } from '../../core/documents/report/report-document';
import { CHARTS_STYLE } from '../charts/charts-style';
import { BASE_STYLE } from '../parts/style';
import { Report } from './report';
import { REPORT_STYLE } from './report-style';
import { minuteOf, periodText } from './report-words';

/** The whole document, as HTML text. */
export function renderReportPage(report: ReportDocument): string {
  return `<!doctype html>${(
    (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>
            Service report: {report.deployment}, {periodText(report)}
          </title>
          {/* Otherwise a browser asks for an icon. */}
          <link rel="icon" href="data:," />
          <style>{raw(`${BASE_STYLE}\n${CHARTS_STYLE}\n${REPORT_STYLE}`)}</style>
        </head>
        <body class="sw paper">
          <main>
            <Report report={report} />
          </main>
          <footer>Made at {minuteOf(report.madeAt)} UTC by statuswatch.</footer>
        </body>
      </html>
    )
  ).toString()}`;
}
