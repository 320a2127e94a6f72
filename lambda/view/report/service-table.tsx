/** The services of a report in one table, the lowest uptime first. */

import { stripOf } from '../../core/documents/history-document';
import type {
  ReportDocument,
  ReportedObjectiveDocument,
  ServiceReportDocument,
} from '../../core/documents/report/report-document';
import { shortDay } from '../../core/documents/words/days';
import { describeMs, NOTHING } from '../../core/documents/words/format';
import { aimText } from '../../core/documents/words/objective-words';
import { LineStrip } from '../charts/strip';
import { StateIcon } from '../parts/state-marks';
import { availabilityText, changeText, isUnknown, shownServices } from './report-words';
import { lengthText } from './tiles';

interface TableProps {
  readonly report: ReportDocument;
}

/** The rows of a page of A4; more are lower. */
const ON_A_PAGE = 14;

export function ServiceTable({ report }: TableProps) {
  const services = shownServices(report);
  const { services: all } = report.totals;
  const { period, madeAt } = report;
  const now = Date.parse(madeAt);
  return (
    <section class="services-of" aria-labelledby="services-title">
      <h2 id="services-title">
        Services{' '}
        <span class="count">
          lowest uptime first{all > services.length ? `, the worst ${services.length} of ${all}` : ''}
        </span>
      </h2>
      <div class="card">
        <table class={services.length > ON_A_PAGE ? 'worst' : undefined}>
          <thead>
            <tr>
              <th scope="col">Service</th>
              <th scope="col">Uptime / objective</th>
              <th scope="col">Budget used</th>
              <th scope="col" class="course">
                <span class="ends">
                  <span>{shortDay(Date.parse(period.from), now)}</span>
                  <span>{shortDay(Math.min(now, Date.parse(period.to) - 1), now)}</span>
                </span>
              </th>
              <th scope="col">Outages</th>
              <th scope="col">Downtime</th>
              <th scope="col" class="length">
                Longest
              </th>
              <th scope="col" class="p50">
                p50
              </th>
              <th scope="col">p95</th>
              <th scope="col" class="change">
                p95 change
              </th>
            </tr>
          </thead>
          <tbody>
            {services.map((service) => (
              <Row service={service} report={report} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ service, report }: TableProps & { readonly service: ServiceReportDocument }) {
  const { history, outages, responseMs, change, objectives } = service;
  const now = Date.parse(report.madeAt);
  const available = objectives.find(({ aim }) => aim === 'availability') ?? null;
  return (
    <tr>
      <th scope="row">{service.service}</th>
      <td class={available?.missed ? 'uptime missed' : 'uptime'} data-label="Uptime / objective">
        <span>
          {available?.missed && <StateIcon state="down" />}
          <strong>{availabilityText(service)}</strong>
          <span class="aim">{available !== null && ` / ${aimText(available)}`}</span>
          {available?.missed && <span class="hidden"> missed</span>}
        </span>
      </td>
      <td class="budget-used" data-label="Budget used">
        <Budget objectives={objectives} report={report} />
      </td>
      <td class="course">
        {history !== null && history.whole.checks > 0 && (
          <LineStrip strip={stripOf(history.points)} past={history.whole} changes={history.changes} now={now} />
        )}
      </td>
      <td data-label="Outages">
        <Figure text={isUnknown(service) ? NOTHING : String(outages.count)} isNothing={outages.count === 0} />
      </td>
      <td data-label="Downtime">
        <Figure text={outages.count === 0 ? NOTHING : lengthText(outages.seconds)} />
      </td>
      <td class="length" data-label="Longest">
        <Figure text={outages.count === 0 ? NOTHING : lengthText(outages.longestSeconds)} />
      </td>
      <td class="p50" data-label="p50">
        <Figure text={responseMs === null ? NOTHING : describeMs(responseMs.p50)} />
      </td>
      <td data-label="p95">
        <Figure text={responseMs === null ? NOTHING : describeMs(responseMs.p95)} />
      </td>
      <td class="change" data-label="p95 change">
        <Figure text={change === null ? NOTHING : changeText(change.p95)} isNothing={change?.p95 === 0} />
      </td>
    </tr>
  );
}

function Figure({ text, isNothing = text === NOTHING }: { readonly text: string; readonly isNothing?: boolean }) {
  return <span class={isNothing ? 'figure nothing' : 'figure'}>{text}</span>;
}

interface BudgetProps extends TableProps {
  readonly objectives: readonly ReportedObjectiveDocument[];
}

/** The budget of the objective that has used most of it. */
function Budget({ objectives, report: { period } }: BudgetProps) {
  const lengthS = (Date.parse(period.to) - Date.parse(period.from)) / 1_000;
  const [most] = objectives
    .map((objective) => ({ ...objective, used: usedOf(objective, lengthS) }))
    .sort((left, right) => right.used - left.used);
  if (most === undefined) return <Figure text={NOTHING} />;
  const percent = Math.round(100 * most.used);
  return (
    <span class={most.used > 1 ? 'budget missed' : 'budget'}>
      <svg aria-hidden="true">
        <rect class="whole" width="100%" height="100%" rx="3" />
        {percent > 0 && <rect class="part" width={`${Math.max(5, Math.min(100, percent))}%`} height="100%" rx="3" />}
      </svg>
      <span class="figure">{percent} %</span>
    </span>
  );
}

/** The share of its budget that is used: above 1 if it is missed. */
function usedOf({ target, budgetLeftSeconds }: ReportedObjectiveDocument, lengthS: number): number {
  const budget = lengthS * (1 - target);
  return budget <= 0 ? 0 : Math.max(0, 1 - budgetLeftSeconds / budget);
}
