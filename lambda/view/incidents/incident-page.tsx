/** An incident's own page: everything that is known of it. */

import type { Known } from '../../core/documents/facts/known';
import type { Story } from '../../core/documents/facts/stories';
import { type Timeline, timelineOf } from '../../core/documents/facts/timeline';
import { describeInstant, plural } from '../../core/documents/words/format';
import { describeEntry, describeUnknown } from '../../core/documents/words/timeline-words';
import { episodeOf } from '../../core/incident/episode';
import { describeIncidentLength } from '../../core/incident/incident-length';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import { Problems } from '../parts/problems';
import { Time } from '../parts/time';
import { Clues } from './clues';
import { IncidentMark } from './incident-mark';
import { FirstLook, Notified, Recovering, timelineOptions } from './story-parts';

interface IncidentPageProps {
  readonly known: Known;
  readonly story: Story;
  readonly target: LinkTarget;
}

export function IncidentPage({ known, story, target }: IncidentPageProps) {
  const { id, incident, resolvedAt, severity } = story;
  const timeline = timelineOf(timelineOptions(known, story));
  return (
    <>
      <header class={`summary ${incident.verdict}`}>
        <h1>
          Incident of{' '}
          <ServiceLink target={story.known === null ? { kind: 'nowhere' } : target} id={id}>
            {id}
          </ServiceLink>
        </h1>
        <p class="sentence">
          {resolvedAt === null ? 'Open for ' : 'Over after '}
          {describeIncidentLength(incident, known.now)}
        </p>
        <p class="is">
          <IncidentMark incident={incident} /> <span class="reason">{incident.message}</span>
        </p>
        <p class="when">
          <Time at={incident.openedAt} now={known.now} /> to{' '}
          {resolvedAt === null ? 'now' : <Time at={resolvedAt} now={known.now} />}, severity {severity}
        </p>
      </header>
      <main>
        <Problems known={known} />
        <div class="columns">
          <section aria-labelledby="course-title">
            <h2 id="course-title">What happened</h2>
            <Course timeline={timeline} known={known} />
          </section>
          <section aria-labelledby="facts-title">
            <h2 id="facts-title">What it is</h2>
            <Clues incident={incident} />
            <Recovering known={known} story={story} />
            <FirstLook story={story} />
            <Facts known={known} story={story} />
            <Notified known={known} story={story} />
          </section>
        </div>
      </main>
    </>
  );
}

function Course({ timeline, known }: { readonly timeline: Timeline; readonly known: Known }) {
  const unknown = describeUnknown(timeline, (at) => describeInstant(at, known.now));
  return (
    <>
      {timeline.entries.length === 0 && <p class="none">Nothing of this time is kept any more.</p>}
      <ol class="timeline">
        {timeline.entries.map((entry) => (
          <li class={`is-${entry.kind}`}>
            <Time at={entry.at} now={known.now} exact />{' '}
            <span>{describeEntry(entry, known.isDeployed ? 'sent' : 'shown')}</span>
          </li>
        ))}
      </ol>
      {unknown.map((text) => (
        <p class="none">{text}</p>
      ))}
    </>
  );
}

function Facts({ known, story: { incident, state, severity, known: service } }: Omit<IncidentPageProps, 'target'>) {
  const { kind, verdict, reason, failedRuns } = incident;
  const episode = episodeOf(incident, state.incidents);
  const facts: readonly (readonly [string, string | null])[] = [
    ['kind', kind],
    ['verdict', kind === 'outage' ? verdict : null],
    ['reason', reason],
    ['severity', severity],
    ['environment', incident.environment],
    ['HTTP status', incident.httpStatus === null ? null : String(incident.httpStatus)],
    ['failed checks', kind === 'outage' ? String(failedRuns) : null],
    [
      'how often lately',
      kind === 'outage' && episode.times > 1
        ? `${plural(episode.times, 'time')} since ${describeInstant(episode.since, known.now)}`
        : null,
    ],
    ['address', service?.service.statusUrl ?? state.about?.statusUrl ?? null],
    ['service', service === null ? 'has left the config' : null],
  ];
  return (
    <dl class="fields">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
