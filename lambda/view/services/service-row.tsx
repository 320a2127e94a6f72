/** One service at a glance. */

import type { Child } from 'hono/jsx';
import { isNearlyFull } from '../../core/condition/memory-full';
import { countedChecks, healthyChecks } from '../../core/history/bucket';
import { ownReport, responseMs } from '../../core/probe/own-figures';
import { NO_FIGURES } from '../../core/probe/report';
import { cleanText } from '../../core/words/clean-text';
import { PercentileFigures, ResponseCurve } from '../charts/response-curve';
import { Strip } from '../charts/strip';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import { type HistoryView, historyView, isLost } from '../known/history-view';
import type { Known, KnownService } from '../known/known';
import { ackOn, type Span, silencesOn, standingsOn, stateOf } from '../known/service-view';
import type { State } from '../known/state';
import { asPiece } from '../parts/pieces';
import { StateMark } from '../parts/state-marks';
import { Time } from '../parts/time';
import { describeCertificate, describeLeftOut, describeMs, describeShare, figuresOf, NOTHING } from '../words/format';
import { AckRemark } from './ack-remark';
import { RowObjectives } from './objectives';
import { Remarks, Since } from './service-remarks';
import { SilenceRemark } from './silences';

/** A service as it is shown in a list. */
export interface RowProps {
  readonly known: Known;
  readonly service: KnownService;
  readonly span: Span;
  readonly target: LinkTarget;
}

/** About as many bars as there are single checks. */
const MOST_BARS = 60;
/** How many characters of a version are shown: its column is narrow, and the details show the rest. */
const VERSION_SHOWN = 40;

export const ServiceRow = asPiece(Row);
export const TightRow = asPiece(Tight);

function Row({ known, service, span, target }: RowProps) {
  const state = stateOf(known, service);
  const history = historyView(known, service, span, MOST_BARS);
  return (
    <RowFrame state={state} service={service}>
      <WhatIs known={known} service={service} state={state} target={target}>
        <RowObjectives standings={standingsOn(known, service)} now={known.now} isHealthy={state === 'healthy'} />
      </WhatIs>
      <dl>
        <div class="response">
          <dt>Response</dt>
          <dd>
            <Figure service={service} state={state} />
            <RowCurve history={history} />
          </dd>
        </div>
        <div class="checks">
          <dt>Checks</dt>
          <dd>
            <Strip history={history} now={known.now} />
            <Share history={history} known={known} />
          </dd>
        </div>
        <ReportFigures service={service} state={state} />
      </dl>
    </RowFrame>
  );
}

/** One of many: what is the matter with it, and its checks. All else stands in its details. */
function Tight({ known, service, span, target }: RowProps) {
  const state = stateOf(known, service);
  return (
    <RowFrame state={state} service={service}>
      <WhatIs known={known} service={service} state={state} target={target} />
      <dl>
        <div class="response">
          <dt>Response</dt>
          <dd>
            <Figure service={service} state={state} />
          </dd>
        </div>
        <div class="checks">
          <dt>Checks</dt>
          <dd>
            <Strip history={historyView(known, service, span, MOST_BARS)} now={known.now} />
          </dd>
        </div>
      </dl>
    </RowFrame>
  );
}

interface PartProps extends Pick<RowProps, 'service'> {
  readonly state: State;
  readonly children?: Child;
}

function RowFrame({ service: { service }, state, children }: PartProps) {
  return (
    <li
      class={`service ${state}${service.severity === 'info' ? ' minor' : ''}`}
      id={`service-${service.id}`}
      data-service={service.id}
      data-state={state}
    >
      {children}
    </li>
  );
}

/** Its state, its name, and what there is to say of it. */
function WhatIs({ known, service, state, target, children }: PartProps & Pick<RowProps, 'known' | 'target'>) {
  const { id } = service.service;
  return (
    <>
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
        <AckRemark ack={ackOn(known, service)} now={known.now} />
        <Remarks known={known} service={service} state={state} />
        {children}
      </div>
    </>
  );
}

function Figure({ service, state }: PartProps) {
  return <span class="figure">{state === 'unknown' ? NOTHING : responseOf(service)}</span>;
}

function Share({ history, known }: { readonly history: HistoryView } & Pick<RowProps, 'known'>) {
  const { now, intervalMs } = known;
  const { whole } = history;
  if (whole.checks === 0) return <span class="share">{isLost(whole, history) ? 'not known' : 'no record'}</span>;
  const counted = countedChecks(whole);
  const leftOut = describeLeftOut(whole);
  const isOver = now - whole.to >= intervalMs;
  return (
    <span class="share">
      {describeShare(healthyChecks(counted), counted.checks)} {isOver ? 'from' : 'since'}{' '}
      <Time at={whole.from} now={now} />
      {isOver && (
        <>
          {' '}
          to <Time at={whole.to} now={now} />
        </>
      )}
      {leftOut !== null && ` · ${leftOut}`}
    </span>
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
  const isFull = isNearlyFull({ used, total }, service.service);
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
          {isFull ? (
            <strong class="full">
              {memory}
              <span class="hidden"> nearly full</span>
            </strong>
          ) : (
            memory
          )}
          {former}
          {used !== null && total !== null && <MemoryBar used={used} total={total} isFull={isFull} />}
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

interface MemoryBarProps {
  readonly used: number;
  readonly total: number;
  readonly isFull: boolean;
}

function MemoryBar({ used, total, isFull }: MemoryBarProps) {
  const share = total > 0 ? Math.min(1, used / total) : 0;
  return (
    <svg class={isFull ? 'meter high' : 'meter'} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" width="100" height="6" />
      <rect class="part" width={Math.round(share * 1_000) / 10} height="6" />
    </svg>
  );
}
