/** The details of one service. */

import type { Child } from 'hono/jsx';
import type { Address } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { ServiceDetails } from '../../core/documents/page-document';
import type { ServiceDocument } from '../../core/documents/service-document';
import { summaryStateOf } from '../../core/documents/state';
import { plural } from '../../core/documents/words/format';
import { capitalized } from '../../core/words/capitalized';
import { HistorySection } from '../charts/history';
import { Waterfall } from '../charts/waterfall';
import { actedOn } from '../controls/acted-on';
import { Acts } from '../controls/acts';
import type { PageControls } from '../controls/page-controls';
import { OpenIncidents } from '../incidents/open-incidents';
import { PastIncidents } from '../incidents/records';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';
import { Facts } from './facts';
import { Related } from './related';
import { Remarks } from './remarks';
import { ResponseBody } from './report';
import { ServiceCards } from './service-cards';
import { SilenceRecords } from './silences';

interface DetailsHeadProps {
  readonly service: ServiceDocument;
  /** Whether it has open incidents: what can be done is there. */
  readonly hasOpen: boolean;
  readonly controls?: PageControls | null;
  /** The address of the links to the services that it needs, and that need it. */
  readonly address: Address;
  readonly now: number;
}

/** Draws the head of a service's page. */
export function DetailsHead({ service, hasOpen, controls = null, address, now }: DetailsHeadProps) {
  const { service: id, group, url, runbook, severity, environment, state, shown, version } = service;
  const about = [group, severity, environment].filter((text) => text !== null);
  return (
    <header class={`title ${summaryStateOf(shown)}`} data-service={id} data-state={state}>
      <h1>
        <StateIcon state={summaryStateOf(shown)} />
        {id}
      </h1>
      <p class="about">
        {about.length > 0 && <span>{about.join(' · ')}</span>}
        {url !== null && (
          <a class="address" href={url}>
            {withoutScheme(url)}
          </a>
        )}
        {version !== null && (
          <span class="tag version" title={version.isCurrent ? undefined : 'From the last healthy report'}>
            {version.name}
          </span>
        )}
      </p>
      {!hasOpen && (runbook !== null || controls !== null) && (
        <div class="acting">
          {runbook !== null && (
            <a class="button" href={runbook}>
              Runbook
            </a>
          )}
          {controls !== null && (
            <Acts on={actedOn(service)} controls={controls} name={id} address={address} now={now} />
          )}
        </div>
      )}
      <Related service={service} address={address} />
      <Remarks service={service} now={now} />
    </header>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

export interface DetailsProps {
  readonly content: ServiceDetails;
  readonly deployment: DeploymentDocument;
  /** The address of the links to its incidents. */
  readonly address: Address;
  readonly controls?: PageControls | null;
  /** The choices of the shown time. */
  readonly children?: Child;
}

export function Details({ content, deployment, address, controls = null, children }: DetailsProps) {
  const { service, silences, history, figures, incidents, open, past } = content;
  const { service: id } = service;
  const now = Date.parse(deployment.at);
  return (
    <>
      <OpenIncidents list={open} deployment={deployment} address={address} controls={controls} service={id} />
      <ServiceCards service={service} figures={figures} whole={history.whole} now={now} />
      <HistorySection history={history} service={service} incidents={incidents} now={now}>
        {children}
      </HistorySection>
      <SilenceRecords silences={silences} deployment={deployment} controls={controls} />
      <PastIncidents list={past} deployment={deployment} service={id} />
      {service.timings !== null && (
        <div class="two">
          <LastCheck service={service} now={now} />
          <ResponseBody service={service} />
        </div>
      )}
      <Facts service={service} now={now} />
    </>
  );
}

function LastCheck({ service, now }: { readonly service: ServiceDocument; readonly now: number }) {
  const { checkedAt, attempts, httpStatus, verdict, message, timings } = service;
  if (checkedAt === null || attempts === null || timings === null) return null;
  return (
    <section class="last" aria-labelledby="last-title">
      <div class="toolbar">
        <h2 id="last-title">Last check</h2>
      </div>
      <div class="card box">
        <p class="when">
          <Time at={Date.parse(checkedAt)} now={now} exact /> ·{' '}
          {httpStatus === null ? 'No HTTP answer' : `HTTP ${httpStatus}`} · {plural(attempts, 'attempt')}
        </p>
        {verdict !== 'healthy' && message !== null && <p class="reason">{capitalized(message)}</p>}
        <Waterfall timings={timings} />
      </div>
    </section>
  );
}
