/** The page: a whole document around the view, and the view alone, which replaces the one that is shown. */

import type { Child } from 'hono/jsx';
import { type Address, addressPath, START } from '../../core/documents/address';
import type { Known } from '../../core/documents/facts/known';
import { serviceOf, stateOf } from '../../core/documents/facts/service-view';
import { storyAt } from '../../core/documents/facts/stories';
import { news, titleOf, wholeOf } from '../../core/documents/facts/summary';
import { isFailing, STATE_MARKS } from '../../core/documents/state';
import { cleanText } from '../../core/words/clean-text';
import { describeDuration } from '../../core/words/duration';
import { AskName } from '../controls/ask-name';
import type { PageControls } from '../controls/service-controls';
import { rankOf } from '../incidents/story';
import { drawDocument, type Head, PAGE_PATHS } from './document';
import { Checked } from './overview';
import { Content, NO_INCIDENT, noService, ServiceLinks } from './page-content';

/** How often a page without script reloads itself, in seconds. */
const RELOAD_S = 30;

/** The whole document at an address. `answer` is what came of what was asked for, in a line. */
export function drawPage(
  known: Known,
  address: Address,
  controls: PageControls | null,
  answer: string | null = null,
): Child {
  const said = news(known);
  const head = headOf(known, address);
  return drawDocument(
    { ...head, isWall: address.isWall },
    <>
      <script src={PAGE_PATHS.script} defer />
      <noscript>
        <meta
          http-equiv="refresh"
          content={String(known.isDeployed ? Math.max(RELOAD_S, known.intervalMs / 1_000) : RELOAD_S)}
        />
      </noscript>
    </>,
    <>
      <div id="lost" role="alert" hidden>
        Connection to the watcher lost. What you see is of <span id="lost-since" />; trying again…
      </div>
      {!address.isWall && (
        <p id="answer" role="status">
          {answer}
        </p>
      )}
      {!address.isWall && controls?.canSilence && <AskName />}
      <View known={known} address={address} head={head} said={said} controls={controls} />
    </>,
  );
}

/** The document for an unknown address, as HTML text; `what` names what is missing. The document lists what there is. */
export function renderNotFound(known: Known, what: string): string {
  return String(
    drawDocument(
      { title: 'Not found', whole: 'unknown' },
      null,
      <main id="view">
        <header class="summary">
          <h1>There is no {cleanText(what, 100)} here</h1>
        </header>
        <p>
          There are <a href="/">all services</a>, and of each the details:
        </p>
        <ServiceLinks known={known} address={START} />
      </main>,
    ),
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

/** The part of the document that changes, the element `#view`. */
function View({ known, address, head: { title, whole }, said, controls }: ViewProps) {
  return (
    <div
      id="view"
      data-title={title}
      data-state={whole}
      data-lost={`${STATE_MARKS.unknown} connection lost · ${known.deployment}`}
      data-now={known.now}
      data-every={known.isDeployed ? known.intervalMs : undefined}
    >
      <p class="hidden" role="status">
        {said}
      </p>
      {!address.isWall && <Bar known={known} controls={controls} />}
      <Content known={known} address={address} controls={controls} />
      {!address.isWall && (
        <footer>
          As data: <a href="/api/services">services</a>, <a href={incidentsData(address)}>incidents</a>. For a screen on
          a wall: <a href={addressPath({ ...START, isWall: true })}>wallboard</a>.
        </footer>
      )}
    </div>
  );
}

/** Above each view: whose it is, of when, and the ways that lead everywhere. */
function Bar({ known, controls }: Pick<ViewProps, 'known' | 'controls'>) {
  return (
    <nav class="bar" aria-label="Everywhere">
      <a href="/">
        <strong>{known.deployment}</strong>
      </a>
      <Checked known={known} />
      <span class="when every">every {describeDuration(known.intervalMs)}</span>
      <a href={addressPath({ ...START, of: 'incidents' })}>Incidents</a>
      <button type="button" id="zone" disabled>
        UTC
      </button>
      {controls?.canSilence && <button type="button" id="name" title="Change your name" hidden />}
      {known.isDeployed && (
        <form method="post" action={PAGE_PATHS.logout}>
          <button type="submit">Log out</button>
        </form>
      )}
    </nav>
  );
}

/** A list of incidents leads to the same ones as data. */
function incidentsData({ of, service, kind, since, incident }: Address): string {
  const path = addressPath({ ...START, of: 'incidents', service, kind, since });
  return of === 'incidents' && incident === null ? `/api${path}` : '/api/incidents';
}

function headOf(known: Known, address: Address): Head {
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
  return { title: titleOf(known, mark), whole };
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
