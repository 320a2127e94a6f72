/** The conditions of a degraded service, beside its state. */

import type { ServiceNow } from '../../core/documents/service-document';
import { conditionWords } from '../../core/documents/words/incident-words';
import { isTold, type Told } from '../incidents/told';
import { Time } from '../parts/time';

interface ConditionsProps {
  readonly service: ServiceNow;
  readonly now: number;
  /** What need not be said again. */
  readonly told: Told;
}

/** Each with its figures; with its own beginning if there are several: that of the oldest stands beside the state. Nothing in any other state. */
export function Conditions({ service: { service, state, conditions }, now, told }: ConditionsProps) {
  const held = state === 'degraded' ? conditions : [];
  const untold = held.filter(({ code }) => !isTold(told, service, { kind: 'condition', reason: code }));
  return (
    <>
      {untold.map(({ code, since, message }) => (
        <p class="condition">
          <strong>{conditionWords(code)}</strong>
          {message !== null && `: ${message}`}
          {held.length > 1 && (
            <>
              , since <Time at={Date.parse(since)} now={now} />
            </>
          )}
        </p>
      ))}
    </>
  );
}
