/** What other services did while an outage began: their number and what they have in common, never their ids. */

import { isJsonObject } from '../words/json';
import { LONGEST, readCount, readInstant, readLine } from '../words/stored-value';

export interface OthersFailing {
  /** How many other services began to fail within two minutes of the outage, and failed in its latest failing run. */
  readonly count: number;
  /** When the first of all of them began to fail, the outage included, in milliseconds since 1970. */
  readonly since: number;
  /** The IP address that all of them have, and no service that is healthy; `null` if there is none. */
  readonly address: string | null;
  /** The group of the config that all of them are in; `null` if there is none. */
  readonly group: string | null;
}

/** Reads what is stored; `null` if it makes no sense. */
export function readOthersFailing(raw: unknown): OthersFailing | null {
  if (!isJsonObject(raw)) return null;
  const count = readCount(raw.count) ?? 0;
  const since = readInstant(raw.since);
  if (count === 0 || since === null) return null;
  return { count, since, address: readLine(raw.address, LONGEST.address), group: readLine(raw.group, LONGEST.id) };
}
