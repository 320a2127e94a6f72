/** What an incident is about: the verdict of an outage, a condition, or an objective. */

import { incidentWords } from '../../core/documents/words/incident-words';
import type { Incident } from '../../core/incident/incident';
import { Shape, StateMark } from '../parts/state-marks';

/** Each with a shape of its own; what is no outage is never called healthy, though its service answers so. */
export function IncidentMark({ incident }: { readonly incident: Pick<Incident, 'kind' | 'reason' | 'verdict'> }) {
  const words = incidentWords(incident);
  if (words === null) return <StateMark state={incident.verdict} />;
  return (
    <span class="state degraded">
      {incident.kind === 'condition' && <Shape state="degraded" />}
      {words}
    </span>
  );
}
