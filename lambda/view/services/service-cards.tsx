/** The four cards of a service: its state, its response times, its uptime, and the rest of its error budget. */

import type { PastDocument } from '../../core/documents/history-document';
import type { ServiceDocument, ServiceFigures, ServiceNow } from '../../core/documents/service-document';
import { countedWord, isFailing, summaryStateOf } from '../../core/documents/state';
import { describeMs, describeShare, NOTHING } from '../../core/documents/words/format';
import { budgetFigures, budgetOf, shareLeft, worstStanding } from '../../core/documents/words/objective-words';
import { capitalized } from '../../core/words/capitalized';
import { roughDuration } from '../../core/words/duration';
import { LEAST_CHANGE } from '../../core/words/response-times';
import { isYoung } from '../charts/record';
import { Time } from '../parts/time';

const DOCS = 'https://www.npmjs.com/package/statuswatch';

interface CardsProps {
  readonly service: ServiceDocument;
  /** `null` if they were not read. */
  readonly figures: ServiceFigures | null;
  readonly now: number;
}

export function ServiceCards({ service, figures, whole, now }: CardsProps & { readonly whole: PastDocument }) {
  return (
    <div class="stats">
      <StatusCard service={service} now={now} />
      <ResponseCard service={service} figures={figures} />
      <UptimeCard figures={figures} whole={whole} now={now} />
      <BudgetCard standings={service.objective} />
    </div>
  );
}

function StatusCard({ service, now }: Omit<CardsProps, 'figures'>) {
  const state = summaryStateOf(service.shown);
  return (
    <section class={`card stat ${state}`} aria-labelledby="status-title">
      <h2 id="status-title">Status</h2>
      <p class="value word">{capitalized(countedWord(state))}</p>
      <p class="under">{service.checkedAt === null ? 'Not checked yet' : <Since service={service} now={now} />}</p>
    </section>
  );
}

function Since({ service, now }: Omit<CardsProps, 'figures'>) {
  const { state, stateSince } = service;
  const since = Date.parse(stateSince ?? '');
  return (
    <span class="since">
      {state === 'unknown'
        ? 'last checked '
        : `${hasChangedKind(service) ? 'failing ' : ''}for ${roughDuration(now - since)}, since `}
      <Time at={since} now={now} />
    </span>
  );
}

/** Returns whether its kind of failure changed since it began to fail. */
function hasChangedKind({ state, since, stateSince }: ServiceNow): boolean {
  return isFailing(state) && since !== null && stateSince !== null && since > stateSince;
}

function ResponseCard({ service, figures }: Omit<CardsProps, 'now'>) {
  const times = figures?.responseMs ?? null;
  return (
    <section class="card stat" aria-labelledby="response-title">
      <h2 id="response-title">Response time, 24 h</h2>
      {times === null ? (
        <p class="value none">{NOTHING}</p>
      ) : (
        <p class="value pair">
          <span>
            {describeMs(times.p50)}
            <small> p50</small>
          </span>{' '}
          <span>
            {describeMs(times.p95)}
            <small> p95</small>
          </span>
        </p>
      )}
      <p class="under">{times === null ? whyNoTimes(service, figures) : changeText(figures?.responseChange ?? null)}</p>
    </section>
  );
}

function whyNoTimes({ checkedAt }: ServiceDocument, figures: ServiceFigures | null): string {
  if (checkedAt === null) return 'Not checked yet';
  return figures === null ? 'They could not be read' : 'No answer in 24 h';
}

function changeText(change: number | null): string {
  if (change === null) return 'No answers the day before';
  if (Math.abs(change) < LEAST_CHANGE) return 'No change from the day before';
  return `${Math.round(Math.abs(change) * 100)} % ${change > 0 ? 'slower' : 'faster'} than the day before`;
}

const PERIODS = [
  [1, '24 h'],
  [7, '7 d'],
  [30, '30 d'],
  [90, '90 d'],
] as const;

/** Draws the uptime. A time with no more checks than a shorter one has no figure. */
function UptimeCard({ figures, whole, now }: Omit<CardsProps, 'service'> & { readonly whole: PastDocument }) {
  if (isYoung(whole)) {
    return (
      <section class="card stat wide" aria-labelledby="uptime-title">
        <h2 id="uptime-title">Uptime</h2>
        <p class="value none">{NOTHING}</p>
        <p class="under">
          {whole.begunAt === null ? 'Not checked yet' : 'Watching since '}
          {whole.begunAt !== null && <Time at={Date.parse(whole.begunAt)} now={now} />}
        </p>
      </section>
    );
  }
  return (
    <section class="card stat wide" aria-labelledby="uptime-title">
      <h2 id="uptime-title">Uptime</h2>
      <dl class="uptimes">
        {PERIODS.map(([length, name]) => {
          const found = figures?.uptime.find(({ days }) => days === length);
          return (
            <div>
              <dt>{name}</dt>
              <dd>{found === undefined ? NOTHING : describeShare(found.healthy, found.checks)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Draws the card of the aim with the least budget left. */
function BudgetCard({ standings }: { readonly standings: ServiceDocument['objective'] }) {
  const standing = worstStanding(standings);
  if (standing === null) {
    return (
      <section class="card stat wide" aria-labelledby="budget-title">
        <h2 id="budget-title">Error budget</h2>
        <p class="value none">No objective</p>
        <p class="under">
          <a href={DOCS}>How to set one</a>
        </p>
      </section>
    );
  }
  const { left, of, aim } = budgetFigures(standing);
  return (
    <section class="card stat wide" aria-labelledby="budget-title">
      <h2 id="budget-title">Error budget</h2>
      <p class={`value budget ${budgetOf(standing)}`}>
        {capitalized(left)}
        <small> {of}</small>
      </p>
      <svg class={`meter ${budgetOf(standing)}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="6" />
        <rect class="part" width={Math.round(shareLeft(standing) * 1_000) / 10} height="6" />
      </svg>
      <p class="under">{aim}</p>
    </section>
  );
}
