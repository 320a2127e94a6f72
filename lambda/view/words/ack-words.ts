/** Who is on what since when: the same words on a page, a dashboard and a terminal. */

import type { Silence } from '../../core/silence/silence';
import { nameOf } from '../../core/words/somebody';
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
