/** The services and silences that buttons act on. */

import type { ServiceNow } from '../../core/documents/service-document';
import { idOf } from '../../core/documents/words/silence-words';

/** The services that buttons act on, and what can be done with them. */
export interface ActedOn {
  readonly services: readonly string[];
  /** Those with an incident that people are waited for. */
  readonly unacknowledged: readonly string[];
  /** The ids of their acknowledgements and of their silences. */
  readonly acks: readonly string[];
  readonly silences: readonly string[];
  readonly hasIncident: boolean;
}

export function actedOn({ service, shown, silence, ack, hasIncident }: ServiceNow): ActedOn {
  const isHeld = ack !== null || shown === 'silenced' || shown === 'maintenance';
  return {
    services: [service],
    unacknowledged: hasIncident && !isHeld ? [service] : [],
    acks: removable(ack === null ? [] : [{ ...ack, planned: false }]),
    silences: removable(silence === null ? [] : [silence]),
    hasIncident,
  };
}

/** Returns the ids of what people can remove: maintenance of the config is not. */
export function removable(silences: readonly Parameters<typeof idOf>[0][]): readonly string[] {
  return [...new Set(silences.flatMap((silence) => idOf(silence) ?? []))];
}
