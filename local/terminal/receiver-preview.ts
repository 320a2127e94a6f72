/** A notification as a person reads it in each kind of receiver. */

import type { ChatCard } from '../../lambda/core/message/forms/chat-card';
import { type Notification, notificationOf } from '../../lambda/core/message/notification';
import { type JsonObject, jsonObjectOf, parseText } from '../../lambda/core/words/json';
import type { PostedKind } from '../../lambda/receivers/kinds';
import { RECEIVER_FORMS } from '../../lambda/receivers/receivers';

/** Placeholders for settings that are in the config and its secrets. */
const SETTINGS = {
  url: 'https://receiver.example.com',
  routingKey: '(the routing key, 32 characters)',
  topic: 'your-topic',
  bus: 'your-bus',
};

/** What is open counts as open for so long, in milliseconds, if runs begin every minute. */
const VALID_MS = 4 * 60_000;

/** The posted body, or a list of bodies if each alert has its own. */
export function sentTo(kind: PostedKind): (notification: Notification) => unknown {
  return (notification) => {
    const [first, ...others] = postedOf(kind, notification);
    return others.length === 0 ? first : [first, ...others];
  };
}

function postedOf(kind: PostedKind, notification: Notification): readonly unknown[] {
  const form = RECEIVER_FORMS[kind];
  const each = form.sendsAlertsAlone ? notification.alerts.map(notificationOf) : [notification];
  const validUntil = Date.parse(notification.alerts[0].at) + VALID_MS;
  const bodies = each.map((sent) => parseText(form.requestOf(sent, SETTINGS, validUntil).body));
  return kind === 'eventbridge' ? bodies.map(eventsOf) : bodies;
}

/** What is posted, entry by entry if it is a list. */
function bodiesOf(kind: PostedKind, notification: Notification): readonly JsonObject[] {
  return postedOf(kind, notification).flat().map(jsonObjectOf);
}

interface ReceiverText {
  readonly title: string;
  readonly text?: (notification: Notification) => string;
}

export const RECEIVER_TEXTS: Readonly<Record<PostedKind, ReceiverText>> = {
  pagerduty: { title: 'PagerDuty', text: textOf('pagerduty', pagerdutyText) },
  webhook: { title: 'Webhook' },
  slack: { title: 'Slack, by an incoming webhook', text: textOf('slack', slackText) },
  teams: { title: 'Microsoft Teams, by a webhook of Workflows', text: textOf('teams', teamsText) },
  ntfy: { title: 'ntfy', text: textOf('ntfy', ntfyText) },
  alertmanager: { title: 'Alertmanager', text: textOf('alertmanager', alertmanagerText) },
  eventbridge: { title: 'EventBridge' },
};

/** The text of the first body, with the number of similar bodies. */
function textOf(kind: PostedKind, of: (body: JsonObject) => string): (notification: Notification) => string {
  return (notification) => {
    const [first = {}, ...others] = bodiesOf(kind, notification);
    return others.length === 0 ? of(first) : `${of(first)}\n\nand ${others.length} more like it, one for each service`;
  };
}

function pagerdutyText(body: JsonObject): string {
  const { event_action: action, dedup_key: key } = body;
  const payload = jsonObjectOf(body.payload);
  if (payload.summary === undefined) return `${action} of ${key}`;
  const details = Object.entries(jsonObjectOf(payload.custom_details));
  return [
    String(payload.summary),
    '',
    ...['severity', 'component', 'class', 'group', 'source'].flatMap((name) =>
      payload[name] === undefined ? [] : [`${name}: ${payload[name]}`],
    ),
    '',
    ...details.map(([label, text]) => `${label}: ${String(text).replaceAll('\n', '\n  ')}`),
    ...objectsOf(body.links).map(({ text, href }) => `${text}: ${href}`),
    '',
    `${action} of ${key}`,
  ].join('\n');
}

function slackText({ blocks }: JsonObject): string {
  return objectsOf(blocks)
    .map(({ text, elements }) =>
      [jsonObjectOf(text), ...objectsOf(elements)].flatMap((element) => element.text ?? []).join('\n'),
    )
    .join('\n\n');
}

function teamsText({ attachments }: JsonObject): string {
  const { body, actions } = jsonObjectOf(objectsOf(attachments)[0]?.content);
  const blocks = objectsOf(body).flatMap((element) => [element, ...objectsOf(element.items)]);
  const lines = blocks.flatMap(({ inlines, spacing }) => {
    const line = objectsOf(inlines)
      .map(({ text }) => text)
      .join('');
    if (line === '') return [];
    return spacing === 'Medium' ? ['', line] : [line];
  });
  return [...lines, '', ...objectsOf(actions).map(({ title, url }) => `[${title}] ${url}`)].join('\n');
}

function ntfyText({ title, message, tags, priority, actions }: JsonObject): string {
  const buttons = objectsOf(actions).map(({ label, url }) => `[${label}] ${url}`);
  return [`${title}`, '', `${message}`, '', ...buttons, `priority ${priority}, tag ${tags}`].join('\n');
}

function alertmanagerText({ labels, annotations, startsAt, endsAt }: JsonObject): string {
  const { summary, description, ...notes } = jsonObjectOf(annotations);
  const names = Object.entries(jsonObjectOf(labels)).map(([name, value]) => `${name}="${value}"`);
  return [
    `${summary}`,
    '',
    `${description}`,
    '',
    ...Object.entries(notes).map(([name, text]) => `${name}: ${text}`),
    '',
    `{${names.join(', ')}}`,
    `from ${startsAt} to ${endsAt}`,
  ].join('\n');
}

/** Of an event bus, what its rules see: there the events are texts within a text. */
function eventsOf(body: unknown): unknown {
  const { Entries: entries } = jsonObjectOf(body);
  const [first, ...others] = objectsOf(entries).map(({ Source: source, DetailType: type, Detail: detail }) => ({
    source,
    'detail-type': type,
    detail: parseText(String(detail)),
  }));
  return others.length === 0 ? first : [first, ...others];
}

function objectsOf(raw: unknown): readonly JsonObject[] {
  return (Array.isArray(raw) ? raw : []).map(jsonObjectOf);
}

/** A card as a person reads it in Slack: title, text, then what to do next. */
export function cardText({ content: { title, description, nextSteps } }: ChatCard): string {
  return [title, '', description, '', ...nextSteps.map((step) => `• ${step}`)].join('\n');
}
