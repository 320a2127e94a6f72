/** A service at a glance, in a row of the list; below it the reason why it is not healthy. */

import { type Address, addressPath } from '../../core/documents/address';
import type { ServiceRow as Row } from '../../core/documents/service-document';
import { isFailing, summaryStateOf } from '../../core/documents/state';
import { describeMs, describeShare } from '../../core/documents/words/format';
import { worstStanding } from '../../core/documents/words/objective-words';
import { cleanText } from '../../core/words/clean-text';
import { roughDuration } from '../../core/words/duration';
import { ResponseCurve } from '../charts/response-curve';
import { LineStrip } from '../charts/strip';
import { ActMenu } from '../controls/acts';
import type { PageControls } from '../controls/service-controls';
import { ServiceLink } from '../controls/service-link';
import { placeOf, type ShownAbove } from '../incidents/shown-above';
import { StateMark } from '../parts/state-marks';
import { BudgetLeft } from './objectives';
import { RowReason } from './row-reason';

/** A service as it is shown in a list. */
export interface RowProps {
  readonly row: Row;
  readonly now: number;
  readonly address: Address;
  /** The incidents that are shown above: the row links to them. */
  readonly above: ShownAbove;
  readonly controls: PageControls | null;
}

/** The most characters of a version: its column is narrow, and the details show the rest. */
export const VERSION_SHOWN = 12;

export function ServiceRow({ row, now, address, above, controls }: RowProps) {
  const { service: id, group, severity, state, shown, past, strip, changes } = row;
  const isPlain = !/[^h.]/.test(strip.states);
  return (
    <li
      class={`service ${summaryStateOf(shown)}${severity === 'info' ? ' minor' : ''}`}
      id={`service-${id}`}
      data-service={id}
      data-state={state}
    >
      <p class="is">
        <StateMark state={shown} />
      </p>
      <h3 class="who">
        <ServiceLink address={address} id={id}>
          {id}
        </ServiceLink>
        {group !== null && <OfGroup group={group} address={address} />}
      </h3>
      <For row={row} now={now} above={above} />
      <dl>
        <div class="response">
          <dt>Response</dt>
          <dd class={row.responseMs === null ? 'nothing' : undefined}>{responseOf(row)}</dd>
        </div>
        <div class="times">
          <dt>Trend</dt>
          <dd>{past.responseMs !== null && <ResponseCurve strip={strip} past={past} />}</dd>
        </div>
        <div class={isPlain ? 'checks plain' : 'checks'}>
          <dt>Checks</dt>
          <dd>
            <LineStrip strip={strip} past={past} changes={changes} now={now} />
          </dd>
        </div>
        <div class="share">
          <dt>Uptime of 30 days</dt>
          <dd>{uptimeOf(row)}</dd>
        </div>
        <div class="left">
          <dt>Error budget</dt>
          <dd>
            <BudgetLeft standing={worstStanding(row.objective)} />
          </dd>
        </div>
        <Version version={row.version} />
      </dl>
      <ActMenu service={row} controls={controls} />
      <RowReason row={row} now={now} />
    </li>
  );
}

function OfGroup({ group, address }: { readonly group: string; readonly address: Address }) {
  return (
    <a class="of" href={addressPath({ ...address, group, page: 1 })}>
      {group}
    </a>
  );
}

interface ForProps {
  readonly row: Row;
  readonly now: number;
  readonly above: ShownAbove;
}

/** Shows how long the service has not been healthy, with a link to its incident if that is shown above. */
function For({ row: { service: id, shown, stateSince }, now, above }: ForProps) {
  if (shown === 'healthy' || stateSince === null) return <span class="for" />;
  const place = above.places.has(id) ? placeOf(id) : null;
  const text = roughDuration(now - Date.parse(stateSince));
  return (
    <span class="for">
      <span class="hidden">for </span>
      {place === null ? (
        text
      ) : (
        <a href={`#${place}`}>
          {text}
          <span class="hidden">, its incident</span>
        </a>
      )}
    </span>
  );
}

/** Returns the response time of the last check, or p95 if a range is shown. */
function responseOf({ state, verdict, responseMs, strip, past }: Row): string {
  if (strip.stepMs !== null) return past.responseMs === null ? '' : describeMs(past.responseMs.p95);
  if (state === 'unknown' || verdict === null) return '';
  if (responseMs !== null) return describeMs(responseMs);
  return isFailing(state) ? 'No answer' : '';
}

/** Returns the uptime in words; empty without data. */
function uptimeOf({ uptime }: Row): string {
  return uptime === null || uptime.checks === 0 ? '' : describeShare(uptime.checks - uptime.failed, uptime.checks);
}

/** The version of the latest report; if there is none, of the last healthy report, in grey. */
function Version({ version }: { readonly version: Row['version'] }) {
  const name = cleanText(version?.name ?? '', VERSION_SHOWN);
  const isFormer = name !== '' && version?.isCurrent === false;
  return (
    <div class="version">
      <dt>Version</dt>
      <dd class={isFormer ? 'former' : undefined}>
        {name}
        {isFormer && <span class="hidden"> when last healthy</span>}
      </dd>
    </div>
  );
}
