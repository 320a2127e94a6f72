/** Silences and acknowledgements as programs read them. */

import type { Silence } from './silence';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface SilenceDocument extends Omit<Silence, 'from' | 'until'> {
  readonly from: string;
  readonly until: string;
}

export function silenceDocument({ id, services, from, until, ...rest }: Silence): SilenceDocument {
  return { id, services, from: new Date(from).toISOString(), until: new Date(until).toISOString(), ...rest };
}

/** An acknowledgement of an incident. Instants are ISO 8601 in UTC with milliseconds. */
export interface AckDocument {
  /** The id that removes it. */
  readonly id: string;
  /** `null` if that is not known. */
  readonly by: string | null;
  readonly note: string | null;
  readonly since: string;
  /** When it ends at the latest; when it ended, once it has. */
  readonly until: string;
}

type AckFacts = Pick<Silence, 'by' | 'reason' | 'from' | 'until'>;

export function ackDocument({ id, ...ack }: AckFacts & Pick<Silence, 'id'>): AckDocument {
  return { id, ...alertedAck(ack) };
}

/** The acknowledgement in alerts, without what is needed to take it back. */
export function alertedAck({ by, reason: note, from, until }: AckFacts): Omit<AckDocument, 'id'> {
  return { by, note, since: new Date(from).toISOString(), until: new Date(until).toISOString() };
}
