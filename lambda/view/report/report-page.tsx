/** A report as one HTML file: it needs no script and nothing from elsewhere, so it can be sent and printed. */

import { raw } from 'hono/html';
import { type HistoryView, historyView } from '../../core/documents/facts/history-view';
import type { KnownService } from '../../core/documents/facts/known';
import { NOTHING } from '../../core/documents/words/format';
import type { Percentiles } from '../../core/history/response-times';
import { isMissed } from '../../core/report/period-standings';
import type { Report, ShownReport } from '../../core/report/report';
import { changeOf } from '../../core/report/service-report';
import { PercentileFigures, ResponseCurve } from '../charts/response-curve';
import { Strip } from '../charts/strip';
import { STYLE } from '../parts/style';
import { REPORT_STYLE } from './report-style';
import {
  changeText,
  HOW_TO_READ,
  minuteOf,
  periodText,
  REPORT_COLUMNS,
  remarkLines,
  serviceRemarks,
  totalLines,
} from './report-words';

/** How many of its incidents are listed with a service: all that are kept. */
const INCIDENTS = 40;
/** The columns whose texts may be long. */
const LONG: readonly string[] = ['Objective', 'Version'];
/** A bar for each day of three months. */
const MOST_BARS = 92;
const WIDE = 900;

interface ReportProps {
  readonly report: Report<KnownService>;
}

/** The whole document, as HTML text. */
export function renderReportPage(report: Report<KnownService>): string {
  const title = `${report.deployment}: ${periodText(report.period, report.now)}`;
  return `<!doctype html>${(
    (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          {/* Otherwise a browser asks for one. */}
          <link rel="icon" href="data:," />
          <style>{raw(`${STYLE}\n${REPORT_STYLE}`)}</style>
        </head>
        <body class="sw paper">
          <header>
            <h1>{report.deployment}</h1>
            <p>{periodText(report.period, report.now)}</p>
          </header>
          <main>
            <Sums report={report} />
            <Table report={report} />
            {report.shown.map((one) => (
              <OneService one={one} report={report} />
            ))}
          </main>
          <footer>
            Made at {minuteOf(report.now)} UTC by statuswatch. {HOW_TO_READ}
          </footer>
        </body>
      </html>
    )
  ).toString()}`;
}

function Sums({ report }: ReportProps) {
  return (
    <section aria-label="All services">
      <ul class="sums">
        {totalLines(report).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      {remarkLines(report).map((line) => (
        <p class="none">{line}</p>
      ))}
    </section>
  );
}

function Table({ report: { shown } }: ReportProps) {
  return (
    <section class="table" aria-labelledby="services-title">
      <h2 id="services-title">Services, the worst first</h2>
      <table>
        <thead>
          <tr>
            {REPORT_COLUMNS.map(([title]) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ report }) => (
            <tr class={report.standings.some(isMissed) ? 'missed' : ''}>
              {REPORT_COLUMNS.map(([title, textOf], index) =>
                index === 0 ? (
                  <th scope="row">{textOf(report)}</th>
                ) : (
                  <td class={LONG.includes(title) ? 'long' : title}>{textOf(report)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface OneServiceProps extends ReportProps {
  readonly one: ShownReport<KnownService>;
}

function OneService({ one: { report: own, drawn }, report }: OneServiceProps) {
  const { period, now } = report;
  const span = { kind: 'time', from: period.from, to: Math.min(period.to, now) } as const;
  const history = historyView(report, drawn, span, MOST_BARS);
  const remarks = serviceRemarks(own, report, INCIDENTS);
  return (
    <section class="one" aria-labelledby={`of-${own.id}`}>
      <h2 id={`of-${own.id}`}>{own.id}</h2>
      <p class="facts">
        {REPORT_COLUMNS.slice(1)
          .map(([title, textOf]) => [title, textOf(own)])
          .filter(([title, text]) => !/^p\d/.test(title ?? '') && text !== NOTHING)
          .map(([title, text]) => `${title} ${text}`)
          .join(' · ')}
      </p>
      {history.whole.checks > 0 && <Drawn history={history} change={changeOf(own)} now={now} />}
      {remarks.length > 0 && (
        <ul>
          {remarks.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface DrawnProps {
  readonly history: HistoryView;
  readonly change: Percentiles | null;
  readonly now: number;
}

const NAMES = ['p50', 'p95', 'p99'] as const;

function Drawn({ history, change, now }: DrawnProps) {
  return (
    <>
      <Strip history={history} now={now} />
      <p class="axis">
        <span>{minuteOf(history.bars[0]?.from ?? history.whole.from)} UTC</span>
        <span>{minuteOf(history.whole.to)} UTC</span>
      </p>
      {history.responseMs !== null && (
        <>
          <p class="facts">
            Response time <PercentileFigures history={history} />
            {change !== null && `· changed by ${NAMES.map((name) => changeText(change[name])).join(', ')}`}
          </p>
          <ResponseCurve history={history} width={WIDE} height={48} />
        </>
      )}
    </>
  );
}
