/** The report's page: five figures, the downtime of each day, a table of the services, the longest outages, and notes. It prints on A4. */

import { addressPath, REPORT_DAYS, type ReportDays, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type {
  OutagesDocument,
  ReportDocument,
  ReportedIncidentDocument,
  ServiceReportDocument,
  TotalsDocument,
} from '../../core/documents/report/report-document';
import { MOST_REPORTED, type ReportPageDocument } from '../../core/documents/report/report-page-document';
import { minutesText } from '../../core/documents/words/days';
import { describeLeftOut } from '../../core/documents/words/figures-words';
import { NOTHING, plural, shortInstant } from '../../core/documents/words/format';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { Problems } from '../parts/problems';
import { DowntimeChart } from './downtime-chart';
import { availabilityText, HOW_TO_READ, isBeforeKnown, isUnknown, periodText, remarkLines } from './report-words';
import { ServiceTable } from './service-table';

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

/** The five main figures of a report, each with that of the previous period. */
function Tiles({ report }: ReportProps) {
  const { totals } = report;
  const { outages, withObjective, missed, missedBefore } = totals;
  const isKnown = isBeforeKnown(report);
  const outageTile = (name: string, textOf: (outages: OutagesDocument) => string, after = '') => {
    const before = isKnown ? totals.before.outages : null;
    const value = isUnknown(totals) ? NOTHING : textOf(outages);
    return { name, value, after, note: before === null ? '' : `${textOf(before)} before` };
  };
  const tiles = [
    { name: 'Uptime', value: availabilityText(totals), after: '', note: isKnown ? pointsText(totals) : '' },
    outageTile('Outages', ({ count }) => String(count), outages.open > 0 ? ` ${outages.open} open` : ''),
    outageTile('Downtime', ({ seconds }) => minutesText(seconds)),
    outageTile('Mean time to recovery', ({ meanRecoverySeconds: mean }) =>
      mean === null ? NOTHING : minutesText(mean),
    ),
    {
      name: 'Objectives met',
      value: withObjective === 0 ? NOTHING : String(withObjective - missed),
      after: withObjective === 0 ? '' : ` of ${withObjective}`,
      note:
        withObjective === 0
          ? 'no objectives'
          : `${missed} missed${missedBefore === null || !isKnown ? '' : `, ${missedBefore} before`}`,
    },
  ];
  return (
    <dl class="card tiles">
      {tiles.map(({ name, value, after, note }) => (
        <div>
          <dt>{name}</dt>
          <dd class="value">
            {value}
            <small>{after}</small>
          </dd>
          {note !== '' && <dd class="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The change of the uptime: `−0.04 points`. */
function pointsText({ availability, before }: TotalsDocument): string {
  if (availability === null || before.availability === null) return '';
  const points = 100 * (availability - before.availability);
  const text = Math.abs(points).toFixed(2);
  return text === '0.00' ? '±0 points' : `${points < 0 ? '−' : '+'}${text} points`;
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
