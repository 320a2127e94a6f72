/** A report as one HTML file: it needs no script and nothing from elsewhere, so it can be sent and printed. */

import { raw } from 'hono/html';
import { type HistoryDocument, stripOf } from '../../core/documents/history-document';
import type { ReportDocument, ServiceReportDocument } from '../../core/documents/report/report-document';
import { NOTHING } from '../../core/documents/words/format';
import { Curve } from '../charts/charts';
import { CHARTS_STYLE } from '../charts/charts-style';
import { Strip } from '../charts/strip';
import { BASE_STYLE } from '../parts/style';
import { REPORT_STYLE } from './report-style';
import {
  HOW_TO_READ,
  hasMissed,
  minuteOf,
  PERCENTILES,
  periodText,
  REPORT_COLUMNS,
  remarkLines,
  serviceRemarks,
  shownServices,
  timeText,
  totalLines,
} from './report-words';

/** The most incidents that are listed with a service: all that are stored. */
const INCIDENTS = 40;
/** The columns whose texts may be long. */
const LONG: readonly string[] = ['Objective', 'Version'];
const WIDE = 900;

interface ReportProps {
  readonly report: ReportDocument;
}

/** The whole document, as HTML text. */
export function renderReportPage(report: ReportDocument): string {
  const title = `${report.deployment}: ${periodText(report)}`;
  return `<!doctype html>${(
    (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          {/* Otherwise a browser asks for an icon. */}
          <link rel="icon" href="data:," />
          <style>{raw(`${BASE_STYLE}\n${CHARTS_STYLE}\n${REPORT_STYLE}`)}</style>
        </head>
        <body class="sw paper">
          <header>
            <h1>{report.deployment}</h1>
            <p>{periodText(report)}</p>
          </header>
          <main>
            <Sums report={report} />
            <Table report={report} />
            {shownServices(report).map((service) => (
              <OneService service={service} report={report} />
            ))}
          </main>
          <footer>
            Made at {minuteOf(report.madeAt)} UTC by statuswatch. {HOW_TO_READ}
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

function Table({ report }: ReportProps) {
  return (
    <section class="table" aria-labelledby="services-title">
      <h2 id="services-title">Services, the worst first</h2>
      <table>
        <thead>
          <tr>
            {REPORT_COLUMNS.map(({ title }) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownServices(report).map((service) => (
            <tr class={hasMissed(service) ? 'missed' : ''}>
              {REPORT_COLUMNS.map(({ title, textOf }, index) =>
                index === 0 ? (
                  <th scope="row">{textOf(service, report.period)}</th>
                ) : (
                  <td class={LONG.includes(title) ? 'long' : title}>{textOf(service, report.period)}</td>
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
  readonly service: ServiceReportDocument;
}

function OneService({ service, report }: OneServiceProps) {
  const { service: id, history } = service;
  const remarks = serviceRemarks(service, report, INCIDENTS);
  const facts = REPORT_COLUMNS.slice(1)
    .filter(({ title }) => !PERCENTILES.some((name) => name === title))
    .map(({ title, textOf }) => ({ title, text: textOf(service, report.period) }))
    .filter(({ text }) => text !== NOTHING);
  return (
    <section class="one" aria-labelledby={`of-${id}`}>
      <h2 id={`of-${id}`}>{id}</h2>
      <p class="facts">{facts.map(({ title, text }) => `${title} ${text}`).join(' · ')}</p>
      {history !== null && history.whole.checks > 0 && <Course service={service} history={history} report={report} />}
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

interface CourseProps extends OneServiceProps {
  readonly history: HistoryDocument;
}

/** The strip of the period, and its response times. */
function Course({ service, history, report: { madeAt } }: CourseProps) {
  const { points, whole } = history;
  const { ms, p95Ms } = stripOf(points);
  const percentiles = PERCENTILES.map((name) => ({ name, text: `${name} ${timeText(service, name)}` }));
  return (
    <>
      <Strip history={history} now={Date.parse(madeAt)} />
      <p class="axis">
        <span>{minuteOf(points[0]?.from ?? whole.from)} UTC</span>
        <span>{minuteOf(whole.to)} UTC</span>
      </p>
      {service.responseMs !== null && (
        <>
          <p class="facts">
            Response time{' '}
            <span class="percentiles lines">
              {percentiles.map(({ name, text }) => (
                <span class={name}>{text}</span>
              ))}
            </span>
          </p>
          <Curve
            values={ms}
            second={p95Ms ?? []}
            label={`response times, ${percentiles.map(({ text }) => text).join(', ')}`}
            width={WIDE}
            height={48}
          />
        </>
      )}
    </>
  );
}
