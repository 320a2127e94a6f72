/** Receivers and their alerts in words. */

import { TOPIC } from '../../deliver/receiver';
import type { AlertEvent } from '../../words/codes';

/** `sent to phone`, `sent to the topic`; a watch shows what a deployment sends to its topic. */
export function receiverWords(receiver: string, deployed: boolean): string {
  return deployed || receiver !== TOPIC ? `sent to ${receiverName(receiver)}` : 'shown by the watch, not sent';
}

/** Returns the name of a receiver; the topic has none. */
export function receiverName(receiver: string): string {
  return receiver === TOPIC ? 'the topic' : receiver;
}

/** An alert that is sent later than this after its event was held up. */
const PROMPT_MS = 60_000;

/** Returns the delay in milliseconds, from times since 1970; `null` if sent at once, or for a recovery, which is always found late. */
export function delayMs(event: AlertEvent, happenedAt: number, sentAt: number): number | null {
  const late = sentAt - happenedAt;
  return event !== 'resolved' && late > PROMPT_MS ? late : null;
}
