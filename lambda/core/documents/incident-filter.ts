/** Which incidents are wanted: by the options of the command line, or by the query of an address. */

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

/** The texts that are given, by name: missing for all incidents. */
export type GivenFilter = Readonly<Partial<Record<keyof IncidentFilter, string>>>;

interface FilterFacts {
  /** The ids of the services of which something may be kept. */
  readonly ids: readonly string[];
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The hint for an id that none of them has; by default it lists some of them. */
  readonly hint?: (id: string, ids: readonly string[]) => string;
}

const IDS_NAMED = 10;
const listIds = (_: string, ids: readonly string[]) => `its services are ${nameSome(ids, IDS_NAMED)}`;

/** Returns the filter, or the fault of the given texts in a sentence that begins with the name of the text. */
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
