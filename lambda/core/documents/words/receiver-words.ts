/** The name of a receiver for people. */

import { TOPIC } from '../../deliver/receiver';

/** `sent to phone`, `sent to the topic`; a watch shows what a deployment sends to its topic. */
export function receiverWords(receiver: string, deployed: boolean): string {
  if (receiver !== TOPIC) return `sent to ${receiver}`;
  return deployed ? 'sent to the topic' : 'shown by the watch, not sent';
}

/** Returns the name of a receiver; the topic has none. */
export function receiverName(receiver: string): string {
  return receiver === TOPIC ? 'the topic' : receiver;
}
