/** The page for the public as one HTML file. It needs no JavaScript; with JavaScript it shows when it is out of date. */

import { raw } from 'hono/html';
import { PAGE_POLICY } from '../../core/documents/public/content-policy';
import type {
  PublicComponent,
  PublicIncident,
  PublicMaintenance,
  PublicState,
  PublicStatus,
  PublicUptime,
} from '../../core/documents/public/public-status';
import { UPTIME_DAYS, uptimeRange } from '../../core/documents/public/public-uptime';
import { iso, plural } from '../../core/documents/words/format';
import { DayStrip } from './day-strip';
import { PUBLIC_STYLE } from './public-style';
import { headline, minuteWords, STATE_WORDS, STATUS_WORDS, shareWords, worstState } from './public-words';

/** How long after its end an incident is listed, in milliseconds, and how many are at most. */
const LISTED_MS = 14 * 86_400_000;
const MOST_LISTED = 10;

/** The whole document, as HTML text. */
export function renderPublicPage(status: PublicStatus): string {
  const { title, incidents, maintenances, components, madeAt } = status;
  const now = headline(components);
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const past = incidents.filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt > madeAt - LISTED_MS);
  const planned = maintenances.filter(({ status: which }) => which !== 'completed');
  return `<!doctype html>${(
    (
      <html lang="en" data-made={iso(madeAt)}>
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content={PAGE_POLICY} />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="description" content={now} />
          <title>{`${title}: ${now}`}</title>
          {/* Otherwise a browser asks for an icon. */}
          <link rel="icon" href="data:," />
          <link rel="alternate" type="application/atom+xml" href="feed.atom" title={title} />
          <style>{raw(PUBLIC_STYLE)}</style>
        </head>
        <body>
          <Marks states={[worstState(components), ...components.map(({ state }) => state)]} />
          <p id="stale" role="alert" hidden>
            This page may be out of date: it shows how things were at {minuteWords(madeAt)}.
          </p>
          <header>
            <h1>{title}</h1>
            <p class={`now ${worstState(components)}`}>
              <Mark state={worstState(components)} size={24} />
              <span>{now}</span>
            </p>
          </header>
          <main>
            {open.length > 0 && (
              <section aria-label="Open incidents">
                <h2>Now</h2>
                {open.map((incident) => (
                  <Incident incident={incident} />
                ))}
              </section>
            )}
            {planned.length > 0 && (
              <section aria-label="Planned maintenance">
                <h2>Maintenance</h2>
                {planned.map((maintenance) => (
                  <Maintenance maintenance={maintenance} />
                ))}
              </section>
            )}
            <Components status={status} />
            <section aria-label="Past incidents">
              <h2>Past incidents</h2>
              {past.length === 0 && <p class="quiet">None in the last {LISTED_MS / 86_400_000} days.</p>}
              {past.slice(0, MOST_LISTED).map((incident) => (
                <Incident incident={incident} />
              ))}
            </section>
          </main>
          <footer>
            <p>
              Written <Instant time={madeAt} />
              {status.updatedAt > 0 && (
                <>
                  ; last change <Instant time={status.updatedAt} />
                </>
              )}
              .
            </p>
            <p>
              <a href="feed.atom">Feed</a> · <a href="api/v2/summary.json">JSON</a>
            </p>
          </footer>
          <script>{raw(FRESH_SCRIPT)}</script>
        </body>
      </html>
    )
  ).toString()}`;
}

function Instant({ time }: { readonly time: number }) {
  return <time datetime={`${iso(time).slice(0, 16)}Z`}>{minuteWords(time)}</time>;
}

/** The marks of some states, each drawn once. */
function Marks({ states }: { readonly states: readonly PublicState[] }) {
  const each = [...new Set(states)].map(
    (state) => `<symbol id="${state}" viewBox="0 0 16 16">${SHAPES[state]}</symbol>`,
  );
  return (
    <svg width="0" height="0" class="marks" aria-hidden="true">
      {raw(each.join(''))}
    </svg>
  );
}

/** Drawn in a square of 16. Each state has a shape of its own, not only a colour. */
const SHAPES: Readonly<Record<PublicState, string>> = {
  available: '<circle cx="8" cy="8" r="6.5"/>',
  degraded: '<path d="M8 1.5 15 14H1z"/>',
  partly_down:
    '<path d="M8 1.5 14.5 8 8 14.5 1.5 8z" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M8 1.5v13L1.5 8z"/>',
  down: '<path d="M3.5 1 8 5.5 12.5 1 15 3.5 10.5 8 15 12.5 12.5 15 8 10.5 3.5 15 1 12.5 5.5 8 1 3.5z"/>',
  maintenance: '<path d="M1.5 1.5h13v13h-13z"/>',
  unknown: '<circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3 2"/>',
};

function Mark({ state, size = 14 }: { readonly state: PublicState; readonly size?: number }) {
  return (
    <svg class="mark" width={size} height={size} aria-hidden="true">
      <use href={`#${state}`} />
    </svg>
  );
}

function Incident({ incident }: { readonly incident: PublicIncident }) {
  const { id, title, impact, resolvedAt, updates } = incident;
  return (
    <article class={`card${resolvedAt === null ? ` open ${impact}` : ''}`} id={id}>
      <h3>{title}</h3>
      <ol>
        {updates.map(({ status, text, at }) => (
          <li>
            <strong>{STATUS_WORDS[status]}:</strong> {text}{' '}
            <span class="quiet">
              <Instant time={at} />
            </span>
          </li>
        ))}
      </ol>
    </article>
  );
}

function Maintenance({ maintenance }: { readonly maintenance: PublicMaintenance }) {
  const { id, title, from, until, status } = maintenance;
  return (
    <article class="card planned" id={id}>
      <h3>{title}</h3>
      <p>
        {status === 'in_progress' ? 'Since' : 'From'} <Instant time={from} /> to <Instant time={until} />
      </p>
    </article>
  );
}

function Components({ status }: { readonly status: PublicStatus }) {
  const { components, uptimes, madeAt } = status;
  const headings = [...new Set(components.map(({ group }) => group))];
  return (
    <>
      {headings.map((heading) => (
        <section aria-label={heading ?? 'Services'}>
          <h2>{heading ?? 'Services'}</h2>
          <ul class="rows">
            {components.map(
              (component, index) =>
                component.group === heading && <Row component={component} uptime={uptimes[index]} madeAt={madeAt} />,
            )}
          </ul>
        </section>
      ))}
      <p class="quiet">A bar for each of the last {plural(UPTIME_DAYS, 'day')}, and the share of checks that passed.</p>
    </>
  );
}

interface RowProps {
  readonly component: PublicComponent;
  readonly uptime: PublicUptime | undefined;
  readonly madeAt: number;
}

function Row({ component: { name, state }, uptime, madeAt }: RowProps) {
  return (
    <li>
      <span class="name">{name}</span>
      {uptime && <DayStrip uptime={uptime} from={uptimeRange(madeAt).from} />}
      <span class="share">{uptime?.share == null ? '' : shareWords(uptime.share)}</span>
      <span class={`state ${state}`}>
        <Mark state={state} />
        {STATE_WORDS[state]}
      </span>
    </li>
  );
}

/**
 * Goes by the clock of the server, since that of a visitor may be wrong. Source: RFC 9111, section 4.2.3: a response is as old as its
 * `Age` says since its `Date`. A page on a disk has no server.
 */
export const FRESH_SCRIPT = `
const {made}=document.documentElement.dataset,stale=document.getElementById('stale');
async function look(again){
  try{
    const answer=await fetch('fresh.json',{cache:'no-store'}),{headers}=answer;
    const fresh=await answer.json(),now=Date.parse(headers.get('date'))+1e3*headers.get('age')||Date.now();
    stale.hidden=now<Date.parse(fresh.until);
    if(again&&fresh.made>made)location.reload();
  }catch{stale.hidden=false}
}
if(location.protocol!=='file:'){look();setInterval(look,6e4,true)}
`.trim();
