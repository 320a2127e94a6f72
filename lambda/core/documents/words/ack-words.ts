/** Acknowledgements in words: the same on a page, a dashboard and a terminal. */

import type { AckDocument, SilenceDocument } from '../../silences/silence-document';
import { actorName } from '../../words/shown-value';
import { describeInstant } from './format';
import { idOf, silencedServices } from './silence-words';

/** `acknowledged by ana`. */
export function ackWord({ by }: Pick<AckDocument, 'by'>): string {
  return `acknowledged by ${actorName(by)}`;
}

/** `: it is the database`; empty without a note. */
export function ackNote({ note }: Pick<AckDocument, 'note'>): string {
  return note === null ? '' : `: ${note}`;
}

/** `ack a7c1d2: payment-service acknowledged by ana since 12:03:00 UTC: it is the database`, for a line of its own; `now` in milliseconds since 1970. */
export function ackLine(ack: SilenceDocument, now: number): string {
  const subject = `${silencedServices(ack)} ${ackWord(ack)}`;
  return `ack ${idOf(ack) ?? ''}: ${subject} since ${describeInstant(Date.parse(ack.from), now)}${ackNote({ note: ack.reason })}`;
}

/** `acknowledged by ana since 12:03:00 UTC: it is the database`, `acknowledged by ana from 12:03:00 UTC to 12:40:00 UTC`. */
export function describeAck(ack: Omit<AckDocument, 'id'>, isOver: boolean, now: number): string {
  const from = describeInstant(Date.parse(ack.since), now);
  const when = isOver ? `from ${from} to ${describeInstant(Date.parse(ack.until), now)}` : `since ${from}`;
  return `${ackWord(ack)} ${when}${ackNote(ack)}`;
}
