/** The conditions of a degraded service, beside its state. */

import type { ServiceNow } from '../../core/documents/service-document';
import { conditionWords } from '../../core/documents/words/incident-words';
import { isShownAbove, type ShownAbove } from '../incidents/shown-above';
import { Time } from '../parts/time';

interface ConditionsProps {
  readonly service: ServiceNow;
  readonly now: number;
  /** The incidents that the view shows above. */
  readonly above: ShownAbove;
}

/** Each condition with its figures; with its own beginning if there are several: the oldest beginning is beside the state. Nothing in any other state. */
export function Conditions({ service: { service, state, conditions }, now, above }: ConditionsProps) {
  const held = state === 'degraded' ? conditions : [];
  const others = held.filter(({ code }) => !isShownAbove(above, service, { kind: 'condition', reason: code }));
  return (
    <>
      {others.map(({ code, since, message }) => (
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
