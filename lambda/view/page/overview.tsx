/** The head of the overview: a headline, what failing services have in common, and the number of services in each state. */

import type { Child } from 'hono/jsx';
import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { OverviewDocument } from '../../core/documents/page-document';
import { SUMMARY_STATES, type SummaryState, shownWord, summaryStateOf } from '../../core/documents/state';
import { describeMs, describeShare } from '../../core/documents/words/format';
import { headlineOf, news } from '../../core/documents/words/summary-words';
import { capitalized } from '../../core/words/capitalized';
import { roughDuration } from '../../core/words/duration';
import { StripLegend } from '../charts/strip-legend';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';

interface SummaryProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
}

interface HeadProps extends SummaryProps {
  /** All services together; a wallboard has no more than its deployment. */
  readonly overview?: OverviewDocument | null;
  readonly children?: Child;
}

/** Draws the head; `children` are at its end. */
export function Summary({ deployment, address, overview = null, children }: HeadProps) {
  const { whole } = deployment;
  const isWell = isAllWell(deployment);
  return (
    <header class={`summary ${whole}`} data-summary={news(deployment)}>
      <h1>
        <StateIcon state={whole === 'failing' ? 'down' : whole} /> {headline(deployment)}
      </h1>
      <Cause deployment={deployment} />
      {isWell && overview !== null ? (
        <WellSince overview={overview} now={Date.parse(deployment.at)} />
      ) : (
        <Chips deployment={deployment} address={address} />
      )}
      {children}
    </header>
  );
}

/** Returns whether all services are healthy, so that there is nothing to filter. */
export function isAllWell({ checkedAt, counts, services }: DeploymentDocument): boolean {
  return checkedAt !== null && counts.healthy === services.length;
}

function headline(deployment: DeploymentDocument): string {
  const { length } = deployment.services;
  return isAllWell(deployment) && length > 1 ? `All ${length} healthy` : headlineOf(deployment);
}

/** Draws when and where the services that are down failed; for a single one, its name. */
function Cause({ deployment }: { readonly deployment: DeploymentDocument }) {
  const { at, beginnings, services } = deployment;
  const now = Date.parse(at);
  if (beginnings === null) return <OnlyDown services={services} now={now} />;
  return (
    <p class="beginnings">
      <Beginnings beginnings={beginnings} now={now} />
    </p>
  );
}

interface BeginningsProps {
  readonly beginnings: NonNullable<DeploymentDocument['beginnings']>;
  readonly now: number;
}

/** `ledger first, at 07:00 · all in payments`. */
export function Beginnings({ beginnings: { text, from, to, first, group }, now }: BeginningsProps) {
  return (
    <>
      {first === null ? `${capitalized(text)} ` : `${first} first, at `}
      <Time at={Date.parse(from)} now={now} />
      {first === null && to !== null && (
        <>
          {' '}
          to <Time at={Date.parse(to)} now={now} />
        </>
      )}
      {group !== null && ` · ${group}`}
    </>
  );
}

interface OnlyProps {
  readonly services: DeploymentDocument['services'];
  readonly now: number;
}

function OnlyDown({ services, now }: OnlyProps) {
  const down = services.filter(({ shown }) => summaryStateOf(shown) === 'down');
  const [one] = down;
  if (one === undefined || down.length > 1 || one.stateSince === null || services.length === 1) return null;
  return (
    <p class="beginnings">
      {one.service}, since <Time at={Date.parse(one.stateSince)} now={now} />
      {one.group !== null && ` · in ${one.group}`}
    </p>
  );
}

interface WellProps {
  readonly overview: OverviewDocument;
  readonly now: number;
}

/** The shortest time that counts as a month. */
const MONTH_MS = 29.5 * 86_400_000;

/** `No incidents for 3 d · 99.97 % over 30 days · p95 156 ms`. */
function WellSince({ overview: { open, whole }, now }: WellProps) {
  const { lastEnd, uptime, p95Ms } = whole;
  return (
    <p class="beginnings">
      {open.count === 0 && lastEnd === null && 'No incidents yet'}
      {lastEnd !== null && (
        <>
          No incidents for <b>{roughDuration(now - Date.parse(lastEnd))}</b>
        </>
      )}
      {uptime !== null && uptime.checks > 0 && (
        <>
          {open.count === 0 && ' · '}
          <b>{describeShare(uptime.checks - uptime.failed, uptime.checks)}</b> over{' '}
          {lengthOf(now - Date.parse(uptime.since))}
        </>
      )}
      {p95Ms !== null && (
        <>
          {' · p95 '}
          <b>{describeMs(p95Ms)}</b>
        </>
      )}
    </p>
  );
}

function lengthOf(milliseconds: number): string {
  return milliseconds >= MONTH_MS ? '30 days' : roughDuration(milliseconds);
}

/** Draws the chips, each of which links to the services that it counts. */
function Chips({ deployment: { checkedAt, counts }, address }: SummaryProps) {
  if (checkedAt === null) return null;
  return (
    <ul class="chips">
      {SUMMARY_STATES.map((summaryState) => {
        const count = counts[summaryState];
        if (count === undefined) return null;
        return (
          <li class={summaryState}>
            <Chip summaryState={summaryState} count={count} address={address} />
          </li>
        );
      })}
    </ul>
  );
}

interface ChipProps {
  readonly summaryState: SummaryState;
  readonly count: number;
  readonly address: Address;
}

/** Draws a state with its count: a link to its services, or back to all services if it is selected. */
function Chip({ summaryState, count, address }: ChipProps) {
  const inside = (
    <>
      <StateIcon state={summaryState} /> <strong>{count}</strong> {shownWord(summaryState)}
    </>
  );
  const { range, show } = address;
  const isChosen = show === summaryState;
  return (
    <a
      href={addressPath({ ...START, range, show: isChosen ? START.show : summaryState })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {inside}
    </a>
  );
}

interface CheckedProps {
  readonly deployment: DeploymentDocument;
}

/** Draws the time of the last check. */
export function Checked({ deployment: { at, checkedAt } }: CheckedProps) {
  if (checkedAt === null) return null;
  const checked = Date.parse(checkedAt);
  const time = <Time at={checked} now={Date.parse(at)} exact />;
  return (
    <span class="when">
      Checked <span data-ago={checked}>{time}</span>
    </span>
  );
}

interface LegendProps {
  readonly rows: OverviewDocument['rows'];
}

/** Draws the legend for the bars of the listed services; nothing if none is listed. */
export function Legend({ rows }: LegendProps) {
  if (rows.length === 0) return null;
  return (
    <div class="legend">
      <StripLegend strips={rows.map(({ strip }) => strip)} />
      <p>Newest on the right</p>
    </div>
  );
}
