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

/** A silence or an acknowledgement, which always expires. All times are in milliseconds since 1970. */
export interface Silence {
  readonly id: string;
  /**
   * `ack` for an acknowledgement, which holds back only reminders, and openings for receivers with `after`. It always has `untilWell`.
   * Missing for a silence.
   */
  readonly kind?: 'ack';
  /** The ids of its services; `null` for all. */
  readonly services: readonly string[] | null;
  readonly from: number;
  /** When it ends, at the latest. */
  readonly until: number;
  /** Whether it covers only incidents that opened before it, and ends for each once that is over. */
  readonly untilWell: boolean;
  /** Why; for planned maintenance, the name of its window. */
  readonly reason: string | null;
  /** The name of the person who created it; `null` if unknown or planned. */
  readonly by: string | null;
  /** Whether it is maintenance from the config, which does not count towards availability. */
  readonly planned: boolean;
}

/** The longest silence until services are well, in milliseconds. */
export const LONGEST_UNTIL_WELL_MS = 86_400_000;
/** The most silences and acknowledgements that people can have at once in a deployment. */
export const MOST_SILENCES = 100;
/** The most characters of a reason. */
export const REASON_LIMIT = 200;

/** The parts of an incident that a silence depends on. */
export interface SilencedIncident {
  readonly service: string;
  readonly openedAt: number;
  /** When it became an incident and could be acknowledged; if missing, when it opened. */
  readonly noticedAt?: number;
  /** Whether it is over, so that its recovery is due. */
  readonly isOver: boolean;
}

/** Returns the silence that holds back alerts about an incident at `now`; `null` if there is none. Leaves out acknowledgements. */
export function silenceOf(silences: readonly Silence[], incident: SilencedIncident, now: number): Silence | null {
  return silences.find((silence) => !isAck(silence) && isHolding(silence, incident, now)) ?? null;
}

/** Returns the newest acknowledgement of an incident that is in force at `now`; `null` if there is none. */
export function ackOf(silences: readonly Silence[], incident: SilencedIncident, now: number): Silence | null {
  return silences.reduce<Silence | null>((newest, silence) => {
    if (!isAck(silence) || !isHolding(silence, incident, now)) return newest;
    return newest === null || silence.from >= newest.from ? silence : newest;
  }, null);
}

/** Whether it is an acknowledgement, not a silence. */
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
  // A silence also covers an outage that is about to open. An acknowledgement covers only incidents that people could see.
  const began = isAck(silence) ? noticedAt : openedAt;
  return !silence.untilWell || (!isOver && began <= silence.from);
}

/** Whether a service is within planned maintenance at `now`. */
export function isMaintained(silences: readonly Silence[], service: string, now: number): boolean {
  return silences.some(
    (silence) => silence.planned && covers(silence, service) && silence.from <= now && now < silence.until,
  );
}

/** Incidents of the deployment itself can't be silenced or acknowledged: "all services" leaves it out. */
export function covers({ services }: Pick<Silence, 'services'>, service: string): boolean {
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

/** Reads a text that somebody wrote; `null` if it is empty. */
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

/** Returns a silence as plain JSON, which `readSilence` reads. */
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
  /** Stores a silence until it ends. */
  put(silence: Silence): Promise<void>;
  /** Ends a silence; resolves to `false` if there is none of this id. */
  remove(id: string): Promise<boolean>;
}
