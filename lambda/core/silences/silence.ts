/**
 * Silences: times in which incidents are recorded and nobody is notified. A silence is requested, or planned in the config. An
 * acknowledgement is stored and requested in the same way, and holds back less.
 */

import * as v from 'valibot';
import { id, instant, line, listOf, orNull, readStored, serviceId } from '../fields/stored-value';
import { LONGEST_SILENCE_MS } from '../words/duration';
import { DEPLOYMENT } from '../words/ids';
import type { JsonObject } from '../words/json';
import { BY_LIMIT } from '../words/limits';
import type { DrillRequest } from './drill-request';

/** Every silence ends by itself. All times in milliseconds since 1970. */
export interface Silence {
  readonly id: string;
  /**
   * `ack`: somebody has acknowledged. Nobody is silenced then: it holds back reminders, and the beginnings for receivers that are notified
   * only after a time. It always holds until its services are well. Missing for a silence.
   */
  readonly kind?: 'ack';
  /** The ids of its services; `null` for all. */
  readonly services: readonly string[] | null;
  readonly from: number;
  /** The moment at which it has ended. */
  readonly until: number;
  /** Whether it ends for each incident once that is over. Then it holds for incidents that began before it alone. */
  readonly untilWell: boolean;
  /** Why; of planned maintenance the name of its window. */
  readonly reason: string | null;
  /** The name of the person who asked for it; `null` if unknown or planned. */
  readonly by: string | null;
  /** Whether it is maintenance of the config: then availability leaves its time out. */
  readonly planned: boolean;
}

/** The longest silence until services are well, in milliseconds. */
export const LONGEST_UNTIL_WELL_MS = 86_400_000;
/** How many silences that people asked for a deployment has at once. */
export const MOST_SILENCES = 100;
/** The most characters of a reason. */
export const REASON_LIMIT = 200;

/** An incident as people know it. */
export interface SilencedIncident {
  readonly service: string;
  readonly openedAt: number;
  /** Since when it is an incident; if that is missing, from its beginning. It could not be acknowledged before. */
  readonly noticedAt?: number;
  /** Whether it is over, so that people are to be notified of its end. */
  readonly isOver: boolean;
}

/** The silence because of which nobody is notified of an incident at `now`; `null` if people are. An acknowledgement is none. */
export function silenceOf(silences: readonly Silence[], incident: SilencedIncident, now: number): Silence | null {
  return silences.find((silence) => !isAck(silence) && isHolding(silence, incident, now)) ?? null;
}

/** The acknowledgement of an incident that holds at `now`, of several the newest; `null` if there is none. */
export function ackOf(silences: readonly Silence[], incident: SilencedIncident, now: number): Silence | null {
  return silences.reduce<Silence | null>((newest, silence) => {
    if (!isAck(silence) || !isHolding(silence, incident, now)) return newest;
    return newest === null || silence.from >= newest.from ? silence : newest;
  }, null);
}

/** Whether it is an acknowledgement, which silences nobody. */
export function isAck({ kind }: { readonly kind?: string }): boolean {
  return kind === 'ack';
}

/** Whether a silence or an acknowledgement covers an incident at `now`. */
export function isHolding(
  silence: Silence,
  { service, openedAt, noticedAt = openedAt, isOver }: SilencedIncident,
  now: number,
): boolean {
  if (!covers(silence, service) || now < silence.from || now >= silence.until) return false;
  // Who silences what fails also means what is about to open. Who is on something knows it.
  const began = isAck(silence) ? noticedAt : openedAt;
  return !silence.untilWell || (!isOver && began <= silence.from);
}

/** Whether a service is within planned maintenance at `now`. */
export function isMaintained(silences: readonly Silence[], service: string, now: number): boolean {
  return silences.some(
    (silence) => silence.planned && covers(silence, service) && silence.from <= now && now < silence.until,
  );
}

/** Nothing silences or acknowledges incidents of the deployment itself: it is no service, and "all services" leaves it out. */
export function covers({ services }: Silence, service: string): boolean {
  return services === null ? service !== DEPLOYMENT : services.includes(service);
}

const silenceSchema = v.object({
  id,
  kind: v.exactOptional(v.literal('ack')),
  services: v.nullable(v.pipe(listOf(serviceId), v.minLength(1))),
  from: instant,
  until: instant,
  untilWell: v.fallback(v.boolean(), false),
  reason: writtenText(REASON_LIMIT),
  by: writtenText(BY_LIMIT),
});

/** A text that somebody wrote; `null` if it is empty. */
function writtenText(limit: number) {
  return v.pipe(
    orNull(line(limit)),
    v.transform((text) => text || null),
  );
}

/** Reads a stored silence; `null` if it is invalid. It is never a silence of the config. */
export function readSilence(raw: unknown): Silence | null {
  const read = readStored(silenceSchema, raw);
  if (read === null) return null;
  const untilWell = isAck(read) || read.untilWell;
  const longest = untilWell ? LONGEST_UNTIL_WELL_MS : LONGEST_SILENCE_MS;
  return { ...read, untilWell, until: Math.min(read.until, read.from + longest), planned: false };
}

/** A silence as it is stored: plain JSON, which `readSilence` reads. */
export function storedSilence({ planned: _, ...silence }: Silence): JsonObject {
  return { ...silence };
}

export interface SilencesAndDrill {
  readonly silences: readonly Silence[];
  /** `null` if there is none. */
  readonly drill: DrillRequest | null;
}

/** The silences of a deployment. Each call rejects if the store can't be reached. */
export interface SilenceStore {
  /** Resolves to the silences that have not ended at `now`, in milliseconds since 1970, sorted by start. */
  read(now: number): Promise<readonly Silence[]>;
  /** Reads the silences and a requested drill at once; missing where nobody can request a drill. */
  readWithDrill?(now: number): Promise<SilencesAndDrill>;
  /** Keeps a silence until its end. */
  put(silence: Silence): Promise<void>;
  /** Ends a silence; resolves to `false` if there is none of this id. */
  remove(id: string): Promise<boolean>;
}
