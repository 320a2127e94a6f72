/** A drill requested from the scheduled runs: an item of the table, read with the silences, that expires by itself. */

import * as v from 'valibot';
import { id, instant, orNull, readStored, serviceId } from '../fields/stored-value';
import type { JsonObject } from '../words/json';
import { shortDigest } from '../words/short-digest';

/** The longest that a drill is taken for one, in milliseconds, whatever its item says. */
export const LONGEST_DRILL_MS = 86_400_000;

/** Short enough to be a part of the id of an incident. */
const drillId = v.pipe(v.string(), v.regex(/^[0-9a-f]{1,16}$/));

const requestSchema = v.object({
  id: drillId,
  /** The service whose name, severity and receivers the drill uses; `null` for a sample service. */
  service: orNull(serviceId),
  from: instant,
  /** The moment at which it has ended, whether or not it is removed. */
  until: instant,
  /** A secret between the runs and the command that started the drill: the codes in its alerts are made from it. */
  secret: id,
});
/** Times are in milliseconds since 1970. */
export type DrillRequest = Readonly<v.InferOutput<typeof requestSchema>>;

/** Reads a stored request; `null` if it is invalid, or has ended at `now`, in milliseconds since 1970. */
export function readDrillRequest(raw: unknown, now: number): DrillRequest | null {
  const read = readStored(requestSchema, raw);
  if (read === null) return null;
  const until = Math.min(read.until, read.from + LONGEST_DRILL_MS);
  return now < until ? { ...read, until } : null;
}

/** A request as it is stored: plain JSON, which `readDrillRequest` reads. */
export function storedDrillRequest(request: DrillRequest): JsonObject {
  return { ...request };
}

/** Without vowels, so that no code is a word, and without letters that look like others. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 6;
const HEX = 16;
/** How many hex digits make a letter: few letters are more frequent than others. */
const DIGITS_A_LETTER = 2;

/** The six letters in the alert of a drill for a receiver, which a person types back: another receiver has another code. */
export function drillCode({ id, secret }: Pick<DrillRequest, 'id' | 'secret'>, receiver: string): string {
  const digest = shortDigest(`${id} ${secret} ${receiver}`);
  return Array.from({ length: CODE_LENGTH }, (_, index) => {
    const digits = digest.slice(index * DIGITS_A_LETTER, (index + 1) * DIGITS_A_LETTER);
    return LETTERS[Number.parseInt(digits, HEX) % LETTERS.length];
  }).join('');
}

/** The id of the incident of a drill, made of the id that the incident would have otherwise. */
export function drillIncidentId(incident: string, { id }: Pick<DrillRequest, 'id'>): string {
  return `${incident}${ending(id)}`;
}

/** Whether an incident, by its id, is that of the drill. */
export function isOfDrill(incident: string, { id }: Pick<DrillRequest, 'id'>): boolean {
  return incident.endsWith(ending(id));
}

function ending(drill: string): string {
  return `-drill-${drill}`;
}
