/** What there is to say of an incident, as lines for people. */

import type { IncidentDocument } from '../incident-document';
import { describeAck } from './ack-words';
import { incidentWords, spentWords } from './incident-words';
import { describeSilenced } from './silenced-words';

/** What it is about: `degraded: slow: p50 is 900 ms`, and of an outage `unhealthy: answered 503`. */
export function incidentText(document: IncidentDocument): string {
  return `${incidentWords(document) ?? document.verdict}: ${document.message}`;
}

/** Which outages spent the budget: none, or one line. */
export function spentText({ spentBy }: IncidentDocument): string[] {
  return spentBy.length === 0 ? [] : [spentWords(spentBy)];
}

/** What of an incident people were not notified of: none, or one line. `now` in milliseconds since 1970. */
export function silencedText({ silenced, open }: IncidentDocument, now: number): string[] {
  return silenced === null ? [] : [describeSilenced(silenced, !open, now)];
}

/** Who is on it, and who was. `now` in milliseconds since 1970. */
export function ackedText({ acks, open }: IncidentDocument, now: number): string[] {
  return acks.map((ack) => describeAck(ack, !open || Date.parse(ack.until) <= now, now));
}
