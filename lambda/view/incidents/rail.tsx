/** A rail of steps in chronological order, each with a time, a mark and its words. */

import { addressPath, START } from '../../core/documents/address';
import type { IncidentPageDetails } from '../../core/documents/incident-story/incident-page';
import type { StepDocument } from '../../core/documents/incident-story/step';
import { describeUnknown } from '../../core/documents/incident-story/timeline';
import { plural } from '../../core/documents/words/format';
import { Time } from '../parts/time';

interface RailProps {
  readonly steps: readonly StepDocument[];
  readonly now: number;
  readonly label?: string;
}

/**
 * Large marks stand for the incident itself: opened, resolved. A diamond stands for a version or a restart, grey for people. Hollow marks stand
 * for checks, signs, and times without checks.
 */
export function Rail({ steps, now, label }: RailProps) {
  if (steps.length === 0) return null;
  // Times of the same day as the first step need no date.
  const isOneDay = steps.every(({ at }) => at.slice(0, 10) === steps[0]?.at.slice(0, 10));
  const base = isOneDay ? Date.parse(steps[0]?.at ?? '') : now;
  return (
    <ol class="rail" aria-label={label}>
      {steps.map(({ at, mark, incidents, title, text, detail }) => (
        <li class={`step is-${mark}`}>
          <Time at={Date.parse(at)} now={base} exact />
          <span class="dot" />
          <div>
            {incidents.map(({ service, id }, index) => (
              <>
                {index > 0 && ', '}
                <a href={addressPath({ ...START, of: 'incidents', service, incident: id })}>{service}</a>
              </>
            ))}
            {title !== '' && <strong>{title}</strong>}
            {text}
            {detail !== null && <p>{detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface IncidentRailProps {
  readonly shown: IncidentPageDetails;
  readonly now: number;
}

/** How many steps are shown at first, at the beginning and the end: a flapping service has many. */
const FIRST_STEPS = 12;
const LAST_STEPS = 12;
const MOST_STEPS = 30;

/** Draws all steps of an incident, and what is not recorded. */
export function IncidentRail({ shown, now }: IncidentRailProps) {
  const { timeline } = shown;
  const steps = withOthers(shown);
  const isLong = steps.length > MOST_STEPS;
  const first = isLong ? steps.slice(0, FIRST_STEPS) : steps;
  const hidden = isLong ? steps.slice(FIRST_STEPS, -LAST_STEPS) : [];
  return (
    <section aria-labelledby="course-title">
      <h2 id="course-title">What happened</h2>
      <div class="card story-card">
        {steps.length === 0 && <p class="none">The steps are no longer stored.</p>}
        <Rail steps={first} now={now} />
        {hidden.length > 0 && (
          <>
            <details id="more-steps">
              <summary>{plural(hidden.length, 'more step')}</summary>
              <Rail steps={hidden} now={now} />
            </details>
            <Rail steps={steps.slice(-LAST_STEPS)} now={now} />
          </>
        )}
        {timeline.unknown.map((unknown) => (
          <p class="none">{describeUnknown(unknown, now)}</p>
        ))}
      </div>
    </section>
  );
}

/** Adds the outages of other services, after the steps of the same time. */
function withOthers({ timeline: { timeline }, together }: IncidentPageDetails): readonly StepDocument[] {
  // ISO instants of the same form sort like texts.
  return [...timeline, ...together.steps].sort(
    (left, right) => Number(left.at > right.at) - Number(left.at < right.at),
  );
}
