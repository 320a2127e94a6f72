/** The page: a whole document around the view, and the view alone, which replaces the one that is shown. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { cleanText } from '../../core/words/clean-text';
import type { PageControls } from '../controls/service-controls';
import { rankOf } from '../incidents/story';
import { type Address, addressPath, START } from '../known/address';
import type { Known } from '../known/known';
import { serviceOf, stateOf } from '../known/service-view';
import { isFailing, STATE_MARKS } from '../known/state';
import { news, type Whole, wholeOf } from '../known/summary';
import { Piece } from '../parts/pieces';
import { storyAt } from '../story/stories';
import { Content, NO_INCIDENT, noService, ServiceLinks } from './page-content';
import { PAGE_STYLE } from './page-style';

/** The addresses of what the page needs besides its own text; the server answers them. */
export const PAGE_PATHS = {
  script: '/live.js',
  icon: '/icon.svg',
  /** Server-sent events of the view at the address that is appended. */
  live: '/live',
} as const;

/** How often a page without script reloads itself, in seconds. */
const RELOAD_S = 30;

/** The whole document at an address; it can be drawn in pieces. */
export function drawPage(known: Known, address: Address, controls: PageControls | null): Child {
  const said = news(known);
  const head = headOf(known, address, said);
  return drawDocument(
    head,
    <>
      <script src={PAGE_PATHS.script} defer />
      <noscript>
        <meta http-equiv="refresh" content={String(RELOAD_S)} />
      </noscript>
    </>,
    <>
      <div id="lost" role="alert" hidden>
        Connection to the watcher lost. What you see is of <span id="lost-since" />; trying again…
      </div>
      <View known={known} address={address} head={head} said={said} controls={controls} />
    </>,
  );
}

/** The part of the document that changes, the element `#view`; it can be drawn in pieces. */
export function drawView(known: Known, address: Address, controls: PageControls | null): Child {
  const said = news(known);
  return <View known={known} address={address} head={headOf(known, address, said)} said={said} controls={controls} />;
}

/** The document that answers an action about a service, or about none (`null`), as HTML text; `answer` is one line. */
export function renderAnswer(known: Known, service: string | null, answer: string): string {
  const back = service ?? 'all services';
  return documentText(
    { title: `${back} · ${known.deployment}`, whole: wholeOf(known) },
    null,
    <main id="view">
      <header class="summary">
        <h1>{known.deployment}</h1>
        <p class="sentence">{answer}</p>
      </header>
      <p>
        What it changes is shown from the next run on. <a href={addressPath({ ...START, service })}>Back to {back}</a>
      </p>
    </main>,
  );
}

/** The document for an unknown address, as HTML text; `what` names what is missing. The document lists what there is. */
export function renderNotFound(known: Known, what: string): string {
  return documentText(
    { title: 'Not found', whole: 'unknown' },
    null,
    <main id="view">
      <header class="summary">
        <h1>Not found</h1>
        <p class="sentence">There is no {cleanText(what, 100)} here</p>
      </header>
      <p>
        There are <a href="/">all services</a>, and of each the details:
      </p>
      <ServiceLinks known={known} address={START} />
    </main>,
  );
}

/** The title that a tab shows. */
interface Head {
  readonly title: string;
  readonly whole: Whole;
}

function documentText(head: Head, moreHead: Child, body: Child): string {
  return String(drawDocument(head, moreHead, body));
}

function drawDocument({ title, whole }: Head, moreHead: Child, body: Child): Child {
  return (
    <>
      {raw('<!doctype html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <link rel="icon" type="image/svg+xml" href={`${PAGE_PATHS.icon}?state=${whole}`} />
          {/* The style comes with the page, so that the first drawing waits for nothing else. */}
          <style>{raw(PAGE_STYLE)}</style>
          {moreHead}
        </head>
        <body class="sw">{body}</body>
      </html>
    </>
  );
}

interface ViewProps {
  readonly known: Known;
  readonly address: Address;
  readonly head: Head;
  /** All services in one sentence, for those who hear what changes. */
  readonly said: string;
  readonly controls: PageControls | null;
}

function View({ known, address, head: { title, whole }, said, controls }: ViewProps) {
  return (
    <div
      id="view"
      data-title={title}
      data-state={whole}
      data-lost={`${STATE_MARKS.unknown} connection lost · ${known.deployment}`}
      data-now={known.now}
    >
      <p class="hidden" role="status">
        {said}
      </p>
      <Piece>
        <Content known={known} address={address} controls={controls} />
      </Piece>
      <footer>
        Times are in UTC unless they say otherwise.{' '}
        <button type="button" id="zone" hidden>
          Show local times
        </button>{' '}
        As data: <a href="/api/services">services</a>, <a href={incidentsData(address)}>incidents</a>.
      </footer>
    </div>
  );
}

/** A list of incidents leads to the same ones as data. */
function incidentsData({ of, service, kind, since, incident }: Address): string {
  const path = addressPath({ ...START, of: 'incidents', service, kind, since });
  return of === 'incidents' && incident === null ? `/api${path}` : '/api/incidents';
}

function headOf(known: Known, address: Address, said: string): Head {
  if (address.of === 'incidents') return incidentHead(known, address);
  const service = serviceOf(known, address.service);
  if (address.service !== null && !service) {
    return { title: `${noService(address.service)} · ${known.deployment}`, whole: 'unknown' };
  }
  if (service) {
    const state = stateOf(known, service);
    const whole = isFailing(state) ? 'failing' : state;
    return { title: `${STATE_MARKS[state]} ${service.service.id} ${state} · ${known.deployment}`, whole };
  }
  const whole = wholeOf(known);
  const mark = STATE_MARKS[whole === 'failing' ? 'unreachable' : whole];
  return { title: `${mark} ${said} · ${known.deployment}`, whole };
}

function incidentHead(known: Known, { service, incident }: Address): Head {
  const whole = wholeOf(known);
  if (service === null || incident === null) return { title: `Incidents · ${known.deployment}`, whole };
  const story = storyAt(known, service, incident);
  if (story === null) return { title: `${NO_INCIDENT} · ${known.deployment}`, whole: 'unknown' };
  const isOpen = story.resolvedAt === null;
  const rank = rankOf([story]) === 'down' ? 'failing' : 'degraded';
  return {
    title: `${story.id}: incident, ${isOpen ? 'open' : 'over'} · ${known.deployment}`,
    whole: isOpen ? rank : 'healthy',
  };
}
