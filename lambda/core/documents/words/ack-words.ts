/** Who is on what since when: the same words on a page, a dashboard and a terminal. */

import type { AckDocument, SilenceDocument } from '../../notify/silences/silence-document';
import { nameOf } from '../../words/shown-value';
import { describeInstant } from './format';
import { idOf, silencedServices } from './silence-words';

/** `ana is on it`. */
export function ackWord({ by }: Pick<AckDocument, 'by'>): string {
  return `${nameOf(by)} is on it`;
}

/** `: it is the database`; empty without a note. */
export function ackNote({ note }: Pick<AckDocument, 'note'>): string {
  return note === null ? '' : `: ${note}`;
}

/** `ack a7c1d2: ana is on payment-service since 12:03:00 UTC: it is the database`, for a line of its own; `now` in milliseconds since 1970. */
export function ackLine(ack: SilenceDocument, now: number): string {
  const who = `${nameOf(ack.by)} is on ${silencedServices(ack)}`;
  return `ack ${idOf(ack) ?? ''}: ${who} since ${describeInstant(Date.parse(ack.from), now)}${ackNote({ note: ack.reason })}`;
}

/** `ana is on it since 12:03:00 UTC: it is the database`, `ana was on it from 12:03:00 UTC to 12:40:00 UTC`. */
export function describeAck(ack: Omit<AckDocument, 'id'>, isOver: boolean, now: number): string {
  const [from, until] = [ack.since, ack.until].map((instant) => describeInstant(Date.parse(instant), now));
  const when = isOver ? `was on it from ${from} to ${until}` : `is on it since ${from}`;
  return `${nameOf(ack.by)} ${when}${ackNote(ack)}`;
}
