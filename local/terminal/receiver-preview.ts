/** A notification as a person reads it in each kind of receiver. */

import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import type { SecretValue } from '../../lambda/core/config/secret-value';
import { secretText } from '../../lambda/core/config/secrets';
import type { ChatCard } from '../../lambda/core/message/forms/chat-card';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../lambda/core/message/forms/receiver-form';
import { type Notification, notificationOf } from '../../lambda/core/message/notification';
import { jsonObjectOf, parseText } from '../../lambda/core/words/json';
import { placeholdersIn } from '../../lambda/core/words/template';
import type { PostedKind } from '../../lambda/receivers/kinds';
import { RECEIVER_FORMS, receiverForm } from '../../lambda/receivers/receivers';

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

/** Returns the text of what is posted, as people read it. */
export function textFor(kind: PostedKind, notification: Notification): string {
  const { textOf = String } = RECEIVER_FORMS[kind];
  const [first] = documentsOf(kind, notification);
  return textOf(jsonObjectOf(first));
}

function documentsOf(kind: PostedKind, notification: Notification): readonly unknown[] {
  const form = RECEIVER_FORMS[kind];
  const bodies = requestsOf(form, notification, SETTINGS).map(({ body }) => parseText(body));
  return form.documentsOf === undefined
    ? bodies
    : bodies.flatMap((body) => form.documentsOf?.(jsonObjectOf(body)) ?? []);
}

function requestsOf(
  { sendsAlertsAlone, requestOf }: ReceiverForm,
  notification: Notification,
  settings: ReceiverSettings,
): readonly PostRequest[] {
  const each = sendsAlertsAlone ? notification.alerts.map(notificationOf) : [notification];
  const validUntil = Date.parse(notification.alerts[0].at) + VALID_MS;
  return each.map((sent) => requestOf(sent, settings, validUntil));
}

/** A receiver with a template, so that it has a form of its own. */
export type TemplatedReceiver = ReceiverConfig & { readonly kind: 'webhook' };

export function isTemplated(receiver: ReceiverConfig): receiver is TemplatedReceiver {
  return receiver.template !== undefined;
}

/** Returns the requests to such a receiver. An address without placeholders may be a secret, and is not shown. */
export function templatedRequests(receiver: TemplatedReceiver, notification: Notification): readonly object[] {
  const settings = Object.entries(receiver.settings).map(([name, value]) => [name, shownSetting(value)]);
  return requestsOf(receiverForm(receiver), notification, Object.fromEntries(settings)).map(
    ({ method, url, headers, body }) => ({ method, url, headers, body: parseText(body) ?? body }),
  );
}

function shownSetting(value: SecretValue): string {
  if (value.kind === 'secret') return secretText(value);
  if (value.kind === 'hidden') return value.text;
  return placeholdersIn(value.value).length > 0 ? value.value : '(as in the config)';
}

/** A card as a person reads it in Slack: title, text, then what to do next. */
export function cardText({ content: { title, description, nextSteps } }: ChatCard): string {
  return [title, '', description, '', ...nextSteps.map((step) => `• ${step}`)].join('\n');
}
