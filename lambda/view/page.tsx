/** The page: a whole document around the view, and the view alone, which replaces the one that is shown. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { cleanText } from '../core/words/clean-text';
import { type Address, addressPath, START } from './address';
import { RangeChoices } from './controls';
import { Details, DetailsHead } from './details';
import type { Known } from './known';
import { Overview, Problems } from './overview';
import { serviceOf, spanOf, stateOf } from './service-view';
import { isFailing, STATE_MARKS } from './state';
import { STYLE } from './style';
import { news, type Whole, wholeOf } from './summary';

/** The addresses of what the page needs besides its own text; the server answers them. */
export const PAGE_PATHS = {
  script: '/live.js',
  icon: '/icon.svg',
  /** Server-sent events of the view at the address that is appended. */
  live: '/live',
} as const;

/** How often a page without script reloads itself, in seconds. */
const RELOAD_S = 30;

/** The whole document at an address, as HTML text. */
export function renderPage(known: Known, address: Address): string {
  const head = headOf(known, address);
  return documentText(
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
      <View known={known} address={address} head={head} />
    </>,
  );
}

/** The part of the document that changes: the element `#view`, as HTML text. */
export function renderView(known: Known, address: Address): string {
  return (<View known={known} address={address} head={headOf(known, address)} />).toString();
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

function documentText({ title, whole }: Head, moreHead: Child, body: Child): string {
  return `<!doctype html>${(
    (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <link rel="icon" type="image/svg+xml" href={`${PAGE_PATHS.icon}?state=${whole}`} />
          {/* The style comes with the page, so that the first drawing waits for nothing else. */}
          <style>{raw(STYLE)}</style>
          {moreHead}
        </head>
        <body class="sw">{body}</body>
      </html>
    )
  ).toString()}`;
}

interface ViewProps {
  readonly known: Known;
  readonly address: Address;
  readonly head: Head;
}

function View({ known, address, head: { title, whole } }: ViewProps) {
  return (
    <div id="view" data-title={title} data-state={whole}>
      <p class="hidden" role="status">
        {news(known)}
      </p>
      {address.service === null ? (
        <Overview known={known} address={address} />
      ) : (
        <ServicePage known={known} address={address} id={address.service} />
      )}
      <footer>
        All times in UTC. As data: <a href="/api/services">services</a>, <a href="/api/incidents">incidents</a>.
      </footer>
    </div>
  );
}

function ServicePage({
  known,
  address,
  id,
}: {
  readonly known: Known;
  readonly address: Address;
  readonly id: string;
}) {
  const service = serviceOf(known, id);
  const back = (
    <nav class="back" aria-label="Way back">
      <a href={addressPath({ ...address, service: null })}>← All services</a>
    </nav>
  );
  if (!service) {
    return (
      <main>
        {back}
        <header class="summary">
          <h1>{known.deployment}</h1>
          <p class="sentence">{noService(id)}</p>
        </header>
        <p>The config names:</p>
        <ServiceLinks known={known} address={address} />
      </main>
    );
  }
  return (
    <>
      {back}
      <DetailsHead known={known} service={service} />
      <main>
        <Problems known={known} />
        <nav class="toolbar" aria-label="Time shown">
          <RangeChoices address={address} />
        </nav>
        <Details known={known} service={service} span={spanOf(address.range, known.now)} />
      </main>
    </>
  );
}

/** Links to the details of each service, with the rest of the address unchanged. */
function ServiceLinks({ known, address }: Omit<ViewProps, 'head'>) {
  return (
    <ul>
      {known.services.map(({ service: { id } }) => (
        <li>
          <a href={addressPath({ ...address, service: id })}>{id}</a>
        </li>
      ))}
    </ul>
  );
}

/** An address can hold anything. */
function noService(id: string): string {
  return `There is no service "${cleanText(id, 80)}"`;
}

function headOf(known: Known, address: Address): Head {
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
  return { title: `${mark} ${news(known)} · ${known.deployment}`, whole };
}
