/** The preview of a notification in each of its forms, on a terminal or as JSON. */

import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import type { SecretValue } from '../../lambda/core/config/secret-value';
import { secretText } from '../../lambda/core/config/secrets';
import { chatCard } from '../../lambda/core/message/forms/chat-card';
import { mailText, subjectOf } from '../../lambda/core/message/forms/mail';
import { documentOf } from '../../lambda/core/message/forms/notification-document';
import type { PostRequest, ReceiverForm, ReceiverSettings } from '../../lambda/core/message/forms/receiver-form';
import { attributesOf } from '../../lambda/core/message/forms/sns-message';
import { type Notification, notificationOf } from '../../lambda/core/message/notification';
import { jsonObjectOf, parseText } from '../../lambda/core/words/json';
import { placeholdersIn } from '../../lambda/core/words/template';
import { jsonText } from '../../lambda/core/words/without-commands';
import type { PostedKind } from '../../lambda/receivers/kinds';
import { RECEIVER_FORMS, receiverForm } from '../../lambda/receivers/receivers';
import type { PreviewForm } from './preview-forms';

export interface Preview {
  readonly name: string;
  readonly title: string;
  /** The messages that are sent; none if CloudWatch writes them. */
  readonly notifications: readonly Notification[];
  /** The alarm that CloudWatch notifies of, or `null`. */
  readonly alarm: { readonly alarmName: string; readonly alarmDescription: string } | null;
}

const ALARM_NOTE = 'CloudWatch sends this to the topic only. It shows the name and the description of the alarm:';

/** A notification in one form. */
interface Shown {
  readonly title: string;
  /** The text for a person; missing if the form is a document for programs. */
  readonly text?: string;
  /** The document that is sent. */
  readonly sent: unknown;
}

/** Placeholders for settings that are in the config and its secrets. */
const SETTINGS = {
  url: 'https://receiver.example.com',
  routingKey: '(the routing key, 32 characters)',
  topic: 'your-topic',
  bus: 'your-bus',
};

/** How long an open alert stays valid, in milliseconds, with a run every minute. */
const VALID_MS = 4 * 60_000;

/** Renders the forms for a person. A single form for programs is shown as its document. */
export function previewText(
  { title, notifications, alarm }: Preview,
  forms: readonly PreviewForm[],
  receivers: readonly ReceiverConfig[],
): string {
  const isAlone = forms.length === 1;
  const sections = forms.flatMap((form) =>
    notifications.flatMap((notification) =>
      shownIn(form, notification, receivers).flatMap(({ title: heading, text, sent }) => {
        const body = text ?? (isAlone ? jsonText(sent, 2) : null);
        return body === null ? [] : [section(heading, body)];
      }),
    ),
  );
  if (alarm) sections.push(section(ALARM_NOTE, `${alarm.alarmName}\n\n${alarm.alarmDescription}`));
  return [`══ ${title} ══\n`, ...sections].join('\n');
}

function section(heading: string, body: string): string {
  return `── ${heading} ──\n\n${body.trimEnd()}\n`;
}

/** The documents that are sent in each form. */
export function previewDocuments(
  { name, notifications, alarm }: Preview,
  forms: readonly PreviewForm[],
  receivers: readonly ReceiverConfig[],
): readonly object[] {
  if (alarm) return [{ preview: name, alarm }];
  return notifications.flatMap((notification) =>
    forms.flatMap((form) => shownIn(form, notification, receivers).map(({ sent }) => ({ preview: name, form, sent }))),
  );
}

/** The notification in a form, named after the receivers of the config that get it; one for each webhook with a template. */
function shownIn(
  form: PreviewForm,
  notification: Notification,
  receivers: readonly ReceiverConfig[],
): readonly Shown[] {
  const templated = receivers.filter(isTemplated);
  if (form === 'webhook' && templated.length > 0)
    return templated.map((receiver) => {
      const requests = templatedRequests(receiver, notification);
      const text = requests.map((sent) => jsonText(sent, 2)).join('\n\n');
      return { title: `${RECEIVER_FORMS.webhook.title}: your ${receiver.id}`, text, sent: requests };
    });
  const shown = plainForm(form, notification);
  const ids = receivers.filter(({ kind }) => (kind === 'smtp' ? 'mail' : kind) === form).map(({ id }) => id);
  return [{ ...shown, title: ids.length === 0 ? shown.title : `${shown.title}: your ${ids.join(', ')}` }];
}

/** The notification in a form, with placeholders for the settings of a receiver. */
export function plainForm(form: PreviewForm, notification: Notification): Shown {
  switch (form) {
    case 'mail': {
      const sent = { subject: subjectOf(notification), text: mailText(notification) };
      return { title: 'E-mail', text: `Subject: ${sent.subject}\n\n${sent.text}`, sent };
    }
    case 'chat': {
      const card = chatCard(notification);
      const { title, description, nextSteps } = card.content;
      const text = [title, '', description, '', ...nextSteps.map((step) => `• ${step}`)].join('\n');
      return { title: 'Slack, by Amazon Q Developer in chat applications', text, sent: card };
    }
    case 'programs':
      return {
        title: 'Document for programs (SQS, Lambda), and its attributes for subscription filters',
        sent: {
          document: documentOf(notification, Number.POSITIVE_INFINITY),
          attributes: attributesOf(notification),
        },
      };
    default:
      return postedForm(form, notification);
  }
}

/** A list of documents if several are posted. */
function postedForm(kind: PostedKind, notification: Notification): Shown {
  const form = RECEIVER_FORMS[kind];
  const bodies = requestsOf(form, notification, SETTINGS).map(({ body }) => parseText(body));
  const documents = bodies.flatMap((body) => form.documentsOf?.(jsonObjectOf(body)) ?? [body]);
  const sent = documents.length === 1 ? documents[0] : documents;
  if (form.textOf === undefined) return { title: form.title, sent };
  return { title: form.title, text: form.textOf(jsonObjectOf(documents[0])), sent };
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
type TemplatedReceiver = ReceiverConfig & { readonly kind: 'webhook' };

function isTemplated(receiver: ReceiverConfig): receiver is TemplatedReceiver {
  return receiver.template !== undefined;
}

/** Returns the requests to such a receiver. An address without placeholders may be a secret, and is not shown. */
function templatedRequests(receiver: TemplatedReceiver, notification: Notification): readonly object[] {
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
