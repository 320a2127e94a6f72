/** What happened, step by step, and what is not known of it. */

import { addressPath, START } from '../../core/documents/address';
import type { IncidentPageDetails } from '../../core/documents/incident-story/incident-page';
import type { StepDocument } from '../../core/documents/incident-story/incident-steps';
import { describeInstant, plural } from '../../core/documents/words/format';
import { describeUnknown } from '../../core/documents/words/timeline-words';
import { RailStep } from './rail';

interface IncidentRailProps {
  readonly shown: IncidentPageDetails;
  readonly now: number;
}

/** Of a service that flaps there are many steps: those at the beginning and the end are shown at once. */
const FIRST_STEPS = 12;
const LAST_STEPS = 12;
const MOST_STEPS = 30;

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
        {steps.length === 0 && <p class="none">Nothing of this time is kept any more.</p>}
        <Steps steps={first} now={now} />
        {hidden.length > 0 && (
          <>
            <details id="more-steps">
              <summary>{plural(hidden.length, 'more step')}</summary>
              <Steps steps={hidden} now={now} />
            </details>
            <Steps steps={steps.slice(-LAST_STEPS)} now={now} />
          </>
        )}
        {timeline.unknown.map(({ what, before }) => (
          <p class="none">{describeUnknown(what, describeInstant(Date.parse(before), now))}</p>
        ))}
      </div>
    </section>
  );
}

/** What others did stands after what happened at the same time. */
function withOthers({ steps, together }: IncidentPageDetails): readonly StepDocument[] {
  // ISO instants of the same form sort like texts.
  return [...steps, ...together.steps].sort((left, right) => Number(left.at > right.at) - Number(left.at < right.at));
}

function Steps({ steps, now }: { readonly steps: readonly StepDocument[]; readonly now: number }) {
  if (steps.length === 0) return null;
  // Times of the same day as the first step need no date.
  const base = isOneDay(steps) ? Date.parse(steps[0]?.at ?? '') : now;
  return (
    <ol class="rail">
      {steps.map(({ at, mark, incidents, title, text, detail }) => (
        <RailStep at={Date.parse(at)} now={base} mark={mark}>
          {incidents.map(({ service, id }, index) => (
            <>
              {index > 0 && ', '}
              <a href={addressPath({ ...START, of: 'incidents', service, incident: id })}>{service}</a>
            </>
          ))}
          {title !== '' && <strong>{title}</strong>}
          {text}
          {detail !== null && <p>{detail}</p>}
        </RailStep>
      ))}
    </ol>
  );
}

function isOneDay(steps: readonly StepDocument[]): boolean {
  return steps.every(({ at }) => at.slice(0, 10) === steps[0]?.at.slice(0, 10));
}
