/** The part of a withheld alert that is kept, so that people can see of what nobody was notified, and why. */

import type { DueAlert } from '../notify/due-alert';
import type { WithheldAlert } from '../notify/notified';
import type { EventKind } from '../words/codes';
import { isJsonObject } from '../words/json';
import { readEvent, readInstant, readText } from '../words/stored-value';
import type { AlertedSilence } from './alert';

/** An alert that was withheld while its service was silenced. */
export interface Withheld {
  /** The incident's id, as people know it. */
  readonly incident: string;
  readonly event: EventKind;
  /** The first time that it would have been due, in milliseconds since 1970. */
  readonly at: number;
  readonly silence: Pick<WithheldAlert['silence'], 'id' | 'reason' | 'by' | 'until' | 'planned'>;
}

/** How many withheld alerts of a service are kept. */
export const WITHHELD_KEPT = 20;

/** Adds the alerts that a run withheld: each beginning, update and end of an incident once a silence, the latest last. */
export function addWithheld(known: readonly Withheld[], alerts: readonly WithheldAlert[]): readonly Withheld[] {
  const added = alerts
    .filter(({ alert }) => alert.event !== 'reminder')
    .map(({ alert: { incident, event, at }, silence: { id, reason, by, until, planned } }) => ({
      ...{ incident: incident.id, event, at },
      silence: { id, reason, by, until, planned },
    }))
    .filter((alert) => !known.some((one) => isSame(one, alert)));
  return added.length === 0 ? known : [...known, ...added].slice(-WITHHELD_KEPT);
}

/** What two states know of the alerts that were withheld, the latest last. */
export function mergeWithheld(known: readonly Withheld[], others: readonly Withheld[]): readonly Withheld[] {
  const added = others.filter((other) => !known.some((one) => isSame(one, other)));
  if (added.length === 0) return known;
  return [...known, ...added].toSorted((left, right) => left.at - right.at).slice(-WITHHELD_KEPT);
}

/**
 * The silence that held an alert back until now; `null` if there was none. A silence may have been ended before its time. Only the
 * beginning and the end of an incident are the same alert later.
 */
export function heldBackBy(
  known: readonly Withheld[],
  { incident, event }: DueAlert,
  now: number,
): AlertedSilence | null {
  const last = known.findLast((one) => one.incident === incident.id && one.event === event);
  if (!last || event === 'updated') return null;
  const { until, by, reason } = last.silence;
  return { until: new Date(Math.min(until, now)).toISOString(), by, reason };
}

function isSame(known: Withheld, other: Withheld): boolean {
  return known.incident === other.incident && known.event === other.event && known.silence.id === other.silence.id;
}

/** Reads one back, whichever version of the program wrote it; `null` if its event or its time is not known. */
export function readWithheld(raw: unknown): Withheld | null {
  if (!isJsonObject(raw) || !isJsonObject(raw.silence) || typeof raw.incident !== 'string') return null;
  const [event, at] = [readEvent(raw.event), readInstant(raw.at)];
  const [id, until] = [readText(raw.silence.id), readInstant(raw.silence.until)];
  if (event === null || at === null || id === null || until === null) return null;
  const [reason, by] = [readText(raw.silence.reason), readText(raw.silence.by)];
  const silence = { id, reason, by, until, planned: raw.silence.planned === true };
  return { incident: raw.incident, event, at, silence };
}
