/** An incident's own page, with everything that is known about it. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentDetails } from '../../core/documents/incident-details';
import type { TimelineDocument } from '../../core/documents/timeline-document';
import { describeInstant, plural } from '../../core/documents/words/format';
import { describeUnknown } from '../../core/documents/words/timeline-words';
import { describeDuration } from '../../core/words/duration';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import { Problems } from '../parts/problems';
import { Time } from '../parts/time';
import { PasteStory } from './paste-story';
import { NOWHERE } from './story';
import { Clues, FirstLook, IncidentMark, Notified, Recovering } from './story-parts';

interface IncidentPageProps {
  readonly deployment: DeploymentDocument;
  readonly incident: IncidentDetails;
  readonly timeline: TimelineDocument;
  readonly target: LinkTarget;
}

export function IncidentPage({ deployment, incident, timeline, target }: IncidentPageProps) {
  const { service, open, openedAt, resolvedAt, severity, verdict, message, durationSeconds } = incident;
  const now = Date.parse(deployment.at);
  return (
    <>
      <header class={`summary ${verdict}`}>
        <h1>
          Incident of{' '}
          <ServiceLink target={incident.configured ? target : NOWHERE} id={service}>
            {service}
          </ServiceLink>
        </h1>
        <p class="sentence">
          {open ? 'Open for ' : 'Resolved after '}
          {describeDuration(durationSeconds * 1_000)}
        </p>
        <p class="is">
          <IncidentMark incident={incident} /> <span class="reason">{message}</span>
        </p>
        <p class="when">
          <Time at={Date.parse(openedAt)} now={now} /> to{' '}
          {resolvedAt === null ? 'now' : <Time at={Date.parse(resolvedAt)} now={now} />}, severity {severity}
        </p>
      </header>
      <main>
        <Problems problems={deployment.problems} />
        <div class="columns">
          <section aria-labelledby="course-title">
            <h2 id="course-title">What happened</h2>
            <Timeline timeline={timeline} now={now} />
          </section>
          <section aria-labelledby="facts-title">
            <h2 id="facts-title">Details</h2>
            <Clues clues={incident.clues} />
            <Recovering incident={incident} now={now} />
            <FirstLook incident={incident} />
            <Facts incident={incident} now={now} />
            <Notified deployment={deployment} incident={incident} />
          </section>
        </div>
        <PasteStory deployment={deployment} incident={incident} timeline={timeline} />
      </main>
    </>
  );
}

function Timeline({ timeline, now }: { readonly timeline: TimelineDocument; readonly now: number }) {
  return (
    <>
      {timeline.timeline.length === 0 && <p class="none">Nothing of this time is kept any more.</p>}
      <ol class="timeline">
        {timeline.timeline.map(({ kind, at, text }) => (
          <li class={`is-${kind}`}>
            <Time at={Date.parse(at)} now={now} exact /> <span>{text}</span>
          </li>
        ))}
      </ol>
      {timeline.unknown.map(({ what, before }) => (
        <p class="none">{describeUnknown(what, describeInstant(Date.parse(before), now))}</p>
      ))}
    </>
  );
}

function Facts({ incident, now }: { readonly incident: IncidentDetails; readonly now: number }) {
  const { kind, verdict, reason, severity, environment, httpStatus, failedRuns, episode, url, configured, subject } =
    incident;
  const isOutage = kind === 'outage';
  const facts: readonly (readonly [string, string | null])[] = [
    ['kind', kind],
    ['verdict', isOutage ? verdict : null],
    ['reason', reason],
    ['severity', severity],
    ['environment', environment],
    ['HTTP status', httpStatus === null ? null : String(httpStatus)],
    ['failed checks', isOutage ? String(failedRuns) : null],
    [
      'how often lately',
      isOutage && episode.failures > 1
        ? `${plural(episode.failures, 'time')} since ${describeInstant(Date.parse(episode.since), now)}`
        : null,
    ],
    ['address', url],
    ['service', configured || subject !== null ? null : 'has left the config'],
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
