/** The page: a whole document around the view, and the view alone, which replaces the one that is shown. */

import { raw } from 'hono/html';
import { cleanText } from '../core/clean-text';
import { type Address, addressPath } from './address';
import { RangeChoices } from './controls';
import { Details, DetailsHead } from './details';
import type { Known } from './known';
import { Overview, Problems } from './overview';
import { serviceOf, spanOf, stateOf } from './service-view';
import { isFailing, STATE_MARKS } from './state';
import { STYLE } from './style';
import { news, type Whole, wholeOf } from './summary';

/** Where the page finds what it needs besides its own text; the server answers there. */
export const PAGE_PATHS = {
  script: '/live.js',
  icon: '/icon.svg',
  /** Server-sent events of the view at the address that is appended. */
  live: '/live',
} as const;

/** How often a page without script asks for itself again, in seconds. */
const RELOAD_S = 30;

/** The whole document at an address, as HTML text. */
export function renderPage(known: Known, address: Address): string {
  const { title, whole } = headOf(known, address);
  return `<!doctype html>${(
    (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <link rel="icon" type="image/svg+xml" href={`${PAGE_PATHS.icon}?state=${whole}`} />
          {/* With the page: what is drawn first must wait for nothing else. */}
          <style>{raw(STYLE)}</style>
          <script src={PAGE_PATHS.script} defer />
          <noscript>
            <meta http-equiv="refresh" content={String(RELOAD_S)} />
          </noscript>
        </head>
        <body class="sw">
          <div id="lost" role="alert" hidden>
            Connection to the watcher lost. What you see is of <span id="lost-since" />; trying again…
          </div>
          <View known={known} address={address} />
        </body>
      </html>
    )
  ).toString()}`;
}

/** The part of the document that changes: the element `#view`, as HTML text. */
export function renderView(known: Known, address: Address): string {
  return (<View known={known} address={address} />).toString();
}

function View({ known, address }: { readonly known: Known; readonly address: Address }) {
  const { title, whole } = headOf(known, address);
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
        <ul>
          {known.services.map((one) => (
            <li>
              <a href={addressPath({ ...address, service: one.service.id })}>{one.service.id}</a>
            </li>
          ))}
        </ul>
      </main>
    );
  }
  return (
    <>
      {back}
      <DetailsHead known={known} service={service} />
      <main>
        <Problems problems={known.problems} />
        <nav class="toolbar" aria-label="Time shown">
          <RangeChoices address={address} />
        </nav>
        <Details known={known} service={service} span={spanOf(address.range, known.now)} />
      </main>
    </>
  );
}

/** An address can be anything. */
function noService(id: string): string {
  return `There is no service "${cleanText(id, 80)}"`;
}

function headOf(known: Known, address: Address): { readonly title: string; readonly whole: Whole } {
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
