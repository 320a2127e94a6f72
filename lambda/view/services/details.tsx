/** The details of one service. */

import { shownAs } from '../../core/documents/facts/glance';
import { historyView, mostBars } from '../../core/documents/facts/history-view';
import type { Known, KnownService } from '../../core/documents/facts/known';
import { ackDocumentOn, type Span, silencesOn, standingsOn, stateOf } from '../../core/documents/facts/service-view';
import { type Story, storiesOf } from '../../core/documents/facts/stories';
import { openTogether } from '../../core/documents/facts/story-now';
import { toldIn } from '../../core/documents/facts/told';
import { plural } from '../../core/documents/words/format';
import type { LatestCheck } from '../../core/probe/latest-check';
import { HistorySection } from '../charts/history';
import { Waterfall } from '../charts/waterfall';
import type { LinkTarget } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { OpenIncidents } from '../incidents/open-incidents';
import { PastIncidents } from '../incidents/records';
import { StateMark } from '../parts/state-marks';
import { Time } from '../parts/time';
import { AckRemark } from './ack-remark';
import { Objectives } from './objectives';
import { ReportSection } from './report';
import { Remarks, Since } from './service-remarks';
import { SilenceRecords, SilenceRemark } from './silences';

const RECORDS = 20;
/** Of a day a bar is a quarter of an hour. */
const LEAST_MOST_BARS = 100;

export interface DetailsProps {
  readonly known: Known;
  readonly service: KnownService;
  readonly span: Span;
  /** Where its incidents lead to. */
  readonly target: LinkTarget;
  readonly controls?: PageControls | null;
}

/** The head of a service's page, or of its pop-up. */
export function DetailsHead({ known, service }: Pick<DetailsProps, 'known' | 'service'>) {
  const { id, statusUrl, severity, runbook } = service.service;
  const state = stateOf(known, service);
  return (
    <header class={`summary ${state}`} data-service={id} data-state={state}>
      <h1>{id}</h1>
      <p class="is">
        <StateMark state={shownAs(known, service)} /> <Since known={known} service={service} state={state} />
      </p>
      <SilenceRemark silences={silencesOn(known, service)} now={known.now} />
      <AckRemark ack={ackDocumentOn(known, service)} now={known.now} />
      <Remarks known={known} service={service} state={state} told={toldIn(openOf(service))} />
      <Objectives standings={standingsOn(known, service)} now={known.now} />
      <p class="when">
        {statusUrl}, severity {severity}
        {runbook !== null && (
          <>
            , <a href={runbook}>runbook</a>
          </>
        )}
      </p>
    </header>
  );
}

export function Details({ known, service, span, target, controls = null }: DetailsProps) {
  const { id } = service.service;
  const latest = service.state?.latest ?? null;
  const stories = storiesIn(service);
  const history = historyView(known, service, span, Math.max(LEAST_MOST_BARS, mostBars(span)));
  return (
    <>
      <OpenIncidents known={known} groups={openTogether(known, stories)} target={target} controls={null} service={id} />
      <SilenceRecords silences={silencesOn(known, service)} known={known} controls={controls} />
      {latest !== null && (
        <div class="columns">
          <LastCheck latest={latest} now={known.now} />
          <ReportSection latest={latest} lastHealthy={service.state?.lastHealthy ?? null} now={known.now} />
        </div>
      )}
      <HistorySection history={history} service={service} known={known} span={span} stories={stories} />
      <div class="columns">
        <PastIncidents known={known} stories={stories} span={span} target={target} most={RECORDS} service={id} />
      </div>
    </>
  );
}

function storiesIn(service: KnownService): readonly Story[] {
  const { id } = service.service;
  return service.state === null ? [] : storiesOf([{ id, state: service.state, known: service }]);
}

/** They stand below the head of its page, and tell what is wrong. */
function openOf(service: KnownService): readonly Story[] {
  return storiesIn(service).filter(({ resolvedAt }) => resolvedAt === null);
}

function LastCheck({ latest, now }: { readonly latest: LatestCheck; readonly now: number }) {
  const { at, attempts, httpStatus, reason, timings } = latest;
  return (
    <section aria-labelledby="last-title">
      <h2 id="last-title">Last check in full</h2>
      <p>
        <Time at={at} now={now} exact />, {plural(attempts, 'attempt')},{' '}
        {httpStatus === null ? 'no HTTP answer' : `HTTP ${httpStatus}`}, reason <code>{reason}</code>
      </p>
      <Waterfall timings={timings} />
    </section>
  );
}
