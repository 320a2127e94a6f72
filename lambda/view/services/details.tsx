/** The details of one service. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { ServiceDetails } from '../../core/documents/page-document';
import type { ServiceDocument } from '../../core/documents/service-document';
import { plural } from '../../core/documents/words/format';
import { HistorySection } from '../charts/history';
import { Waterfall } from '../charts/waterfall';
import type { LinkTarget } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { OpenIncidents } from '../incidents/open-incidents';
import { PastIncidents } from '../incidents/records';
import type { ShownAbove } from '../incidents/shown-above';
import { StateMark } from '../parts/state-marks';
import { Time } from '../parts/time';
import { Objectives } from './objectives';
import { Related } from './related';
import { ReportSection } from './report';
import { AckRemark, BehindRemark, Remarks, Since } from './service-remarks';
import { SilenceRecords, SilenceRemark } from './silences';

interface DetailsHeadProps {
  readonly service: ServiceDocument;
  /** The incidents that are shown below the head. */
  readonly above: ShownAbove;
  /** The target of the links to the services that it needs, and that need it. */
  readonly target: LinkTarget;
  readonly now: number;
}

/** The head of a service's page, or of its pop-up. */
export function DetailsHead({ service, above, target, now }: DetailsHeadProps) {
  const { service: id, url, severity, runbook, state, shown, silence, behind, ack, objective } = service;
  return (
    <header class={`summary ${state}`} data-service={id} data-state={state}>
      <h1>{id}</h1>
      <p class="is">
        <StateMark state={shown} /> <Since service={service} now={now} />
      </p>
      <SilenceRemark silence={silence} now={now} />
      <BehindRemark behind={behind} now={now} />
      <AckRemark ack={ack} now={now} />
      <Remarks service={service} now={now} above={above} />
      <Objectives standings={objective} now={now} />
      <p class="when">
        {url}, severity {severity}
        {runbook !== null && (
          <>
            , <a href={runbook}>runbook</a>
          </>
        )}
      </p>
      <Related service={service} target={target} />
    </header>
  );
}

export interface DetailsProps {
  readonly content: ServiceDetails;
  readonly deployment: DeploymentDocument;
  /** The target of the links to its incidents. */
  readonly target: LinkTarget;
  readonly controls?: PageControls | null;
}

export function Details({ content, deployment, target, controls = null }: DetailsProps) {
  const { service, silences, history, incidents, open, past } = content;
  const { service: id } = service;
  const now = Date.parse(deployment.at);
  return (
    <>
      <OpenIncidents list={open} deployment={deployment} target={target} controls={null} service={id} />
      <SilenceRecords silences={silences} deployment={deployment} controls={controls} />
      {service.timings !== null && (
        <div class="columns">
          <LastCheck service={service} now={now} />
          <ReportSection service={service} now={now} />
        </div>
      )}
      <HistorySection
        history={history}
        service={service}
        incidents={incidents}
        deployed={deployment.deployed}
        now={now}
      />
      <div class="columns">
        <PastIncidents list={past} deployment={deployment} target={target} service={id} />
      </div>
    </>
  );
}

function LastCheck({ service, now }: { readonly service: ServiceDocument; readonly now: number }) {
  const { checkedAt, attempts, httpStatus, reason, timings } = service;
  if (checkedAt === null || attempts === null || timings === null) return null;
  return (
    <section aria-labelledby="last-title">
      <h2 id="last-title">Last check in full</h2>
      <p>
        <Time at={Date.parse(checkedAt)} now={now} exact />, {plural(attempts, 'attempt')},{' '}
        {httpStatus === null ? 'no HTTP answer' : `HTTP ${httpStatus}`}, reason <code>{reason}</code>
      </p>
      <Waterfall timings={timings} />
    </section>
  );
}
