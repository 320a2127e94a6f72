/** The incidents that are over, the newest first; and a list of incidents, with those that belong together as one. */

import { addressPath, START } from '../../core/documents/address';
import type { Known } from '../../core/documents/facts/known';
import type { Span } from '../../core/documents/facts/service-view';
import { type Story, type Together, togetherOf } from '../../core/documents/facts/stories';
import { plural } from '../../core/documents/words/format';
import { describeIncidentLength } from '../../core/incident/incident-length';
import { describeDuration } from '../../core/words/duration';
import { grouped } from '../../core/words/in-batches';
import type { LinkTarget } from '../controls/link-target';
import { Time } from '../parts/time';
import { IncidentMark } from './incident-mark';
import { AllIncidents, StoryLine } from './story';
import { Notified } from './story-parts';

interface PastProps {
  readonly known: Known;
  readonly stories: readonly Story[];
  /** The time that is shown: those that fell into none of it are not listed. */
  readonly span: Span;
  readonly target: LinkTarget;
  /** How many are listed. */
  readonly most: number;
  /** The service that they are of; `null` for all services. */
  readonly service?: string | null;
}

export function PastIncidents({ known, stories, span, target, most, service = null }: PastProps) {
  const over = stories.filter(({ resolvedAt }) => resolvedAt !== null);
  const shown = over.filter((story) => isWithin(story, span));
  const past = togetherOf(shown, known.intervalMs);
  const left = past.slice(most).reduce((sum, { length }) => sum + length, 0);
  return (
    <section class="records" id="incidents" aria-labelledby="incidents-title">
      <h2 id="incidents-title">Past incidents</h2>
      {over.length === 0 && <p class="none">None yet. An incident is listed here once it is over.</p>}
      {over.length > 0 && past.length === 0 && (
        <p class="none">
          None in the time that is shown
          <AllIncidents target={target} service={service} />
        </p>
      )}
      <Records known={known} entries={past.slice(0, most)} target={target} />
      {left > 0 && (
        <p class="none">
          and {left} before these
          <AllIncidents target={target} service={service} />
        </p>
      )}
    </section>
  );
}

/** Whether an incident that is over went on at some time of a span. Without a time all do. */
function isWithin({ incident, resolvedAt }: Story, span: Span): boolean {
  return span.kind === 'checks' || (incident.openedAt < span.to && (resolvedAt ?? span.to) >= span.from);
}

interface RecordsProps extends Pick<PastProps, 'known' | 'target'> {
  readonly entries: readonly Together[];
}

export function Records({ known, entries, target }: RecordsProps) {
  return (
    <ol>
      {entries.map(([story, ...others]) =>
        others.length === 0 ? (
          <StoryLine known={known} story={story} target={target} />
        ) : (
          <TogetherLine known={known} stories={[story, ...others]} target={target} />
        ),
      )}
    </ol>
  );
}

/** So many services are named at once. */
const NAMED = 12;

/** Incidents that belong together, as one, with the services that they are of. */
function TogetherLine({ known, stories, target }: Pick<PastProps, 'known' | 'target'> & { stories: Together }) {
  const [first] = stories;
  const openedAt = Math.min(...stories.map(({ incident }) => incident.openedAt));
  const ends = stories.map(({ resolvedAt }) => resolvedAt ?? known.now);
  const isOpen = first.resolvedAt === null;
  const marks = new Map(stories.map(({ incident }) => [`${incident.kind} ${incident.verdict}`, incident]));
  const failedRuns =
    first.incident.kind === 'outage' ? stories.reduce((sum, { incident }) => sum + incident.failedRuns, 0) : 0;
  return (
    <li class={isOpen ? 'open' : 'over'}>
      <p class="head">
        <span class="badge">{isOpen ? 'open' : 'over'}</span> <strong>{plural(stories.length, 'service')}</strong>{' '}
        {[...marks.values()].map((incident) => (
          <IncidentMark incident={incident} />
        ))}{' '}
        <strong class="length">
          {describeDuration(Math.max(0, Math.floor((Math.max(...ends) - openedAt) / 1_000)) * 1_000)}
        </strong>
      </p>
      <Reasons stories={stories} />
      <Names stories={stories.slice(0, NAMED)} target={target} now={known.now} />
      {stories.length > NAMED && (
        <details id={`with-${first.id}-${first.incident.id}`}>
          <summary>and {stories.length - NAMED} more</summary>
          <Names stories={stories.slice(NAMED)} target={target} now={known.now} />
        </details>
      )}
      <p class="when">
        <Time at={openedAt} now={known.now} /> to {isOpen ? 'now' : <Time at={Math.max(...ends)} now={known.now} />}
        {failedRuns > 0 && `, ${plural(failedRuns, 'failed check')}`}
      </p>
      <Notified known={known} story={first} />
    </li>
  );
}

/** So many are said; the services are named with the rest. */
const REASONS = 4;

/** What was found; of several reasons each, that of the most services first. */
function Reasons({ stories }: Pick<PastProps, 'stories'>) {
  const reasons = [...grouped(stories, ({ incident }) => incident.reason).values()].sort(
    (left, right) => right.length - left.length,
  );
  return (
    <>
      {reasons.slice(0, REASONS).map((alike) => (
        <p class="reason">
          {reasons.length > 1 && <span class="when">{plural(alike.length, 'service')}: </span>}
          {alike[0]?.incident.message}
        </p>
      ))}
      {reasons.length > REASONS && <p class="none">and {plural(reasons.length - REASONS, 'other reason')}</p>}
    </>
  );
}

/** Each with how long it took; on a page its name leads to its own incident. */
function Names({ stories, target, now }: Pick<PastProps, 'stories' | 'target'> & { readonly now: Known['now'] }) {
  return (
    <p class="rest">
      {stories.map(({ id, incident }, index) => (
        <>
          {index > 0 && ', '}
          {target.kind === 'page' ? (
            <a href={addressPath({ ...START, of: 'incidents', service: id, incident: incident.id })}>{id}</a>
          ) : (
            id
          )}{' '}
          <span class="when">{describeIncidentLength(incident, now)}</span>
        </>
      ))}
    </p>
  );
}
