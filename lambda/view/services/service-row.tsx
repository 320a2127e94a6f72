/** One service at a glance, in a line; what nothing else on the view has told stands below it. */

import { isNearlyFull } from '../../core/condition/memory-full';
import { addressPath } from '../../core/documents/address';
import { shownAs } from '../../core/documents/facts/glance';
import { type HistoryView, historyView, isLost, mostBars } from '../../core/documents/facts/history-view';
import type { Known, KnownService } from '../../core/documents/facts/known';
import {
  ackDocumentOn,
  type Span,
  silencesOn,
  sinceOf,
  standingsOn,
  stateOf,
} from '../../core/documents/facts/service-view';
import { placeOf, type Told } from '../../core/documents/facts/told';
import { isFailing, type State } from '../../core/documents/state';
import { figuresOf } from '../../core/documents/words/figures-words';
import { describeMs, describeShare } from '../../core/documents/words/format';
import { worstStanding } from '../../core/documents/words/objective-words';
import { countedChecks, healthyChecks } from '../../core/history/bucket';
import { ownReport, responseMs } from '../../core/probe/own-figures';
import { cleanText } from '../../core/words/clean-text';
import { roughDuration } from '../../core/words/duration';
import { LineStrip } from '../charts/line-strip';
import { ResponseCurve } from '../charts/response-curve';
import { ActMenu } from '../controls/acts';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { StateMark } from '../parts/state-marks';
import { AckRemark } from './ack-remark';
import { BudgetLeft } from './objectives';
import { Remarks } from './service-remarks';
import { SilenceRemark } from './silences';

/** A service as it is shown in a list. */
export interface RowProps {
  readonly known: Known;
  readonly service: KnownService;
  readonly span: Span;
  readonly target: LinkTarget;
  /** What the incidents above say already: the row points at them. */
  readonly told: Told;
  readonly controls: PageControls | null;
}

/** How many characters of a version are shown: its column is narrow, and the details show the rest. */
const VERSION_SHOWN = 12;

export function ServiceRow({ known, service, span, target, told, controls }: RowProps) {
  const { id, group, severity } = service.service;
  const state = stateOf(known, service);
  const shown = shownAs(known, service);
  const isHeld = shown === 'silenced' || shown === 'maintenance';
  const history = historyView(known, service, span, mostBars(span));
  return (
    <li
      class={`service ${shown}${severity === 'info' ? ' minor' : ''}`}
      id={`service-${id}`}
      data-service={id}
      data-state={state}
    >
      <p class="is">
        <StateMark state={shown} />
      </p>
      <h3 class="who">
        <ServiceLink target={target} id={id}>
          {id}
        </ServiceLink>
        {group !== null && <OfGroup group={group} target={target} />}
      </h3>
      <For known={known} service={service} told={told} />
      <dl>
        <div class="response">
          <dt>Response</dt>
          <dd>{responseOf(service, state)}</dd>
        </div>
        <div class="times">
          <dt>Response times</dt>
          <dd>{history.responseMs !== null && <ResponseCurve history={history} />}</dd>
        </div>
        <div class="checks">
          <dt>Checks</dt>
          <dd>
            <LineStrip history={history} now={known.now} />
          </dd>
        </div>
        <div class="share">
          <dt>Healthy</dt>
          <dd>{shareOf(history)}</dd>
        </div>
        <div class="left">
          <dt>Budget</dt>
          <dd>
            <BudgetLeft standing={worstStanding(standingsOn(known, service))} />
          </dd>
        </div>
        <Version service={service} state={state} />
      </dl>
      <ActMenu known={known} service={service} controls={controls} />
      <div class="why">
        <SilenceRemark silences={isHeld || state === 'healthy' ? silencesOn(known, service) : []} now={known.now} />
        <AckRemark ack={ackDocumentOn(known, service)} now={known.now} />
        <Remarks known={known} service={service} state={state} told={told} />
        <Memory service={service} state={state} />
      </div>
    </li>
  );
}

function OfGroup({ group, target }: { readonly group: string } & Pick<RowProps, 'target'>) {
  if (target.kind !== 'page') return <span class="of"> {group}</span>;
  return (
    <a class="of" href={addressPath({ ...target.address, group, page: 1 })}>
      {group}
    </a>
  );
}

interface PartProps extends Pick<RowProps, 'service'> {
  readonly state: State;
}

/** For how long it is not healthy; a link to the incident above, if one tells why. */
function For({ known, service, told }: Pick<RowProps, 'known' | 'service' | 'told'>) {
  const state = stateOf(known, service);
  const since = sinceOf(state, service);
  const place = told.places.has(service.service.id) ? placeOf(service.service.id) : null;
  if (shownAs(known, service) === 'healthy' || since === null) return <span class="for" />;
  const text = roughDuration(known.now - since);
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

/** Only an answer has a response time: the time until a failure is none. */
function responseOf({ state }: KnownService, shown: State): string {
  if (shown === 'unknown' || !state?.latest) return '';
  const milliseconds = responseMs(state.latest);
  return milliseconds === null ? (isFailing(shown) ? 'no answer' : '') : describeMs(milliseconds);
}

function shareOf(history: HistoryView): string {
  const { whole } = history;
  if (whole.checks === 0) return isLost(whole, history) ? 'not known' : '';
  const counted = countedChecks(whole);
  return counted.checks === 0 ? '' : describeShare(healthyChecks(counted), counted.checks);
}

/** That of its report; if there is none, of the last healthy one, in grey. */
function Version({ service: { state }, state: shown }: PartProps) {
  const own = state?.latest && shown !== 'unknown' ? ownReport(state.latest) : null;
  const version = cleanText((own ?? state?.lastHealthy)?.version ?? '', VERSION_SHOWN);
  return (
    <div class="version">
      <dt>Version</dt>
      <dd class={own === null && version !== '' ? 'former' : undefined}>
        {version}
        {own === null && version !== '' && <span class="hidden"> when last healthy</span>}
      </dd>
    </div>
  );
}

/** Full memory is seen at once, though its condition needs a day and several runs to begin. */
function Memory({ service: { service, state }, state: shown }: PartProps) {
  const own = state?.latest && shown !== 'unknown' ? ownReport(state.latest) : null;
  if (own === null || !isNearlyFull(own.memory, service)) return null;
  return <p class="full">{figuresOf(own).memory} of memory used, nearly full</p>;
}
