/** A notification as a person reads it in each kind of receiver. */

import type { ChatCard } from '../../lambda/core/message/forms/chat-card';
import { type Notification, notificationOf } from '../../lambda/core/message/notification';
import { jsonObjectOf, parseText } from '../../lambda/core/words/json';
import type { PostedKind } from '../../lambda/receivers/kinds';
import { RECEIVER_FORMS } from '../../lambda/receivers/receivers';

/** Placeholders for settings that are in the config and its secrets. */
const SETTINGS = {
  url: 'https://receiver.example.com',
  routingKey: '(the routing key, 32 characters)',
  topic: 'your-topic',
  bus: 'your-bus',
};

/** How long an open alert stays valid, in milliseconds, with a run every minute. */
const VALID_MS = 4 * 60_000;

/** Returns what is posted, or a list if it is several documents. */
export function sentTo(kind: PostedKind, notification: Notification): unknown {
  const [first, ...others] = documentsOf(kind, notification);
  return others.length === 0 ? first : [first, ...others];
}

/** Returns the text of the first posted body, with the number of others. */
export function textFor(kind: PostedKind, notification: Notification): string {
  const { textOf = String } = RECEIVER_FORMS[kind];
  const [first = {}, ...others] = documentsOf(kind, notification).flat().map(jsonObjectOf);
  return others.length === 0
    ? textOf(first)
    : `${textOf(first)}\n\nand ${others.length} more like it, one for each service`;
}

function documentsOf(kind: PostedKind, notification: Notification): readonly unknown[] {
  const { sendsAlertsAlone, requestOf, documentsOf: documentsIn } = RECEIVER_FORMS[kind];
  const each = sendsAlertsAlone ? notification.alerts.map(notificationOf) : [notification];
  const validUntil = Date.parse(notification.alerts[0].at) + VALID_MS;
  const bodies = each.map((sent) => parseText(requestOf(sent, SETTINGS, validUntil).body));
  return documentsIn === undefined ? bodies : bodies.flatMap((body) => documentsIn(jsonObjectOf(body)));
}

/** A card as a person reads it in Slack: title, text, then what to do next. */
export function cardText({ content: { title, description, nextSteps } }: ChatCard): string {
  return [title, '', description, '', ...nextSteps.map((step) => `• ${step}`)].join('\n');
}
