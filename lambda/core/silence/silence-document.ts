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

/** Who is on it, or was. Instants are ISO 8601 in UTC with milliseconds. */
export interface AckDocument {
  readonly id: string;
  /** `null` if that is not known. */
  readonly by: string | null;
  readonly note: string | null;
  readonly since: string;
  /** When it ends at the latest; when it ended, once it has. */
  readonly until: string;
}

export function ackDocument({
  id,
  by,
  reason: note,
  from,
  until,
}: Pick<Silence, 'id' | 'by' | 'reason' | 'from' | 'until'>): AckDocument {
  return { id, by, note, since: new Date(from).toISOString(), until: new Date(until).toISOString() };
}
