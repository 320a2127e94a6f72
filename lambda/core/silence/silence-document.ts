/** A silence as programs read it. */

import type { Silence } from './silence';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface SilenceDocument extends Omit<Silence, 'from' | 'until'> {
  readonly from: string;
  readonly until: string;
}

export function silenceDocument({ id, services, from, until, ...rest }: Silence): SilenceDocument {
  return { id, services, from: new Date(from).toISOString(), until: new Date(until).toISOString(), ...rest };
}
