/** Reads a request to silence or acknowledge: which services, for how long, and why. */

import { cleanText } from '../words/clean-text';
import { formatDuration, LONGEST_SILENCE_MS, parseDuration, parseInstant } from '../words/duration';
import type { JsonObject } from '../words/json';
import { BY_LIMIT } from '../words/limits';
import { LONGEST_UNTIL_WELL_MS, REASON_LIMIT, type Silence } from './silence';
import { readSubject, type Subject, shown } from './subject';

/** A silence that has no id yet. */
export type RequestedSilence = Omit<Silence, 'id'>;

/** Other keys of an event with `silence`. */
export const SILENCE_KEYS = ['for', 'until', 'reason', 'by'];
/** Other keys of an event with `ack`. */
export const ACK_KEYS = ['for', 'note', 'by'];

/**
 * Reads `silence` (see `readSubject`) with either `for`, a duration, or `until`, an instant or `well`, and with the texts
 * `reason` and `by`, which are cut if they are too long. It begins at `now`, in milliseconds since 1970. Lists all faults.
 */
export function readSilenceRequest(
  raw: JsonObject,
  ids: readonly string[],
  now: number,
): { readonly requested: RequestedSilence } | { readonly faults: readonly string[] } {
  const subject = readSubject(raw.silence, ids);
  const end = readEnd(raw, now);
  const faults = faultsIn(subject, end, [raw, 'reason', 'by']);
  if ('fault' in subject || 'fault' in end || faults.length > 0) return { faults };
  return { requested: { ...subject, from: now, ...end, planned: false, ...textsOf(raw.reason, raw.by) } };
}

/**
 * Reads an acknowledgement: `ack` as `silence` above, optionally `for`, a duration after which it ends even if its services still fail,
 * and the texts `note` and `by`. Lists all faults.
 */
export function readAckRequest(
  raw: JsonObject,
  ids: readonly string[],
  now: number,
): { readonly requested: RequestedSilence } | { readonly faults: readonly string[] } {
  const subject = readSubject(raw.ack, ids);
  const end = readAckEnd(raw, now);
  const faults = faultsIn(subject, end, [raw, 'note', 'by']);
  if ('fault' in subject || 'fault' in end || faults.length > 0) return { faults };
  return { requested: { kind: 'ack', ...subject, from: now, ...end, planned: false, ...textsOf(raw.note, raw.by) } };
}

function faultsIn(subject: Subject, end: End, [raw, ...texts]: readonly [JsonObject, ...string[]]): readonly string[] {
  return [
    ...('fault' in subject ? [subject.fault] : []),
    ...('fault' in end ? [end.fault] : []),
    ...texts.flatMap((key) => (isText(raw[key]) ? [] : [`${key} ${shown(raw[key])}: expected a text`])),
  ];
}

function textsOf(reason: unknown, by: unknown): Pick<Silence, 'reason' | 'by'> {
  return {
    reason: cleanText(textOrEmpty(reason), REASON_LIMIT) || null,
    by: cleanText(textOrEmpty(by), BY_LIMIT) || null,
  };
}

type End = Pick<Silence, 'until' | 'untilWell'> | { readonly fault: string };

function readEnd(raw: JsonObject, now: number): End {
  const length = raw.for ?? null;
  const until = raw.until ?? null;
  if ((length === null) === (until === null)) {
    const fault = length === null ? 'it must have an end' : 'for and until exclude each other';
    return { fault: `${fault}: expected for ${AS_FOR}, or until ${AS_UNTIL}` };
  }
  if (until === 'well') return { until: now + LONGEST_UNTIL_WELL_MS, untilWell: true };
  const ms =
    length === null
      ? (parseInstant(textOrEmpty(until)) ?? Number.NaN) - now
      : parseDuration(textOrEmpty(length)) || null;
  const [key, value, expected] = length === null ? ['until', until, AS_UNTIL] : ['for', length, AS_FOR];
  const wrong = (what: string) => ({ fault: `${key} ${shown(value)}: ${what}` });
  if (ms === null || Number.isNaN(ms)) return wrong(`expected ${expected}`);
  const time = new Date(now).toISOString();
  if (ms <= 0) return wrong(`it has passed: it is ${time.slice(0, 10)} ${time.slice(11, 19)} UTC now`);
  if (ms > LONGEST_SILENCE_MS) return wrong(`a silence lasts ${formatDuration(LONGEST_SILENCE_MS)} at most`);
  return { until: now + ms, untilWell: false };
}

function readAckEnd({ for: length = null }: JsonObject, now: number): End {
  if (length === null) return { until: now + LONGEST_UNTIL_WELL_MS, untilWell: true };
  const ms = parseDuration(textOrEmpty(length)) || null;
  if (ms === null) return { fault: `for ${shown(length)}: expected ${AS_FOR}` };
  const longest = formatDuration(LONGEST_UNTIL_WELL_MS);
  if (ms > LONGEST_UNTIL_WELL_MS) return { fault: `for ${shown(length)}: an acknowledgement lasts ${longest} at most` };
  return { until: now + ms, untilWell: true };
}

/** The values of `for` and `until`, for people. */
export const AS_FOR = 'a duration such as 30m, 1h30m or 3d';
export const AS_UNTIL = '"well" or an instant such as 2026-11-22T10:00:00Z or 2026-11-22T11:00+01:00';

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
