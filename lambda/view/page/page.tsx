/** The page: a whole document around the view, or the view alone, which replaces the shown view. */

import type { Child } from 'hono/jsx';
import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { PageDocument } from '../../core/documents/page-document';
import { isFailing, STATE_MARKS } from '../../core/documents/state';
import { news, titleOf } from '../../core/documents/words/summary-words';
import { cleanText } from '../../core/words/clean-text';
import type { PageControls } from '../controls/page-controls';
import { drawDocument, type Head } from './document';
import { Brand, Header, ZoneButton } from './header';
import { Content, NO_INCIDENT, noService, ServiceLinks } from './page-content';
import { PAGE_PATHS } from './page-paths';
import { UnlockDialog } from './unlock-form';

/** The interval at which a page without script reloads itself, in seconds. */
const RELOAD_S = 30;

/** What differs between the readers of an address. */
interface Visit {
  /** The result of the last action, in a line. */
  readonly answer: string | null;
  /** The name of who has unlocked the page; `null` while it is locked. */
  readonly reader: string | null;
}

/** Draws the whole document at an address. */
export function drawPage(
  document: PageDocument,
  address: Address,
  controls: PageControls | null,
  { answer, reader }: Visit = { answer: null, reader: null },
): Child {
  const { deployed, intervalSeconds } = document.deployment;
  return drawDocument(
    { ...headOf(document), isWall: address.isWall },
    <>
      <script src={PAGE_PATHS.script} defer />
      <noscript>
        <meta http-equiv="refresh" content={String(deployed ? Math.max(RELOAD_S, intervalSeconds) : RELOAD_S)} />
      </noscript>
    </>,
    <>
      {!address.isWall && (
        <a class="hidden skip" href="#content">
          Skip to content
        </a>
      )}
      <div id="lost" role="alert" hidden>
        Connection to the watcher lost. This page is from <span id="lost-since" />; trying again…
      </div>
      {!address.isWall && (
        <p id="answer" role="status">
          {answer}
        </p>
      )}
      {!address.isWall && controls !== null && <UnlockDialog controls={controls} isDeployed={deployed} />}
      <View document={document} address={address} controls={controls} reader={reader} />
    </>,
  );
}

/** Returns the document for an unknown address as HTML text; it lists the services. `what` names what is missing. */
export function renderNotFound(deployment: DeploymentDocument, what: string): string {
  return String(
    drawDocument(
      { title: 'Not found', whole: 'unknown', isSmall: true },
      null,
      <div id="view">
        <header class="top">
          <Brand deployment={deployment} />
        </header>
        <main class="not-found">
          <h1>There is no {cleanText(what, 100)} here</h1>
          <p>
            See the <a href="/">overview</a>, or one of the services:
          </p>
          <ServiceLinks deployment={deployment} address={START} />
        </main>
      </div>,
    ),
  );
}

interface ViewProps extends Pick<Visit, 'reader'> {
  readonly document: PageDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
}

/** Draws the part of the document that changes, the element `#view`. */
function View({ document, address, controls, reader }: ViewProps) {
  const { deployment } = document;
  const { title, whole } = headOf(document);
  return (
    <div
      id="view"
      data-title={title}
      data-state={whole}
      data-lost={`${STATE_MARKS.unknown} connection lost · ${deployment.deployment}`}
      data-now={Date.parse(deployment.at)}
      data-reader={reader ?? undefined}
      data-every={deployment.deployed ? renewalMs(document) : undefined}
    >
      <p class="hidden" role="status">
        {news(deployment)}
      </p>
      {!address.isWall && <Header deployment={deployment} address={address} controls={controls} reader={reader} />}
      <Content document={document} address={address} controls={controls} />
      {!address.isWall && (
        <footer>
          <a href={addressPath({ ...START, isWall: true })}>Wallboard</a>
          <a href="/api/services">services.json</a>
          <a href={incidentsData(address)}>incidents.json</a>
          <ZoneButton id="zone-below" />
        </footer>
      )}
    </div>
  );
}

/** Returns how soon a deployed page is requested again: a report reads a lot, and hardly changes. */
function renewalMs({ deployment, content }: PageDocument): number {
  return content.page === 'report' ? REPORT_RENEWAL_MS : deployment.intervalSeconds * 1_000;
}

const REPORT_RENEWAL_MS = 300_000;

/** Returns the address of the shown incidents as data. */
function incidentsData({ of, service, kind, since, incident }: Address): string {
  const path = addressPath({
    ...START,
    of: 'incidents',
    service,
    kind: kind === 'degraded' ? null : kind,
    since: since === 'all' ? null : since,
  });
  return of === 'incidents' && incident === null ? `/api${path}` : '/api/incidents';
}

function headOf({ deployment, content }: PageDocument): Head {
  const { deployment: name, whole } = deployment;
  switch (content.page) {
    case 'overview':
    case 'wall':
      return { title: titleOf(deployment, STATE_MARKS[whole === 'failing' ? 'unreachable' : whole]), whole };
    case 'service': {
      if (content.shown === null) return { title: `${noService(content.id)} · ${name}`, whole: 'unknown' };
      const { service, state } = content.shown.service;
      return {
        title: `${STATE_MARKS[state]} ${service} ${isFailing(state) ? 'down' : state} · ${name}`,
        whole: isFailing(state) ? 'failing' : state,
      };
    }
    case 'report':
      return { title: `Report · ${name}`, whole };
    case 'incidents':
      return { title: `Incidents · ${name}`, whole };
    case 'incident': {
      if (content.shown === null) return { title: `${NO_INCIDENT} · ${name}`, whole: 'unknown' };
      const { service, open, severity, kind } = content.shown.incident;
      const worst = severity !== 'info' && kind === 'outage' ? 'failing' : 'degraded';
      return {
        title: `${service}: incident, ${open ? 'open' : 'resolved'} · ${name}`,
        whole: open ? worst : 'healthy',
      };
    }
  }
}
