/** What an incident is about: the verdict of an outage, a condition, or an objective. */

import type { IncidentDocument } from '../../core/documents/incident-document';
import { incidentWords } from '../../core/documents/words/incident-words';
import { Shape, StateMark } from '../parts/state-marks';

interface IncidentMarkProps {
  readonly incident: Pick<IncidentDocument, 'kind' | 'reason' | 'verdict'>;
}

/** Each with a shape of its own; what is no outage is never called healthy, though its service answers so. */
export function IncidentMark({ incident }: IncidentMarkProps) {
  const words = incidentWords(incident);
  if (words === null) return <StateMark state={incident.verdict} />;
  return (
    <span class="state degraded">
      {incident.kind === 'condition' && <Shape state="degraded" />}
      {words}
    </span>
  );
}
