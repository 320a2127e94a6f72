/** The report's page: five figures, the downtime of each day, a table of the services, the longest outages, and notes. It prints on A4. */

import { addressPath, REPORT_DAYS, type ReportDays, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type {
  ReportDocument,
  ReportedIncidentDocument,
  ServiceReportDocument,
} from '../../core/documents/report/report-document';
import { MOST_REPORTED, type ReportPageDocument } from '../../core/documents/report/report-page-document';
import { minutesText } from '../../core/documents/words/days';
import { describeLeftOut } from '../../core/documents/words/figures-words';
import { plural, shortInstant } from '../../core/documents/words/format';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { Problems } from '../parts/problems';
import { DowntimeChart } from './downtime-chart';
import { HOW_TO_READ, periodText, remarkLines } from './report-words';
import { ServiceTable } from './service-table';
import { Tiles } from './tiles';

interface ReportPageProps {
  readonly content: ReportPageDocument;
  readonly deployment: DeploymentDocument;
}

export function ReportPage({ content: { report, days }, deployment }: ReportPageProps) {
  const command = `statuswatch report${deployment.deployed ? ` --deployed ${deployment.deployment}` : ''}`;
  return (
    <main id="content">
      <Problems problems={deployment.problems} />
      <div class="report">
        <header class="title">
          <div>
            <h1>Service report: {deployment.deployment}</h1>
            {report !== null && <p>{periodText(report)}</p>}
          </div>
          {report !== null && <Choices days={days} />}
        </header>
        {report === null ? (
          <p>
            This page reports on up to {MOST_REPORTED} services. For more, use <code>{command}</code>
          </p>
        ) : (
          <>
            <Tiles report={report} />
            <DowntimeChart report={report} />
            <ServiceTable report={report} />
            <div class="bottom">
              <LongestOutages report={report} />
              <Notes report={report} />
            </div>
          </>
        )}
      </div>
    </main>
  );
}

function Choices({ days }: { readonly days: ReportDays }) {
  return (
    <nav aria-label="Time of the report">
      <ul class="choices">
        {REPORT_DAYS.map((choice) => (
          <li>
            <a
              href={addressPath({ ...START, of: 'report', days: choice })}
              aria-current={choice === days ? 'true' : undefined}
            >
              {choice} days
            </a>
          </li>
        ))}
      </ul>
      {/* The page's script shows it. */}
      <button type="button" id="print" hidden>
        Print
      </button>
    </nav>
  );
}

interface ReportProps {
  readonly report: ReportDocument;
}

/** The number of outages in the list. */
const LISTED = 5;

function LongestOutages({ report: { services, madeAt } }: ReportProps) {
  const outages = services
    .flatMap(outagesOf)
    .sort((left, right) => right.durationSeconds - left.durationSeconds)
    .slice(0, LISTED);
  return (
    <section aria-labelledby="longest-title">
      <h2 id="longest-title">Longest outages</h2>
      {outages.length === 0 ? (
        <p class="none">No outages in this period</p>
      ) : (
        <ul class="card longest">
          {outages.map(({ service, openedAt, resolvedAt, durationSeconds, ...incident }) => (
            <li>
              <time datetime={openedAt}>{shortInstant(Date.parse(openedAt), Date.parse(madeAt))}</time>
              <strong>{service}</strong>
              <span class="what">{outageReason(incident)}</span>
              <span class="figure">
                {minutesText(durationSeconds)}
                {resolvedAt === null && ' so far'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function outagesOf({ service, incidents }: ServiceReportDocument) {
  return incidents.filter(({ kind }) => kind === 'outage').map((incident) => ({ ...incident, service }));
}

/** `Answered 503: the database is away, version 2.4.1 → 2.5.0 at 09:27, 3 min before`. */
function outageReason({
  reason,
  message,
  clue,
}: Pick<ReportedIncidentDocument, 'reason' | 'message' | 'clue'>): string {
  return `${capitalized(findingInLine({ reason, message }))}${clue === null ? '' : `, ${clue}`}`;
}

function Notes({ report }: ReportProps) {
  const { totals } = report;
  const leftOut = describeLeftOut(totals);
  const lines = [
    `Uptime is the share of checks that found a service healthy: ${plural(totals.checks, 'check')} in total${leftOut === null ? '' : `, ${leftOut}`}.`,
    HOW_TO_READ,
    ...remarkLines(report),
  ];
  return (
    <section class="notes" aria-labelledby="notes-title">
      <h2 id="notes-title">Notes</h2>
      {lines.map((line) => (
        // Keeps figures and their units on one line.
        <p>{line.replaceAll(' %', '\u00a0%')}</p>
      ))}
    </section>
  );
}
