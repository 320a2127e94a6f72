/** The services as a table for a CloudWatch dashboard, which has its own style of text, links and tables. */

import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { ServiceNow } from '../../core/documents/service-document';
import { isFailing, STATE_MARKS, shownWord, summaryStateOf } from '../../core/documents/state';
import { describeInstant } from '../../core/documents/words/format';
import { degradedWords } from '../../core/documents/words/incident-words';
import { news } from '../../core/documents/words/summary-words';
import { roughDuration } from '../../core/words/duration';
import { thousands } from '../../core/words/plural';

interface WidgetContent {
  readonly deployment: DeploymentDocument;
  /** The services that need attention first. */
  readonly rows: readonly ServiceNow[];
  /** The address of the deployed page, with a `/` at its end; `null` without a page. */
  readonly pageUrl: string | null;
}

export function renderWidget({ deployment, rows, pageUrl }: WidgetContent): string {
  const { at, checkedAt, problems, services } = deployment;
  const now = Date.parse(at);
  const more = services.length - rows.length;
  return (
    <div>
      <p>
        <strong>{news(deployment)}</strong>
        {checkedAt !== null && `, as of ${describeInstant(Date.parse(checkedAt), now)}`}
        {pageUrl !== null && (
          <>
            {' · '}
            <a href={pageUrl}>Open the page</a>
          </>
        )}
      </p>
      {problems.map((problem) => (
        <p>{problem}</p>
      ))}
      <table>
        <thead>
          <tr>
            {['Status', 'Service', 'For', 'Result', 'Response', 'Version'].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row row={row} now={now} pageUrl={pageUrl} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p>and {thousands(more)} more</p>}
    </div>
  ).toString();
}

function Row({
  row,
  now,
  pageUrl,
}: {
  readonly row: ServiceNow;
  readonly now: number;
  readonly pageUrl: string | null;
}) {
  const { service, shown, stateSince, responseMs, version } = row;
  return (
    <tr>
      <td>
        {STATE_MARKS[shown]} {shownWord(summaryStateOf(shown))}
      </td>
      <td>
        {pageUrl === null ? service : <a href={new URL(addressPath({ ...START, service }), pageUrl).href}>{service}</a>}
      </td>
      <td>{stateSince !== null && roughDuration(now - Date.parse(stateSince))}</td>
      <td>{resultOf(row)}</td>
      <td>{responseMs !== null && `${Math.round(responseMs)} ms`}</td>
      <td>{version?.name}</td>
    </tr>
  );
}

function resultOf({ state, message, conditions }: ServiceNow): string {
  if (isFailing(state)) return message ?? '';
  return conditions.length === 0 ? '' : degradedWords(conditions.map(({ code }) => code));
}
