/** Acknowledgements, silences and needed services that hold alerts back, in words: the same on a page, a dashboard and a terminal. */

import type { AckDocument } from '../../silences/silence-document';
import type { AlertEvent } from '../../words/codes';
import { actorName } from '../../words/shown-value';
import type { IncidentDocument } from '../incident-document';
import type { BehindDocument, SilencedDocument } from '../silenced-document';
import { describeInstant } from './format';
import { silenceWords } from './silence-words';

/** A part of a sentence: a text, or an instant (ISO 8601). */
export type Part = string | { readonly at: string };

/** Returns the sentence as a text; `now` in milliseconds since 1970. */
export function partsText(parts: readonly Part[], now: number): string {
  return parts.map((part) => (typeof part === 'string' ? part : describeInstant(Date.parse(part.at), now))).join('');
}

/** `acknowledged by ana`. */
export function ackWord({ by }: Pick<AckDocument, 'by'>): string {
  return `acknowledged by ${actorName(by)}`;
}

/** `: it is the database`; empty without a note. */
export function ackNote({ note }: Pick<AckDocument, 'note'>): string {
  return note === null ? '' : `: ${note}`;
}

/** `acknowledged by ana since 12:03:00 UTC: it is the database`, `acknowledged by ana from 12:03:00 UTC to 12:40:00 UTC`. */
export function ackParts(ack: Omit<AckDocument, 'id'>, isOver: boolean): readonly Part[] {
  const { since, until } = ack;
  const when: readonly Part[] = isOver ? [' from ', { at: since }, ' to ', { at: until }] : [' since ', { at: since }];
  return [ackWord(ack), ...when, ackNote(ack)];
}

/** `held back: gateway-service is down`. */
export function behindWord({ service }: Pick<BehindDocument, 'service'>): string {
  return `held back: ${service} is down`;
}

/**
 * `held back since 12:03:00 UTC: gateway-service is down`, `held back from 12:03:00 UTC to 12:40:00 UTC, while gateway-service was down;
 * notified 12:40:00 UTC`. `isOver` is whether the outage is.
 */
export function behindParts(behind: BehindDocument, isOver: boolean): readonly Part[] {
  const { service, since, until, notifiedAt } = behind;
  if (until === null) {
    const others = notifiedAt === null ? [] : ['; others notified ', { at: notifiedAt }];
    return ['held back since ', { at: since }, `: ${service} is down`, ...others];
  }
  const later = notifiedAt === null ? [nobodyWords(isOver)] : ['; notified ', { at: notifiedAt }];
  return ['held back from ', { at: since }, ' to ', { at: until }, `, while ${service} was down`, ...later];
}

const WHAT: Readonly<Partial<Record<AlertEvent, string>>> = { resolved: 'recovery ', updated: 'change ' };

/** `silenced by ana: deploy 2.5.0; nobody was notified`, `recovery silenced by ana; notified 14:30:00 UTC`. */
export function silencedParts(silenced: SilencedDocument, isOver: boolean): readonly Part[] {
  const { event, silence, notified, notifiedAt } = silenced;
  const { what, after } = silenceWords({ ...silence, untilWell: false });
  const text = `${WHAT[event] ?? ''}${what}${after}`;
  if (notifiedAt !== null) return [`${text}; notified `, { at: notifiedAt }];
  return notified === false ? [text, nobodyWords(isOver && event === 'opened')] : [text];
}

function nobodyWords(isOver: boolean): string {
  return isOver ? '; nobody was notified' : '; nobody notified yet';
}

/** Returns a sentence for each silence, needed service and acknowledgement of an incident; `now` in milliseconds since 1970. */
export function holdParts(
  { silenced, behind, acks, open }: IncidentDocument,
  now: number,
): readonly (readonly Part[])[] {
  return [
    ...(silenced === null ? [] : [silencedParts(silenced, !open)]),
    ...(behind === null ? [] : [behindParts(behind, !open)]),
    ...acks.map((ack) => ackParts(ack, !open || Date.parse(ack.until) <= now)),
  ];
}
