/** The conditions of a degraded service, beside its state. */

import type { Known, KnownService } from '../../core/documents/facts/known';
import { lastKnown } from '../../core/documents/facts/service-view';
import { isTold, type Told } from '../../core/documents/facts/told';
import type { State } from '../../core/documents/state';
import { conditionWords } from '../../core/documents/words/incident-words';
import { Time } from '../parts/time';

interface ConditionsProps {
  readonly service: KnownService;
  readonly state: State;
  readonly now: Known['now'];
  /** What need not be said again. */
  readonly told: Told;
}

/** Each with its figures; with its own beginning if there are several: that of the oldest stands beside the state. Nothing in any other state. */
export function Conditions({ service, state, now, told }: ConditionsProps) {
  const held = state === 'degraded' ? (lastKnown(service)?.conditions ?? []) : [];
  const untold = held.filter(({ code }) => !isTold(told, service.service.id, { kind: 'condition', reason: code }));
  return (
    <>
      {untold.map(({ code, since }) => {
        // Whatever is newer than the stored state is known without its figures.
        const message = service.state?.conditions.find((one) => one.code === code)?.message;
        return (
          <p class="condition">
            <strong>{conditionWords(code)}</strong>
            {message !== undefined && `: ${message}`}
            {held.length > 1 && (
              <>
                , since <Time at={since} now={now} />
              </>
            )}
          </p>
        );
      })}
    </>
  );
}
