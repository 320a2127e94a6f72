/** All services at a glance: one sentence that sums them up, each service, and what has happened. */

import { ownClockWarnings } from '../core/probe/clock-skew';
import { FAILURE_KINDS } from '../core/words/codes';
import type { Address } from './address';
import { Controls, NoneShown } from './controls';
import type { Known, KnownService } from './known';
import type { LinkTarget } from './link-target';
import { AlertRecords, allKept, IncidentRecords } from './records';
import { ServiceRow } from './service-row';
import { type Span, spanOf, stateOf } from './service-view';
import type { State } from './state';
import { Shape } from './state-marks';
import { news, summaryClauses, wholeOf } from './summary';
import { Time } from './time';

const PAGE_RECORDS = 10;
const WIDGET_RECORDS = 3;

export function Overview({ known, address }: { readonly known: Known; readonly address: Address }) {
  const target: LinkTarget = { kind: 'page', address };
  const shown = known.services.filter((service) => isShown(known, service, address));
  return (
    <>
      <Summary known={known} />
      <main>
        <Problems known={known} />
        <section aria-labelledby="services-title">
          <div class="toolbar">
            <h2 id="services-title">Services</h2>
            <Controls known={known} address={address} />
          </div>
          <ServiceList known={known} services={shown} span={spanOf(address.range, known.now)} target={target} />
          {shown.length === 0 && <NoneShown address={address} />}
          <Legend />
        </section>
        <div class="columns">
          <IncidentRecords known={known} of={allKept(known)} target={target} most={PAGE_RECORDS} />
          <AlertRecords known={known} of={allKept(known)} most={PAGE_RECORDS} />
        </div>
      </main>
    </>
  );
}

/** The overview without the parts that need addresses. */
export function WidgetOverview(props: { readonly known: Known; readonly span: Span; readonly target: LinkTarget }) {
  const { known, span, target } = props;
  return (
    <>
      <Summary known={known} isStored />
      <Problems known={known} />
      <ServiceList known={known} services={known.services} span={span} target={target} />
      <Legend />
      <div class="columns">
        <IncidentRecords known={known} of={allKept(known)} target={target} most={WIDGET_RECORDS} />
        <AlertRecords known={known} of={allKept(known)} most={WIDGET_RECORDS} />
      </div>
    </>
  );
}

interface SummaryProps {
  readonly known: Known;
  /** Whether all that is known comes from a store: the services may have been checked since. */
  readonly isStored?: boolean;
}

function Summary({ known, isStored = false }: SummaryProps) {
  const whole = wholeOf(known);
  const checkedAt = Math.max(0, ...known.services.map(({ state }) => state?.latest?.at ?? 0));
  return (
    <header class={`summary ${whole}`}>
      <h1>{known.deployment}</h1>
      <p class="sentence" data-summary={news(known)}>
        <Shape state={whole === 'failing' ? 'unreachable' : whole} />{' '}
        {summaryClauses(known).map(({ text, time }, index) => (
          <span>
            {index > 0 && ', '}
            {text}
            {time !== null && <> {time.replaceAll(' ', '\u00a0')}</>}
          </span>
        ))}
      </p>
      <p class="when">
        {checkedAt > 0 && (
          <>
            {isStored ? 'As of' : 'Last check'} <Time at={checkedAt} now={known.now} />
            {isStored && ', the last check that is stored'}
          </>
        )}
      </p>
    </header>
  );
}

/** What is wrong with the checker itself, its clock included. */
export function Problems({ known }: { readonly known: Known }) {
  const checks = known.services.flatMap(({ state }) => state?.latest ?? []);
  const problems = [...known.problems, ...ownClockWarnings(checks)];
  if (problems.length === 0) return null;
  return (
    <section class="problems" aria-labelledby="problems-title">
      <h2 id="problems-title">Trouble on the checker's own side</h2>
      <ul>
        {problems.map((problem) => (
          <li>{problem}</li>
        ))}
      </ul>
    </section>
  );
}

interface ServiceListProps {
  readonly known: Known;
  readonly services: readonly KnownService[];
  readonly span: Span;
  readonly target: LinkTarget;
}

const BY_URGENCY: readonly State[] = [...FAILURE_KINDS, 'unknown', 'healthy'];

/** Services that need attention come first; services of the same state stay in the config's order. */
function ServiceList({ known, services, span, target }: ServiceListProps) {
  const rankOf = (service: KnownService) => BY_URGENCY.indexOf(stateOf(known, service));
  const sorted = [...services].sort((left, right) => rankOf(left) - rankOf(right));
  if (sorted.length === 0) return null;
  return (
    <>
      <div class="columns-of" aria-hidden="true">
        {['State', 'Service', 'Response', 'Checks', 'Up', 'Memory', 'Version', 'Cert'].map((title) => (
          <span>{title}</span>
        ))}
      </div>
      <ul class="services">
        {sorted.map((service) => (
          <ServiceRow known={known} service={service} span={span} target={target} />
        ))}
      </ul>
    </>
  );
}

function isShown(known: Known, service: KnownService, { show, find }: Address): boolean {
  if (show === 'failing' && stateOf(known, service) === 'healthy') return false;
  return service.service.id.includes(find.trim().toLowerCase());
}

function Legend() {
  return (
    <p class="legend">
      Checks: a short bar is a healthy check, a tall one a failure, a dot none at all; ▲ restarted, ◆ another version.
      Newest on the right.
    </p>
  );
}
