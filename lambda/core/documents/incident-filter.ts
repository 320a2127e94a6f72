/** The filter for incidents, from command-line options or the query of an address. */

import { INCIDENT_KINDS, type IncidentKind } from '../words/codes';
import { parseDuration, parseTime } from '../words/duration';
import { nameSome } from '../words/shown-value';

export interface IncidentFilter {
  /** `null` for all services. */
  readonly service: string | null;
  readonly kind: IncidentKind | null;
  /** Only incidents that were open at this time or later, in milliseconds since 1970. */
  readonly since: number | null;
}

/** The given texts by name; missing for all incidents. */
export type GivenFilter = Readonly<Partial<Record<keyof IncidentFilter, string>>>;

interface FilterFacts {
  /** The ids of the services that may have stored data. */
  readonly ids: readonly string[];
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Returns the hint for an unknown id; by default it lists some ids. */
  readonly hint?: (id: string, ids: readonly string[]) => string;
}

const IDS_NAMED = 10;
const listIds = (_: string, ids: readonly string[]) => `its services are ${nameSome(ids, IDS_NAMED)}`;

/** Returns the filter, or the fault in a sentence that begins with the name of the faulty text. */
export function readIncidentFilter(
  given: GivenFilter,
  { ids, now, hint = listIds }: FilterFacts,
): IncidentFilter | string {
  const { service, kind, since } = given;
  if (service !== undefined && !ids.includes(service)) {
    return `service names "${service}", which has no recorded data: ${hint(service, ids)}`;
  }
  const knownKind = INCIDENT_KINDS.find((known) => known === kind);
  if (kind !== undefined && knownKind === undefined) {
    return `kind is "${kind}"; expected one of ${INCIDENT_KINDS.join(', ')}`;
  }
  const from = since === undefined ? null : readSince(since, now);
  if (typeof from === 'string') return from;
  return { service: service ?? null, kind: knownKind ?? null, since: from };
}

/** Returns milliseconds since 1970, or what is wrong with the text in a sentence. */
export function readSince(text: string, now: number): number | string {
  const duration = parseDuration(text);
  const since = duration === null ? parseTime(text) : now - duration;
  if (since !== null) return since;
  return `since is "${text}"; expected a duration such as 7d or 12h, or an instant such as 2026-11-22T10:00:00Z`;
}
