/** Which incidents are wanted: by the options of the command line, or by the query of an address. */

import { INCIDENT_KINDS, type IncidentKind } from '../../lambda/core/words/codes';
import { parseDuration, parseTime } from '../../lambda/core/words/duration';
import { serviceHint } from './service-hint';
import { UserError } from './user-error';

export interface IncidentFilter {
  readonly service: string | null;
  readonly kind: IncidentKind | null;
  /** Only those that were open at this time or later, in milliseconds since 1970. */
  readonly since: number | null;
}

/** What is given, by name: missing for all. */
export type GivenFilter = Readonly<Partial<Record<keyof IncidentFilter, string>>>;

/**
 * `ids` are those of the services of which something may be kept, `now` is in milliseconds since 1970, and `mark` stands before each
 * name in a message: `--`, or nothing. Throws a `UserError` that names what is wrong.
 */
export function readIncidentFilter(
  { service, kind, since }: GivenFilter,
  ids: readonly string[],
  now: number,
  mark: '--' | '',
): IncidentFilter {
  if (service !== undefined && !ids.includes(service)) {
    throw new UserError(`${mark}service names "${service}", of which nothing is kept: ${serviceHint(service, ids)}`);
  }
  const known = INCIDENT_KINDS.find((one) => one === kind);
  if (kind !== undefined && known === undefined)
    throw new UserError(`${mark}kind holds "${kind}"; expected one of ${INCIDENT_KINDS.join(', ')}`);
  return {
    service: service ?? null,
    kind: known ?? null,
    since: since === undefined ? null : readSince(since, now, mark),
  };
}

/** Milliseconds since 1970. Throws a `UserError` that names what is wrong. */
export function readSince(text: string, now: number, mark: '--' | ''): number {
  const duration = parseDuration(text);
  const since = duration === null ? parseTime(text) : now - duration;
  if (since !== null) return since;
  throw new UserError(
    `${mark}since holds "${text}"; expected a duration such as 7d or 12h, or an instant such as 2026-11-22T10:00:00Z`,
  );
}
