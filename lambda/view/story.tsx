/** Incidents as stories: the open ones in full, as people were notified of them, and any in a few lines. */

import { describeIncidentLength } from '../core/incident/incident-length';
import { addressPath, START } from './address';
import { Clues } from './clues';
import { plural } from './format';
import { IncidentMark } from './incident-mark';
import type { Known } from './known';
import { type LinkTarget, ServiceLink } from './link-target';
import { Piece } from './pieces';
import type { Story, StoryGroup } from './stories';
import { Course, FirstLook, Notified, Recovering } from './story-parts';
import { Time } from './time';

interface StoryProps {
  readonly known: Known;
  readonly story: Story;
  readonly target: LinkTarget;
}

/** How many stories of a group are shown in full: what is said of the others is much the same. */
const TOLD = 3;
const GROUPS = 8;

/** Open incidents, as people were notified of them; nothing if there are none. */
export function OpenStories({
  known,
  groups,
  target,
}: Omit<StoryProps, 'story'> & { readonly groups: readonly StoryGroup[] }) {
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, { stories }) => sum + stories.length, 0);
  return (
    <section class="stories" id="open-incidents" aria-labelledby="open-title">
      <h2 id="open-title">{plural(count, 'open incident')}</h2>
      {groups.slice(0, GROUPS).map((group) => (
        <Group known={known} group={group} target={target} />
      ))}
      {groups.length > GROUPS && (
        <p class="none">
          and {groups.length - GROUPS} more <AllIncidents target={target} service={null} />
        </p>
      )}
    </section>
  );
}

function Group({ known, group: { said, sentAt, stories }, target }: Omit<StoryProps, 'story'> & { group: StoryGroup }) {
  const rest = stories.slice(TOLD);
  return (
    <div class={`group ${rankOf(stories)}`}>
      {stories.length > 1 && said !== null && (
        <p class="together">
          {said}
          {sentAt !== null && (
            <>
              {' '}
              <span class="when">
                {known.isDeployed ? 'sent' : 'shown'} as one <Time at={sentAt} now={known.now} />
              </span>
            </>
          )}
        </p>
      )}
      <ul>
        {stories.slice(0, TOLD).map((story) => (
          <li class="story">
            <OpenStory known={known} story={story} target={target} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p class="rest">
          and the same of{' '}
          {rest.map((story, index) => (
            <>
              {index > 0 && ', '}
              <Piece>
                <ServiceLink target={story.known === null ? NOWHERE : target} id={story.id}>
                  {story.id}
                </ServiceLink>
              </Piece>
            </>
          ))}
        </p>
      )}
    </div>
  );
}

/** How bad incidents are: only what is down, and is more than `info`, is red. */
export function rankOf(stories: readonly Story[]): 'minor' | 'degraded' | 'down' {
  if (stories.every(({ severity }) => severity === 'info')) return 'minor';
  return stories.some(({ incident }) => incident.kind === 'outage') ? 'down' : 'degraded';
}

function OpenStory(props: StoryProps) {
  return (
    <Piece>
      <Opened {...props} />
    </Piece>
  );
}

function Opened({ known, story, target }: StoryProps) {
  const { incident, severity } = story;
  return (
    <>
      <h3 class="head">
        <IncidentMark incident={incident} />{' '}
        <ServiceLink target={story.known === null ? NOWHERE : target} id={story.id}>
          {story.id}
        </ServiceLink>{' '}
        <span class="length">
          {describeIncidentLength(incident.openedAt, known.now)}, since <Time at={incident.openedAt} now={known.now} />
        </span>
        {severity !== 'critical' && <span class="badge">{severity}</span>}
        <More target={target} story={story} />
      </h3>
      <p class="reason">{incident.message}</p>
      {incident.kind === 'outage' && <Course known={known} story={story} />}
      <Recovering story={story} />
      <Clues state={story.state} incident={incident.id} />
      <FirstLook story={story} />
      <Notified known={known} story={story} />
    </>
  );
}

/** A past incident in two lines, or an open one in a list. */
export function StoryLine(props: StoryProps) {
  return (
    <Piece>
      <Line {...props} />
    </Piece>
  );
}

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
        <strong class="length">{describeIncidentLength(incident.openedAt, resolvedAt ?? known.now)}</strong>{' '}
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

/** The way to the list of all incidents that are kept; a widget has none. */
export function AllIncidents({ target, service }: Pick<StoryProps, 'target'> & { readonly service: string | null }) {
  if (target.kind !== 'page') return null;
  return <a href={addressPath({ ...START, of: 'incidents', service })}>all incidents</a>;
}
