/** A rail of steps in chronological order, each with a time, a mark and its words. */

import { addressPath, START } from '../../core/documents/address';
import type { StepDocument } from '../../core/documents/incident-story/step';
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
