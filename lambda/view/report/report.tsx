/** A report: five figures, the downtime of each day, a table of the services, the longest outages, and what the figures mean. */

import type { Child } from 'hono/jsx';
import type { ReportDocument, ServiceReportDocument } from '../../core/documents/report/report-document';
import { describeLeftOut } from '../../core/documents/words/figures-words';
import { plural } from '../../core/documents/words/format';
import { DowntimeChart } from './downtime-chart';
import { longestOutages, outageReason } from './longest-outages';
import { factsOf, SHOWN_COLUMNS } from './report-columns';
import { spanText } from './report-times';
import { HOW_TO_READ, incidentText, remarkLines, serviceRemarks, shownServices } from './report-words';
import { ServiceTable } from './service-table';
import { Tiles } from './tiles';

interface ReportProps {
  readonly report: ReportDocument;
}

/** `children` stand beside the title. */
export function Report({ report, children }: ReportProps & { readonly children?: Child }) {
  return (
    <div class="report">
      <header class="title">
        <div>
          <h1>Service report: {report.deployment}</h1>
          <p>{spanText(report)}</p>
        </div>
        {children}
      </header>
      <Tiles report={report} />
      <DowntimeChart report={report} />
      <ServiceTable report={report} />
      <div class="bottom">
        <LongestOutages report={report} />
        <Notes report={report} />
      </div>
      <More report={report} />
    </div>
  );
}

function LongestOutages({ report }: ReportProps) {
  const outages = longestOutages(report);
  return (
    <section aria-labelledby="longest-title">
      <h2 id="longest-title">Longest outages</h2>
      {outages.length === 0 ? (
        <p class="none">No outages in this period</p>
      ) : (
        <ul class="card longest">
          {outages.map(({ service, incident, began, lasted }) => (
            <li>
              <time datetime={incident.openedAt}>{began}</time>
              <strong>{service}</strong>
              <span class="what">{outageReason(incident)}</span>
              <span class="figure">{lasted}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Notes({ report }: ReportProps) {
  const { totals } = report;
  const leftOut = describeLeftOut(totals);
  return (
    <section class="notes" aria-labelledby="notes-title">
      <h2 id="notes-title">Notes</h2>
      <p>
        Uptime is the share of checks that found a service healthy: {plural(totals.checks, 'check')} in total
        {leftOut === null ? '.' : `, ${leftOut}.`}
      </p>
      <p>{unbroken(HOW_TO_READ)}</p>
      {remarkLines(report).map((line) => (
        <p>{unbroken(line)}</p>
      ))}
    </section>
  );
}

/** Keeps figures and their units on one line. */
function unbroken(text: string): string {
  return text.replaceAll(' %', '\u00a0%');
}

/** The rest of what is known of each service: not on paper. */
function More({ report }: ReportProps) {
  const services = shownServices(report);
  if (services.length === 0) return null;
  return (
    <details class="rest">
      <summary>Incidents and versions of each service</summary>
      {services.map((service) => (
        <MoreOf service={service} report={report} />
      ))}
    </details>
  );
}

const REST = SHOWN_COLUMNS.filter(({ isRest }) => isRest);
/** All that are stored. */
const INCIDENTS = 40;

function MoreOf({ service, report }: ReportProps & { readonly service: ServiceReportDocument }) {
  const { service: id, incidents } = service;
  const facts = factsOf(service, report.period, REST);
  const remarks = serviceRemarks(service, report, INCIDENTS).filter(
    (line) => !incidents.some((incident) => incidentText(incident) === line),
  );
  return (
    <section aria-labelledby={`of-${id}`}>
      <h3 id={`of-${id}`}>{id}</h3>
      <p>{[...facts.map(({ title, text }) => `${title}: ${text}`), ...remarks].join(' · ')}</p>
      <ul>
        {incidents.slice(-INCIDENTS).map((incident) => (
          <li>
            {incidentText(incident)}
            {incident.clue === null ? '' : ` (${incident.clue})`}
          </li>
        ))}
      </ul>
    </section>
  );
}
