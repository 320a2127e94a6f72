/** The services of a report in one table, the lowest uptime first. */

import { addressPath, START } from '../../core/documents/address';
import { stripOf } from '../../core/documents/history-document';
import type {
  ReportDocument,
  ReportedObjectiveDocument,
  ServiceReportDocument,
} from '../../core/documents/report/report-document';
import { shortDay } from '../../core/documents/words/days';
import { NOTHING } from '../../core/documents/words/format';
import { aimText } from '../../core/documents/words/objective-words';
import { Strip } from '../charts/strip';
import { StateIcon } from '../parts/state-marks';
import { PAGE_COLUMNS } from './report-columns';
import { availabilityText, shownServices } from './report-words';

interface TableProps {
  readonly report: ReportDocument;
}

/** The number of rows on a page of A4; more rows are lower. */
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
              {PAGE_COLUMNS.map(({ title }) => (
                <th scope="col" class={title}>
                  {title}
                </th>
              ))}
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
  const { service: id, history, objectives } = service;
  const now = Date.parse(report.madeAt);
  const available = objectives.find(({ aim }) => aim === 'availability') ?? null;
  return (
    <tr>
      <th scope="row">
        <a href={addressPath({ ...START, service: id })}>{id}</a>
      </th>
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
          <Strip strip={stripOf(history.points)} past={history.whole} changes={history.changes} now={now} />
        )}
      </td>
      {PAGE_COLUMNS.map(({ title, textOf }) => (
        <td class={title} data-label={title}>
          <Figure text={textOf(service, report.period)} />
        </td>
      ))}
    </tr>
  );
}

function Figure({ text }: { readonly text: string }) {
  return <span class={text === NOTHING || text === '0' ? 'figure nothing' : 'figure'}>{text}</span>;
}

interface BudgetProps extends TableProps {
  readonly objectives: readonly ReportedObjectiveDocument[];
}

/** The budget of the objective that has used most of it. */
function Budget({ objectives, report: { period } }: BudgetProps) {
  if (objectives.length === 0) return <Figure text={NOTHING} />;
  const seconds = (Date.parse(period.to) - Date.parse(period.from)) / 1_000;
  const used = Math.max(...objectives.map((objective) => usedOf(objective, seconds)));
  const percent = Math.round(100 * used);
  return (
    <span class={used > 1 ? 'budget missed' : 'budget'}>
      <svg aria-hidden="true">
        <rect class="whole" width="100%" height="100%" rx="3" />
        {percent > 0 && <rect class="part" width={`${Math.max(5, Math.min(100, percent))}%`} height="100%" rx="3" />}
      </svg>
      <span class="figure">{percent} %</span>
    </span>
  );
}

/** Returns the share of its budget that is used: above 1 if it is missed. */
function usedOf({ target, budgetLeftSeconds }: ReportedObjectiveDocument, lengthS: number): number {
  const budget = lengthS * (1 - target);
  return budget <= 0 ? 0 : Math.max(0, 1 - budgetLeftSeconds / budget);
}
