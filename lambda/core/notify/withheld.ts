/** Which alerts nobody was notified of while a service was silenced, so that people can see it. */

import type { Incident } from '../incident/incident';
import type { AlertedSilence } from '../message/alert';
import type { Silence } from '../silence/silence';
import type { EventKind } from '../words/codes';
import { joinLists, larger } from '../words/join';
import { isJsonObject } from '../words/json';
import { LONGEST, readEvent, readInstant, readLine } from '../words/stored-value';

/** An alert that a silence held back. */
export interface Withheld {
  /** The incident's id. */
  readonly incident: string;
  readonly event: EventKind;
  /** The first time that it would have been due, in milliseconds since 1970. */
  readonly at: number;
  readonly silence: Pick<Silence, 'id' | 'reason' | 'by' | 'until' | 'planned'>;
}

/** How many withheld alerts of a service are kept. */
export const WITHHELD_KEPT = 20;

/** Adds the beginning, an update or the end of an incident; once for each silence. */
export function withWithheld(
  known: readonly Withheld[],
  { incident, event, silence, at }: Omit<Withheld, 'silence'> & { readonly silence: Silence },
): readonly Withheld[] {
  const { id, reason, by, until, planned } = silence;
  const added: Withheld = { incident, event, at, silence: { id, reason, by, until, planned } };
  return known.some((one) => keyOf(one) === keyOf(added)) ? known : joinWithheld(known, [added]);
}

export function joinWithheld(left: readonly Withheld[], right: readonly Withheld[]): readonly Withheld[] {
  return joinLists(left, right, { key: keyOf, order: byTime, most: WITHHELD_KEPT, join: later });
}

/**
 * The silence that held an alert back until now; `null` if there was none. A silence may have been ended before its time. Only the
 * beginning and the end of an incident are the same alert later.
 */
export function heldBackBy(
  known: readonly Withheld[],
  { id }: Pick<Incident, 'id'>,
  event: EventKind,
  now: number,
): AlertedSilence | null {
  const last = known.findLast((one) => one.incident === id && one.event === event);
  if (!last || event === 'updated') return null;
  const { until, by, reason } = last.silence;
  return { until: new Date(Math.min(until, now)).toISOString(), by, reason };
}

function keyOf({ incident, event, silence }: Withheld): string {
  return `${incident} ${event} ${silence.id}`;
}

function later(left: Withheld, right: Withheld): Withheld {
  return larger(left, right, ({ at }) => at);
}

function byTime(left: Withheld, right: Withheld): number {
  return left.at - right.at || (keyOf(left) < keyOf(right) ? -1 : 1);
}
/** Reads a stored one; `null` if its event or its time is not known. */
export function readWithheld(raw: unknown): Withheld | null {
  if (!isJsonObject(raw) || !isJsonObject(raw.silence)) return null;
  const [incident, event, at] = [readLine(raw.incident, LONGEST.id), readEvent(raw.event), readInstant(raw.at)];
  const [id, until] = [readLine(raw.silence.id, LONGEST.id), readInstant(raw.silence.until)];
  if (incident === null || event === null || at === null || id === null || until === null) return null;
  const [reason, by] = [readLine(raw.silence.reason), readLine(raw.silence.by)];
  const silence = { id, reason, by, until, planned: raw.silence.planned === true };
  return { incident, event, at, silence };
}
