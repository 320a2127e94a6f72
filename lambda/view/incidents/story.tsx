/** Any incident in a few lines, and the ways to it and to all of them. */

import { addressPath, START } from '../../core/documents/address';
import type { Known } from '../../core/documents/facts/known';
import type { Story } from '../../core/documents/facts/stories';
import { plural } from '../../core/documents/words/format';
import { describeIncidentLength } from '../../core/incident/incident-length';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import { Time } from '../parts/time';
import { IncidentMark } from './incident-mark';
import { Notified } from './story-parts';

interface StoryProps {
  readonly known: Known;
  readonly story: Story;
  readonly target: LinkTarget;
}

/** How bad incidents are: only what is down, and is more than `info`, is red. */
export function rankOf(stories: readonly Story[]): 'minor' | 'degraded' | 'down' {
  if (stories.every(({ severity }) => severity === 'info')) return 'minor';
  return stories.some(({ incident }) => incident.kind === 'outage') ? 'down' : 'degraded';
}

/** A past incident in two lines, or an open one in a list. */
export function StoryLine({ known, story, target }: StoryProps) {
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
export function More({ target, story: { id, incident } }: Pick<StoryProps, 'target' | 'story'>) {
  if (target.kind !== 'page') return null;
  return (
    <a class="more" href={addressPath({ ...START, of: 'incidents', service: id, incident: incident.id })}>
      Details
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
