/** What the page and the widget say of all services at first: a headline, how many are in which way, and what a strip stands for. */

import type { Child } from 'hono/jsx';
import { addressPath, START } from '../../core/documents/address';
import { countGlances } from '../../core/documents/facts/glance';
import type { Known } from '../../core/documents/facts/known';
import { lastKnown } from '../../core/documents/facts/service-view';
import { beginningsOf, headlineOf, news, wholeOf } from '../../core/documents/facts/summary';
import { type Glance, shownWord } from '../../core/documents/state';
import type { LinkTarget } from '../controls/link-target';
import { Shape } from '../parts/state-marks';
import { Time } from '../parts/time';

interface SummaryProps {
  readonly known: Known;
  readonly target: LinkTarget;
}

/** `children` stand at its end. */
export function Summary({ known, target, children }: SummaryProps & { readonly children?: Child }) {
  const whole = wholeOf(known);
  return (
    <header class={`summary ${whole}`} data-summary={news(known)}>
      <h1>
        <Shape state={whole === 'failing' ? 'unreachable' : whole} /> {headlineOf(known)}
      </h1>
      <InCommon known={known} />
      <Chips known={known} target={target} />
      {children}
    </header>
  );
}

/** What those that are down have in common. */
function InCommon({ known }: Pick<SummaryProps, 'known'>) {
  const found = beginningsOf(known);
  if (found === null) return null;
  const { text, from, to, group } = found;
  return (
    <p class="beginnings">
      {text} <Time at={from} now={known.now} />
      {to !== null && (
        <>
          {' '}
          to <Time at={to} now={known.now} />
        </>
      )}
      {group !== null && ` · ${group}`}
    </p>
  );
}

/** Each leads to the services that it counts; a widget has no such ways. */
function Chips({ known, target }: SummaryProps) {
  const counts = countGlances(known);
  if (known.services.every((service) => lastKnown(service) === null)) return null;
  return (
    <ul class="chips">
      {counts.map(([glance, count]) => (
        <li class={glance}>
          {target.kind === 'page' ? (
            <a href={addressPath({ ...START, range: target.address.range, show: glance })}>
              <Count glance={glance} count={count} />
            </a>
          ) : (
            <span>
              <Count glance={glance} count={count} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Count({ glance, count }: { readonly glance: Glance; readonly count: number }) {
  return (
    <>
      <Shape state={glance === 'down' ? 'unreachable' : glance} /> <strong>{count}</strong> {shownWord(glance)}
    </>
  );
}

interface CheckedProps {
  readonly known: Known;
  /** Whether all that is known comes from a store: the services may have been checked since. */
  readonly isStored?: boolean;
}

/** When the services were checked last. */
export function Checked({ known, isStored = false }: CheckedProps) {
  const checkedAt = Math.max(0, ...known.services.map((service) => lastKnown(service)?.at ?? 0));
  if (checkedAt === 0) return null;
  const time = <Time at={checkedAt} now={known.now} exact />;
  if (isStored) return <span class="when">as of {time} UTC, the last check that is stored</span>;
  return (
    <span class="when">
      checked <span data-ago={checkedAt}>{time}</span>
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
