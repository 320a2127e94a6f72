/** The page for the public as one HTML file. It needs no JavaScript; with JavaScript it shows local times, each day, and when it is out of date. */

import { raw } from 'hono/html';
import { iso } from '../../core/documents/words/format';
import { PAGE_POLICY } from '../core/content-policy';
import type { PublicComponent, PublicState, PublicStatus, PublicUptime } from '../core/public-status';
import { UPTIME_DAYS, uptimeRange } from '../core/public-uptime';
import { DayStrip, LEGEND, Swatch } from './day-strip';
import { PAGE_SCRIPT } from './page-script';
import { OpenIncidents, openIncidents, Past, Planned } from './public-incident-parts';
import { Mark, Marks, stateIcon } from './public-marks';
import { PUBLIC_STYLE } from './public-style';
import {
  headline,
  headlineDetails,
  minuteWords,
  STATE_WORDS,
  shareWords,
  shortHeadline,
  worstState,
} from './public-words';
import { Instant } from './times';

/** The whole document, as HTML text. */
export function renderPublicPage(status: PublicStatus): string {
  const { title, components, madeAt, favicon } = status;
  const now = headline(components);
  const worst = worstState(components);
  const isBad = worst === 'down' || worst === 'partly_down';
  return `<!doctype html>${(
    (
      <html lang="en" data-made={iso(madeAt)} data-first={iso(uptimeRange(madeAt).from)}>
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content={PAGE_POLICY} />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="description" content={now} />
          <title>{`${title}: ${now}`}</title>
          <link rel="icon" href={favicon ?? stateIcon(worst)} />
          <link rel="alternate" type="application/atom+xml" href="feed.atom" title={title} />
          <style>{raw(PUBLIC_STYLE)}</style>
        </head>
        <body>
          <Marks states={['down', 'degraded', 'maintenance', worst, ...components.map(({ state }) => state)]} />
          <Header status={status} />
          <main>
            <p id="stale" role="alert" hidden>
              This page may be out of date: it shows how things were at {minuteWords(madeAt)}.
            </p>
            <div class={`now${isBad ? ' bad' : ''}`}>
              <Mark state={worst} />
              <div>
                <h1>{shortHeadline(components)}</h1>
                <p class="quiet">
                  <Details status={status} />
                </p>
              </div>
            </div>
            <OpenIncidents status={status} />
            {!isBad && <Planned status={status} />}
            <Components status={status} />
            {isBad && <Planned status={status} />}
            <Past status={status} />
          </main>
          <footer>
            <span>
              <span id="zone">Times are UTC.</span> Bars are days of UTC. Written at{' '}
              <Instant time={madeAt} base={madeAt} />.
            </span>
            <a href="feed.atom">Atom feed</a>
            <a href="api/v2/summary.json">JSON</a>
          </footer>
          <p id="tip" aria-hidden="true" hidden></p>
          <script>{raw(PAGE_SCRIPT)}</script>
        </body>
      </html>
    )
  ).toString()}`;
}

function Header({ status: { title, logo, support } }: { readonly status: PublicStatus }) {
  return (
    <header class="top">
      <p class="brand">
        {logo !== null && <img src={logo} alt="" />}
        <span>{title}</span>
      </p>
      {support !== null && <a href={support}>Get help</a>}
      <a class="button" href="feed.atom">
        <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3.2 8.6a4.2 4.2 0 0 1 4.2 4.2M3.2 4.4a8.4 8.4 0 0 1 8.4 8.4M3.6 12.4h.01" />
        </svg>
        <span>
          Subscribe<span class="opt"> by Atom</span>
        </span>
      </a>
    </header>
  );
}

const DAY_MS = 86_400_000;

/** The details that the headline leaves out, or, if everything is healthy, since when it is. */
function Details({ status }: { readonly status: PublicStatus }) {
  const { components, madeAt } = status;
  const details = headlineDetails(components);
  if (details !== '') return <>{details}</>;
  return (
    <>
      {sinceWords(status)} Last checked at <Instant time={madeAt} base={madeAt} id="checked" />.
    </>
  );
}

function sinceWords({ incidents, components, madeAt }: PublicStatus): string {
  if (openIncidents(incidents).length > 0 || worstState(components) !== 'available') return '';
  const ends = incidents.flatMap(({ impact, resolvedAt }) => (impact === 'none' ? [] : (resolvedAt ?? [])));
  const begun = components.flatMap(({ knownSince }) => knownSince ?? []);
  const last = Math.max(...ends, ...begun);
  const days = Math.min(UPTIME_DAYS, Math.floor((madeAt - last) / DAY_MS));
  if (!Number.isFinite(last) || days < 1) return '';
  return `No incidents for ${days === 1 ? '1 day' : `${days} days`}.`;
}

function Components({ status }: { readonly status: PublicStatus }) {
  const { components, uptimes, madeAt } = status;
  const { from } = uptimeRange(madeAt);
  const headings = [...new Set(components.map(({ group }) => group))];
  return (
    <>
      {headings.map((heading) => (
        <section class="group">
          <h2>{heading ?? 'Services'}</h2>
          <ul class="card rows">
            {components.map(
              (component, index) =>
                component.group === heading && <Row component={component} uptime={uptimes[index]} from={from} />,
            )}
          </ul>
        </section>
      ))}
      <ul class="legend" aria-label="Bars">
        {LEGEND.map(([words, parts]) => (
          <li>
            <Swatch parts={parts} />
            {words}
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly component: PublicComponent;
  readonly uptime: PublicUptime | undefined;
  readonly from: number;
}

function Row({ component: { name, state }, uptime, from }: RowProps) {
  return (
    <li>
      <p class="t">
        <b>{name}</b>
        <StateWord state={state} />
      </p>
      {uptime && <DayStrip name={name} uptime={uptime} from={from} />}
      <p class="axis">
        {UPTIME_DAYS} days ago<b>{uptime?.share == null ? 'No data' : shareWords(uptime.share)}</b>Today
      </p>
    </li>
  );
}

function StateWord({ state }: { readonly state: PublicState }) {
  return (
    <span class={state === 'available' ? 'state' : `state ${state}`}>
      <Mark state={state} />
      {STATE_WORDS[state]}
    </span>
  );
}
