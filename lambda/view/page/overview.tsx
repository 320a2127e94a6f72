/** The head of the overview on the page and in the widget: a headline, how many services are in which state, and the legend of a strip. */

import type { Child } from 'hono/jsx';
import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { SUMMARY_STATES, type SummaryState, shownWord } from '../../core/documents/state';
import { headlineOf, news } from '../../core/documents/words/summary-words';
import type { LinkTarget } from '../controls/link-target';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';

interface SummaryProps {
  readonly deployment: DeploymentDocument;
  readonly target: LinkTarget;
}

/** `children` are at its end. */
export function Summary({ deployment, target, children }: SummaryProps & { readonly children?: Child }) {
  const { whole } = deployment;
  return (
    <header class={`summary ${whole}`} data-summary={news(deployment)}>
      <h1>
        <StateIcon state={whole === 'failing' ? 'down' : whole} /> {headlineOf(deployment)}
      </h1>
      <InCommon deployment={deployment} />
      <Chips deployment={deployment} target={target} />
      {children}
    </header>
  );
}

/** The common beginning of the failing services. */
function InCommon({ deployment: { at, beginnings } }: { readonly deployment: DeploymentDocument }) {
  if (beginnings === null) return null;
  const { text, from, to, group } = beginnings;
  const now = Date.parse(at);
  return (
    <p class="beginnings">
      {text} <Time at={Date.parse(from)} now={now} />
      {to !== null && (
        <>
          {' '}
          to <Time at={Date.parse(to)} now={now} />
        </>
      )}
      {group !== null && ` · ${group}`}
    </p>
  );
}

/** Each chip links to the services that it counts; a widget has no such links. */
function Chips({ deployment: { checkedAt, counts }, target }: SummaryProps) {
  if (checkedAt === null) return null;
  return (
    <ul class="chips">
      {SUMMARY_STATES.map((summaryState) => {
        const count = counts[summaryState];
        if (count === undefined) return null;
        return (
          <li class={summaryState}>
            {target.kind === 'page' ? (
              <a href={addressPath({ ...START, range: target.address.range, show: summaryState })}>
                <Count summaryState={summaryState} count={count} />
              </a>
            ) : (
              <span>
                <Count summaryState={summaryState} count={count} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Count({ summaryState, count }: { readonly summaryState: SummaryState; readonly count: number }) {
  return (
    <>
      <StateIcon state={summaryState} /> <strong>{count}</strong> {shownWord(summaryState)}
    </>
  );
}

interface CheckedProps {
  readonly deployment: DeploymentDocument;
  /** Whether all data comes from a store: the services may have been checked since. */
  readonly isStored?: boolean;
}

/** The time of the last check. */
export function Checked({ deployment: { at, checkedAt }, isStored = false }: CheckedProps) {
  if (checkedAt === null) return null;
  const checked = Date.parse(checkedAt);
  const time = <Time at={checked} now={Date.parse(at)} exact />;
  if (isStored) return <span class="when">as of {time} UTC, the last check that is stored</span>;
  return (
    <span class="when">
      Checked <span data-ago={checked}>{time}</span>
    </span>
  );
}

export function Legend() {
  return (
    <p class="legend">
      Checks: a short bar is healthy, a tall one is not, a low one is planned maintenance, a dot is not known. The
      newest is on the right.
    </p>
  );
}
