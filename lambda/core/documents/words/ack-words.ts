/** Who is on what since when: the same words on a page, a dashboard and a terminal. */

import type { Incident } from '../../incident/incident';
import type { Withheld } from '../../notify/withheld';
import { isAck, type Silence } from '../../silence/silence';
import { nameOf } from '../../words/shown-value';
import { describeInstant } from './format';
import { idOf, silencedServices } from './silence-words';

/** `ana is on it`. */
export function ackWord({ by }: Pick<Silence, 'by'>): string {
  return `${nameOf(by)} is on it`;
}

/** `: it is the database`; empty without a note. */
export function ackNote({ reason }: Pick<Silence, 'reason'>): string {
  return reason === null ? '' : `: ${reason}`;
}

/** `ack a7c1d2: ana is on payment-service since 12:03:00 UTC: it is the database`, for a line of its own; `now` in milliseconds since 1970. */
export function ackLine(ack: Silence, now: number): string {
  const who = `${nameOf(ack.by)} is on ${silencedServices(ack)}`;
  return `ack ${idOf(ack) ?? ''}: ${who} since ${describeInstant(ack.from, now)}${ackNote(ack)}`;
}

/** That somebody is on an incident, or was. */
export interface IncidentAck extends Pick<Silence, 'id' | 'by' | 'reason' | 'from'> {
  /** When it ended, or ends at the latest. */
  readonly until: number;
  readonly isOver: boolean;
}

/** Who is on an incident since when, and who was, as far as that is still kept; the oldest first. `now` in milliseconds since 1970. */
export function acksOf(
  withheld: readonly Withheld[],
  { id, over }: Pick<Incident, 'id' | 'over'>,
  now: number,
): readonly IncidentAck[] {
  return withheld
    .filter(({ incident, silence }) => incident === id && isAck(silence))
    .map(({ at, silence: { id: ack, by, reason, until } }) => ({
      ...{ id: ack, by, reason, from: at, until },
      isOver: over !== null || until <= now,
    }));
}

/** `ana is on it since 12:03:00 UTC: it is the database`, `ana was on it from 12:03:00 UTC to 12:40:00 UTC`. */
export function describeAck(ack: Omit<IncidentAck, 'id'>, now: number): string {
  const { by, from, until, isOver } = ack;
  const when = isOver
    ? `was on it from ${describeInstant(from, now)} to ${describeInstant(until, now)}`
    : `is on it since ${describeInstant(from, now)}`;
  return `${nameOf(by)} ${when}${ackNote(ack)}`;
}
