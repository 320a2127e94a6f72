/** Incidents as stories: the open ones in full, those that belong together beside each other, and any in a few lines. */

import { describeIncidentLength } from '../../core/incident/incident-length';
import { grouped } from '../../core/words/in-batches';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import { addressPath, START } from '../known/address';
import type { Known } from '../known/known';
import { asPiece, Piece } from '../parts/pieces';
import { Time } from '../parts/time';
import { firstAlertOf, type Story, type Together, togetherOf } from '../story/stories';
import { plural } from '../words/format';
import { Clues } from './clues';
import { IncidentMark } from './incident-mark';
import { Course, FirstLook, Notified, Recovering } from './story-parts';

interface StoryProps {
  readonly known: Known;
  readonly story: Story;
  readonly target: LinkTarget;
}

/** How many stories of a group are shown in full: what is said of the others is much the same. */
const MOST_SHOWN = 3;
const GROUPS = 8;
/** So many of the others are named at once. */
const NAMED = 30;

interface OpenProps extends Omit<StoryProps, 'story'> {
  readonly stories: readonly Story[];
}

/** The open incidents of `stories`, those that belong together in one box; nothing if there are none. */
export function OpenStories({ known, stories, target }: OpenProps) {
  const open = stories.filter(({ resolvedAt }) => resolvedAt === null);
  const groups = togetherOf(open, known.intervalMs);
  if (groups.length === 0) return null;
  const left = groups.slice(GROUPS).reduce((sum, { length }) => sum + length, 0);
  return (
    <section class="stories" id="open-incidents" aria-labelledby="open-title">
      <h2 id="open-title">{plural(open.length, 'open incident')}</h2>
      {groups.slice(0, GROUPS).map((group) => (
        <Group known={known} stories={group} target={target} />
      ))}
      {left > 0 && (
        <p class="none">
          and {left} more
          <AllIncidents target={target} service={null} />
        </p>
      )}
    </section>
  );
}

function Group({ known, stories, target }: OpenProps & { readonly stories: Together }) {
  const inOrder = firstOfEachReason(stories);
  const [shown, rest] = [inOrder.slice(0, MOST_SHOWN), inOrder.slice(MOST_SHOWN)];
  const reasons = new Set(shown.map(({ incident }) => incident.reason));
  return (
    <div class={`group ${rankOf(stories)}`}>
      {stories.length > 1 && <SharedMessage known={known} stories={stories} />}
      <ul>
        {shown.map((story, index) => (
          <li class="story">
            <OpenStory known={known} story={story} target={target} others={shown.slice(0, index)} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p class="rest">
          {rest.every(({ incident }) => reasons.has(incident.reason))
            ? 'and the same of'
            : 'and, with other reasons too,'}{' '}
          <Services stories={rest.slice(0, NAMED)} target={target} />
        </p>
      )}
      {rest.length > NAMED && (
        <details id={`more-${stories[0].id}-${stories[0].incident.id}`}>
          <summary>and {rest.length - NAMED} more</summary>
          <p>
            <Services stories={rest.slice(NAMED)} target={target} />
          </p>
        </details>
      )}
    </div>
  );
}

/** One incident of each reason, in their order, before the others: each reason is shown before one is shown again. */
function firstOfEachReason(stories: Together): readonly Story[] {
  const byReason = [...grouped(stories, ({ incident }) => incident.reason).values()];
  return [...byReason.flatMap(([first = []]) => first), ...byReason.flatMap(([, ...others]) => others)];
}

function Services({ stories, target }: Omit<OpenProps, 'known'>) {
  return (
    <>
      {stories.map((story, index) => (
        <>
          {index > 0 && ', '}
          <Piece>
            <ServiceLink target={story.known === null ? NOWHERE : target} id={story.id}>
              {story.id}
            </ServiceLink>
          </Piece>
        </>
      ))}
    </>
  );
}

/** The summary of the last message about several that people were notified with; otherwise what the incidents have in common. */
function SharedMessage({ known, stories }: Pick<OpenProps, 'known'> & { readonly stories: Together }) {
  const first = stories.flatMap((story) => firstAlertOf(story) ?? []);
  const messages = new Set(first.map(({ id, notification }) => notification?.id ?? id)).size;
  const [last = null] = first.sort((left, right) => right.sentAt - left.sentAt);
  const summary = first.find(({ notification }) => notification !== null)?.notification?.summary;
  const [{ incident }] = stories;
  return (
    <p class="together">
      {summary ?? `${plural(stories.length, 'service')} at once: ${incident.reason}`}{' '}
      {last !== null && summary !== undefined && (
        <span class="when">
          {known.isDeployed ? 'sent' : 'shown'} {messages === 1 ? 'as one' : `in ${messages} messages, the last`}{' '}
          <Time at={last.sentAt} now={known.now} />
        </span>
      )}
    </p>
  );
}

/** How bad incidents are: only what is down, and is more than `info`, is red. */
export function rankOf(stories: readonly Story[]): 'minor' | 'degraded' | 'down' {
  if (stories.every(({ severity }) => severity === 'info')) return 'minor';
  return stories.some(({ incident }) => incident.kind === 'outage') ? 'down' : 'degraded';
}

interface OpenedProps extends StoryProps {
  /** Those above it: what they say need not be said again. */
  readonly others: readonly Story[];
}

const OpenStory = asPiece(Opened);

function Opened({ known, story, target, others }: OpenedProps) {
  const { incident, severity } = story;
  const runbook = story.known?.service.runbook ?? null;
  const isSaid = others.some((other) => other.incident.reason === incident.reason) && runbook === null;
  return (
    <>
      <h3 class="head">
        <IncidentMark incident={incident} />{' '}
        <ServiceLink target={story.known === null ? NOWHERE : target} id={story.id}>
          {story.id}
        </ServiceLink>{' '}
        <span class="length">
          {describeIncidentLength(incident, known.now)}, since <Time at={incident.openedAt} now={known.now} />
        </span>
        {severity !== 'critical' && <span class="badge">{severity}</span>}
        <More target={target} story={story} />
      </h3>
      <p class="reason">{incident.message}</p>
      {incident.kind === 'outage' && <Course known={known} story={story} />}
      <Recovering known={known} story={story} />
      <Clues incident={incident} />
      {!isSaid && <FirstLook story={story} />}
      <Notified known={known} story={story} />
    </>
  );
}

/** A past incident in two lines, or an open one in a list. */
export const StoryLine = asPiece(Line);

function Line({ known, story, target }: StoryProps) {
  const { incident, resolvedAt } = story;
  return (
    <li class={resolvedAt === null ? 'open' : 'over'}>
      <p class="head">
        <span class="badge">{resolvedAt === null ? 'open' : 'over'}</span>{' '}
        <ServiceLink target={story.known === null ? NOWHERE : target} id={story.id}>
          {story.id}
        </ServiceLink>{' '}
        <IncidentMark incident={incident} />{' '}
        <strong class="length">{describeIncidentLength(incident, known.now)}</strong>{' '}
        <More target={target} story={story} />
      </p>
      <p class="reason">{incident.message}</p>
      <p class="when">
        <Time at={incident.openedAt} now={known.now} /> to{' '}
        {resolvedAt === null ? 'now' : <Time at={resolvedAt} now={known.now} />}
        {incident.kind === 'outage' && `, ${plural(incident.failedRuns, 'failed check')}`}
      </p>
      <Notified known={known} story={story} />
    </li>
  );
}

/** A service that was removed has no details. */
const NOWHERE: LinkTarget = { kind: 'nowhere' };

/** The way to an incident's own page; a widget has none. */
function More({ target, story: { id, incident } }: Pick<StoryProps, 'target' | 'story'>) {
  if (target.kind !== 'page') return null;
  return (
    <a class="more" href={addressPath({ ...START, of: 'incidents', service: id, incident: incident.id })}>
      all of it
    </a>
  );
}

/** The way to the list of all incidents that are kept, after a text; a widget has none. */
export function AllIncidents({ target, service }: Pick<StoryProps, 'target'> & { readonly service: string | null }) {
  if (target.kind !== 'page') return null;
  return (
    <>
      : <a href={addressPath({ ...START, of: 'incidents', service })}>all incidents</a>
    </>
  );
}
