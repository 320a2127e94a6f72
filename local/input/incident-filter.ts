/** The filter for incidents, by the options of the command line. */

import {
  type GivenFilter,
  type IncidentFilter,
  readIncidentFilter,
  readSince,
} from '../../lambda/core/documents/incident-filter';
import { serviceHint } from './select-services';
import { UserError } from './user-error';

/** `ids` are the ids of services that may have stored data. Throws a `UserError` with the fault. */
export function incidentFilterOf(options: GivenFilter, ids: readonly string[], now: number): IncidentFilter {
  return ofOptions(readIncidentFilter(options, { ids, now, hint: serviceHint }));
}

/** The value of `--since` in milliseconds since 1970. Throws a `UserError` with the fault. */
export function sinceOption(text: string, now: number): number {
  return ofOptions(readSince(text, now));
}

function ofOptions<Value>(read: Value | string): Value {
  if (typeof read === 'string') throw new UserError(`--${read}`);
  return read;
}
