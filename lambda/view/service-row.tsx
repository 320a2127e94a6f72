/** One service at a glance. */

import { countedChecks, healthyChecks } from '../core/history/bucket';
import { openOutage } from '../core/incident/incident';
import { VERDICT_PHRASES } from '../core/message/verdict-phrase';
import { ownReport, responseMs } from '../core/probe/own-figures';
import { NO_FIGURES } from '../core/probe/report';
import { cleanText } from '../core/words/clean-text';
import { roughDuration } from '../core/words/duration';
import { Conditions } from './conditions';
import { describeCertificate, describeLeftOut, describeMs, describeShare, figuresOf, NOTHING } from './format';
import { type HistoryView, historyView } from './history-view';
import type { Known, KnownService } from './known';
import { type LinkTarget, ServiceLink } from './link-target';
import { RowObjectives } from './objectives';
import { asPiece } from './pieces';
import { PercentileFigures, ResponseCurve } from './response-curve';
import { hasChangedKind, isRecovering, type Span, silencesOn, sinceOf, standingsOn, stateOf } from './service-view';
import { SilenceRemark } from './silences';
import { isFailing, type State } from './state';
import { StateMark } from './state-marks';
import { Strip } from './strip';
import { Time } from './time';

interface RowProps {
  readonly known: Known;
  readonly service: KnownService;
  readonly span: Span;
  readonly target: LinkTarget;
}

/** The details show warnings beyond these. */
const WARNINGS_SHOWN = 2;
/** About as many bars as there are single checks. */
const MOST_BARS = 60;
/** How many characters of a version are shown: its column is narrow, and the details show the rest. */
const VERSION_SHOWN = 40;

export const ServiceRow = asPiece(Row);

function Row({ known, service, span, target }: RowProps) {
  const { id } = service.service;
  const state = stateOf(known, service);
  const history = historyView(known, service, span, MOST_BARS);
  return (
    <li
      class={`service ${state}${service.service.severity === 'info' ? ' minor' : ''}`}
      id={`service-${id}`}
      data-service={id}
      data-state={state}
    >
      <p class="is">
        <StateMark state={state} /> <Since known={known} service={service} state={state} />
      </p>
      <div class="who">
        <h3>
          <ServiceLink target={target} id={id}>
            {id}
          </ServiceLink>
        </h3>
        <SilenceRemark silences={silencesOn(known, service)} now={known.now} />
        <Remarks service={service} state={state} now={known.now} />
        <RowObjectives standings={standingsOn(known, service)} now={known.now} isHealthy={state === 'healthy'} />
      </div>
      <dl>
        <div class="response">
          <dt>Response</dt>
          <dd>
            <span class="figure">{state === 'unknown' ? NOTHING : responseOf(service)}</span>
            <RowCurve history={history} />
          </dd>
        </div>
        <div class="checks">
          <dt>Checks</dt>
          <dd>
            <Strip history={history} now={known.now} />
            <Share history={history} now={known.now} />
          </dd>
        </div>
        <ReportFigures service={service} state={state} />
      </dl>
    </li>
  );
}

function Share({ history: { whole }, now }: { readonly history: HistoryView; readonly now: number }) {
  if (whole.checks === 0) return <span class="share">no record</span>;
  const counted = countedChecks(whole);
  const leftOut = describeLeftOut(whole);
  return (
    <span class="share">
      {describeShare(healthyChecks(counted), counted.checks)} since <Time at={whole.from} now={now} />
      {leftOut !== null && ` · ${leftOut}`}
    </span>
  );
}

export function Since({ known, service, state }: Pick<RowProps, 'known' | 'service'> & { readonly state: State }) {
  const since = sinceOf(state, service);
  if (since === null) return <span class="since">never checked</span>;
  if (state === 'unknown') {
    return (
      <span class="since">
        last checked <Time at={since} now={known.now} />
      </span>
    );
  }
  return (
    <span class="since">
      {hasChangedKind(state, service) && 'failing '}for {roughDuration(known.now - since)}, since{' '}
      <Time at={since} now={known.now} />
    </span>
  );
}

interface RemarksProps {
  readonly service: KnownService;
  readonly state: State;
  readonly now: Known['now'];
}

/** The reason in words, and what else is unusual. */
export function Remarks({ service, state, now }: RemarksProps) {
  const latest = service.state?.latest ?? null;
  if (latest === null) return null;
  const asked = latest.attempts > 1 ? ` (asked ${latest.attempts} times)` : '';
  const more = latest.warnings.length - WARNINGS_SHOWN;
  return (
    <>
      {state === 'unknown' && <p class="reason">was {VERDICT_PHRASES[latest.kind]} when last checked</p>}
      {isFailing(state) && (
        <p class="reason">
          {latest.message}
          {asked}
        </p>
      )}
      <Conditions service={service} state={state} now={now} />
      <Pending state={state} service={service} />
      {isRecovering(state, service) && (
        <p class="warning">
          well again: {service.state && openOutage(service.state)?.healthyRuns} of{' '}
          {service.service.alerts.successThreshold} healthy checks that end its incident
        </p>
      )}
      {latest.warnings.slice(0, WARNINGS_SHOWN).map(({ message }) => (
        <p class="warning">warning: {message}</p>
      ))}
      {more > 0 && <p class="warning">and {more} more</p>}
    </>
  );
}

/** A failure of which nobody has been notified yet. */
function Pending({ state, service }: { readonly state: State; readonly service: KnownService }) {
  const pending = service.state?.pending ?? null;
  if (!isFailing(state) || pending === null) return null;
  return (
    <p class="warning">
      {pending.runs} of {service.service.alerts.failureThreshold} failing checks that open an incident
    </p>
  );
}

/** Only an answer has a response time: the time until a failure is none. */
function responseOf({ state }: KnownService): string {
  const milliseconds = state?.latest ? responseMs(state.latest) : null;
  return milliseconds === null ? NOTHING : describeMs(milliseconds);
}

function RowCurve({ history }: { readonly history: HistoryView }) {
  if (history.responseMs === null) return null;
  return (
    <>
      <ResponseCurve history={history} />
      <PercentileFigures history={history} />
    </>
  );
}

/** What a service reports of itself; if it doesn't, what it said when it was last healthy, in grey. */
function ReportFigures({ service, state }: { readonly service: KnownService; readonly state: State }) {
  const latest = state === 'unknown' ? null : (service.state?.latest ?? null);
  const own = latest && ownReport(latest);
  const report = own ?? service.state?.lastHealthy ?? null;
  const { used, total } = (report ?? NO_FIGURES).memory;
  const { up, memory, version } = figuresOf(report);
  const isFormer = own === null && report !== null;
  const kind = isFormer ? 'former' : undefined;
  const former = isFormer && <span class="hidden"> when last healthy</span>;
  return (
    <>
      <div class="up">
        <dt>Up</dt>
        <dd class={kind}>
          {up}
          {former}
        </dd>
      </div>
      <div class="memory">
        <dt>Memory</dt>
        <dd class={kind}>
          {memory}
          {former}
          {used !== null && total !== null && <MemoryBar used={used} total={total} />}
        </dd>
      </div>
      <div class="version">
        <dt>Version</dt>
        <dd class={kind}>
          {cleanText(version, VERSION_SHOWN) || NOTHING}
          {former}
        </dd>
      </div>
      <div class="cert">
        <dt>Cert</dt>
        <dd>{latest ? describeCertificate(latest) : NOTHING}</dd>
      </div>
    </>
  );
}

function MemoryBar({ used, total }: { readonly used: number; readonly total: number }) {
  const share = total > 0 ? Math.min(1, used / total) : 0;
  return (
    <svg
      class={share >= 0.9 ? 'meter high' : 'meter'}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="whole" width="100" height="6" />
      <rect class="part" width={Math.round(share * 1_000) / 10} height="6" />
    </svg>
  );
}
