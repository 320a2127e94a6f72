/** The head of the overview: a headline, what failing services have in common, and the number of services in each state. */

import type { Child } from 'hono/jsx';
import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument, ServiceBrief } from '../../core/documents/deployment-document';
import { hasFailures } from '../../core/documents/history-document';
import type { OverviewDocument } from '../../core/documents/page-document';
import type { SilenceDocument } from '../../core/documents/service-document';
import {
  countedWord,
  isDown,
  isFailing,
  SUMMARY_STATES,
  type SummaryState,
  summaryStateOf,
} from '../../core/documents/state';
import { minutesText } from '../../core/documents/words/days';
import { describeShare } from '../../core/documents/words/format';
import { byWhom, covers } from '../../core/documents/words/silence-words';
import { headlineOf, news } from '../../core/documents/words/summary-words';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { roughDuration } from '../../core/words/duration';
import { StripLegend } from '../charts/legends';
import { isYoung } from '../charts/record';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';

interface SummaryProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
}

interface HeadProps extends SummaryProps {
  readonly overview: OverviewDocument;
  readonly children?: Child;
}

/** Draws the head; `children` are at its end. */
export function Summary({ deployment, address, overview, children }: HeadProps) {
  const { whole, worst } = deployment;
  const isWell = isAllWell(deployment);
  return (
    <header class={`summary ${whole}`} data-summary={news(deployment)}>
      <h1>
        {/* Services that only inform don't look like an outage. */}
        <StateIcon state={worst === 'down' && whole !== 'failing' ? whole : worst} />{' '}
        <Headline deployment={deployment} />
      </h1>
      <Cause deployment={deployment} rows={overview.rows} />
      {isWell && <WellSince overview={overview} now={Date.parse(deployment.at)} />}
      <Chips deployment={deployment} address={address} look={overview.look.length} />
      {children}
    </header>
  );
}

/** Returns whether all services are healthy, so that there is nothing to filter. */
export function isAllWell({ checkedAt, counts, services }: DeploymentDocument): boolean {
  return checkedAt !== null && counts.healthy === services.length;
}

/** Draws `All 6 healthy`, `9 of 14 down`, or for a single service `payment is down, silenced until 08:33`. */
function Headline({ deployment }: { readonly deployment: DeploymentDocument }) {
  const { at, services, worst } = deployment;
  if (isAllWell(deployment) && services.length > 1) return <>All {services.length} healthy</>;
  const one = onlyDown(deployment);
  if (one === null) return <>{headlineOf(deployment)}</>;
  const silence = silenceOf(one, deployment);
  if (silence === null) return <span>{one.service} is down</span>;
  return (
    <span>
      {one.service} is {worst === 'maintenance' ? 'in maintenance' : 'down, silenced'} until{' '}
      {silence.untilWell ? 'it is healthy' : <Time at={Date.parse(silence.until)} now={Date.parse(at)} />}
    </span>
  );
}

/** Returns the service that is down, if it is the only one; silenced ones count if no other is down. */
function onlyDown({ counts, services, worst }: DeploymentDocument): ServiceBrief | null {
  if (counts[worst] !== 1) return null;
  return services.find(({ shown, state }) => isFailing(state) && summaryStateOf(shown) === worst) ?? null;
}

/** Returns the silence that holds back alerts about a service that is down; `null` if none does. */
function silenceOf({ service, shown }: ServiceBrief, { silences }: DeploymentDocument): SilenceDocument | null {
  if (isDown(shown)) return null;
  return silences.find((silence) => covers(silence, service)) ?? null;
}

interface CauseProps {
  readonly deployment: DeploymentDocument;
  readonly rows: OverviewDocument['rows'];
}

/** Draws when and where the services that are down failed; for a single one, why. */
function Cause({ deployment, rows }: CauseProps) {
  const now = Date.parse(deployment.at);
  const { beginnings } = deployment;
  if (beginnings === null) return <OnlyCause deployment={deployment} rows={rows} />;
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

/** Draws `Connection refused since 06:54 · in shop`; while it is silenced, by whom and why. */
function OnlyCause({ deployment, rows }: CauseProps) {
  const one = onlyDown(deployment);
  if (one === null || one.stateSince === null) return null;
  const now = Date.parse(deployment.at);
  const { reason = null, message = null } = rows.find(({ service }) => service === one.service) ?? {};
  const silence = silenceOf(one, deployment);
  const found = reason === null ? 'Down' : capitalized(findingInLine({ reason, message: message ?? '' }));
  return (
    <p class="beginnings">
      {found} since <Time at={Date.parse(one.stateSince)} now={now} />
      {silence === null ? one.group !== null && ` · in ${one.group}` : `, nobody is notified. ${whyHeld(silence)}`}
    </p>
  );
}

/** `Silenced by ana: deploy of 2.5.0`, `Move to new disks`. */
function whyHeld({ planned, by, reason }: SilenceDocument): string {
  return planned ? capitalized(reason ?? '') : `Silenced${byWhom({ by, reason })}`;
}

interface WellProps {
  readonly overview: OverviewDocument;
  readonly now: number;
}

/** The shortest time that counts as a month. */
const MONTH_MS = 29.5 * 86_400_000;

/** `Last incident ended 2 h ago: search, 1 h 14 min · 99.94 % over 30 days`; in the first hour `Watching since 07:03 · 5 checks`. */
function WellSince({ overview: { rows, whole }, now }: WellProps) {
  const { last, uptime } = whole;
  const [begunAt] = rows.flatMap(({ past }) => past.begunAt ?? []).sort();
  if (begunAt !== undefined && rows.every(({ past }) => isYoung(past))) {
    const checks = Math.max(...rows.map(({ past }) => past.checks));
    const areGood = rows.every(({ past }) => !hasFailures(past));
    return (
      <p class="beginnings">
        Watching since <Time at={Date.parse(begunAt)} now={now} />
        {checks > 1 && ` · ${checks} checks${areGood ? ', all good' : ''}`}
      </p>
    );
  }
  return (
    <p class="beginnings">
      {last === null ? (
        'No incidents yet'
      ) : (
        <>
          Last incident ended {roughDuration(now - Date.parse(last.resolvedAt))} ago: <b>{last.service}</b>,{' '}
          {minutesText(last.durationSeconds)}
        </>
      )}
      {uptime !== null && uptime.checks > 0 && (
        <>
          {' · '}
          <b>{describeShare(uptime.checks - uptime.failed, uptime.checks)}</b> over{' '}
          {lengthOf(now - Date.parse(uptime.since))}
        </>
      )}
    </p>
  );
}

function lengthOf(milliseconds: number): string {
  return milliseconds >= MONTH_MS ? '30 days' : roughDuration(milliseconds);
}

interface ChipsProps extends SummaryProps {
  /** The number of lines that are worth a look. */
  readonly look: number;
}

/** Draws the chips, each of which links to what it counts. If all services are healthy, the headline has counted them. */
function Chips({ deployment, address, look }: ChipsProps) {
  const { checkedAt, counts, services, silences } = deployment;
  const isCounted = isAllWell(deployment);
  if (checkedAt === null || (isCounted && look === 0)) return null;
  const asked = silences.filter(({ planned }) => !planned);
  const isSilenced = ({ service, shown }: ServiceBrief) =>
    shown === 'healthy' && asked.some((silence) => covers(silence, service));
  const silenced = asked.length === 0 ? 0 : services.filter(isSilenced).length;
  return (
    <ul class="chips">
      {SUMMARY_STATES.map((summaryState) => {
        const count = counts[summaryState];
        if (count === undefined || isCounted) return null;
        return (
          <li class={summaryState}>
            <Chip summaryState={summaryState} count={count} address={address}>
              {summaryState === 'healthy' && silenced > 0 && `, ${silenced} of them silenced`}
            </Chip>
          </li>
        );
      })}
      {look > 0 && (
        <li>
          <a href="#worth-a-look">
            <StateIcon state="degraded" />
            <span>
              <strong>{look}</strong> worth a look
            </span>
          </a>
        </li>
      )}
    </ul>
  );
}

interface ChipProps {
  readonly summaryState: SummaryState;
  readonly count: number;
  readonly address: Address;
  readonly children?: Child;
}

/** Draws a state with its count: a link to its services, or back to all services if it is selected. */
function Chip({ summaryState, count, address, children }: ChipProps) {
  const { range, show } = address;
  const isChosen = show === summaryState;
  return (
    <a
      href={addressPath({ ...START, range, show: isChosen ? START.show : summaryState })}
      aria-current={isChosen ? 'true' : undefined}
    >
      <StateIcon state={summaryState} />
      <span>
        <strong>{count}</strong> {countedWord(summaryState)}
        {children}
      </span>
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
      <span class="wide">Checked </span>
      <span data-ago={checked}>{time}</span>
    </span>
  );
}

interface LegendProps {
  readonly rows: OverviewDocument['rows'];
}

/** Draws the legend for the bars of the listed services; in the first hour, when the list shows more. */
export function Legend({ rows }: LegendProps) {
  if (rows.length === 0) return null;
  if (rows.every(({ past }) => isYoung(past))) return <p class="legend">Uptime appears after the first hour.</p>;
  return (
    <div class="legend">
      <StripLegend strips={rows.map(({ strip }) => strip)} />
    </div>
  );
}
