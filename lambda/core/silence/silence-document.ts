/** A silence as programs read it. */

import type { Silence } from './silence';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface SilenceDocument extends Omit<Silence, 'from' | 'until'> {
  readonly from: string;
  readonly until: string;
}

export function silenceDocument(silence: Silence): SilenceDocument {
  return { ...silence, from: new Date(silence.from).toISOString(), until: new Date(silence.until).toISOString() };
}
