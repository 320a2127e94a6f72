/** The preview of a notification in each of its forms: on a terminal, as JSON, or in docs/reference/alerts.md. */

import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import { chatCard } from '../../lambda/core/message/forms/chat-card';
import { mailText, subjectOf } from '../../lambda/core/message/forms/mail';
import { documentOf } from '../../lambda/core/message/forms/notification-document';
import { attributesOf } from '../../lambda/core/message/forms/sns-message';
import type { Notification } from '../../lambda/core/message/notification';
import { jsonText } from '../../lambda/core/words/without-commands';
import { POSTED_KINDS, type PostedKind } from '../../lambda/receivers/kinds';
import { RECEIVER_FORMS } from '../../lambda/receivers/receivers';
import type { PreviewForm } from './preview-forms';
import { cardText, isTemplated, sentTo, templatedRequests, textFor } from './receiver-preview';

export interface Preview {
  readonly name: string;
  readonly title: string;
  /** The messages that are sent; none if CloudWatch writes them. */
  readonly notifications: readonly Notification[];
  /** The alarm that CloudWatch notifies of, or `null`. */
  readonly alarm: { readonly alarmName: string; readonly alarmDescription: string } | null;
}

const ALARM_NOTE = 'CloudWatch writes this message itself. It shows the name and the description of the alarm:';
const ALARM_ELSEWHERE = 'nothing: CloudWatch writes of this to the addresses and the Slack channel of the topic alone';

interface Shown {
  readonly title: string;
  /** The text for a person; missing if the form is a document for programs. */
  readonly text?: (notification: Notification) => string;
  /** The document that is sent. */
  readonly sent: (notification: Notification) => unknown;
}

const TOPIC_FORMS = {
  mail: {
    title: 'E-mail',
    text: (notification) => `Subject: ${subjectOf(notification)}\n\n${mailText(notification)}`,
    sent: (notification) => ({ subject: subjectOf(notification), text: mailText(notification) }),
  },
  chat: {
    title: 'Slack, by Amazon Q Developer in chat applications',
    text: (notification) => cardText(chatCard(notification)),
    sent: (notification) => chatCard(notification),
  },
  programs: {
    title: 'Document for programs (SQS, Lambda), and its attributes for subscription filters',
    sent: (notification) => ({
      document: documentOf(notification, Number.POSITIVE_INFINITY),
      attributes: attributesOf(notification),
    }),
  },
} as const satisfies Record<string, Shown>;

const POSTED_FORMS = Object.fromEntries(
  POSTED_KINDS.map((kind): [string, Shown] => {
    const { title, textOf } = RECEIVER_FORMS[kind];
    const text = textOf && ((notification: Notification) => textFor(kind, notification));
    return [kind, { title, ...(text && { text }), sent: (notification) => sentTo(kind, notification) }];
  }),
) as Readonly<Record<PostedKind, Shown>>;

const FORMS: Readonly<Record<PreviewForm, Shown>> = { ...TOPIC_FORMS, ...POSTED_FORMS };

/** Renders the forms for a person. A single form for programs is shown as its document. */
export function previewText(
  { title, notifications, alarm }: Preview,
  forms: readonly PreviewForm[],
  receivers: readonly ReceiverConfig[],
): string {
  const isAlone = forms.length === 1;
  const templated = forms.includes('webhook') ? receivers.filter(isTemplated) : [];
  const isAllTemplated =
    templated.length > 0 && receivers.every((each) => each.kind !== 'webhook' || isTemplated(each));
  const shown = isAllTemplated ? forms.filter((form) => form !== 'webhook') : forms;
  const sections = shown.flatMap((form) => {
    const { text = isAlone ? (notification: Notification) => jsonText(FORMS[form].sent(notification), 2) : null } =
      FORMS[form];
    return text === null
      ? []
      : notifications.map((notification) => section(headingOf(form, receivers), text(notification)));
  });
  for (const receiver of templated) {
    const heading = `${FORMS.webhook.title}: your ${receiver.id}`;
    for (const notification of notifications)
      sections.push(
        section(
          heading,
          templatedRequests(receiver, notification)
            .map((sent) => jsonText(sent, 2))
            .join('\n\n'),
        ),
      );
  }
  if (alarm) sections.push(alarmSection(alarm, forms));
  return [`══ ${title} ══\n`, ...sections].join('\n');
}

/** Marks the form that receivers of the config get. */
function headingOf(form: PreviewForm, receivers: readonly ReceiverConfig[]): string {
  const ids = receivers
    .filter((each) => !isTemplated(each) && (each.kind === 'smtp' ? 'mail' : each.kind) === form)
    .map(({ id }) => id);
  return ids.length === 0 ? FORMS[form].title : `${FORMS[form].title}: your ${ids.join(', ')}`;
}

function section(heading: string, body: string): string {
  return `── ${heading} ──\n\n${body.trimEnd()}\n`;
}

function alarmSection(
  { alarmName, alarmDescription }: NonNullable<Preview['alarm']>,
  forms: readonly PreviewForm[],
): string {
  const [form] = forms;
  if (form !== undefined && forms.every((name) => name in POSTED_FORMS))
    return section(FORMS[form].title, ALARM_ELSEWHERE);
  return section(ALARM_NOTE, `${alarmName}\n\n${alarmDescription}`);
}

/** The documents that are sent in each form. */
export function previewDocuments(
  { name, notifications, alarm }: Preview,
  forms: readonly PreviewForm[],
  receivers: readonly ReceiverConfig[],
): readonly object[] {
  if (alarm) return [{ preview: name, alarm }];
  const templated = forms.includes('webhook') ? receivers.filter(isTemplated) : [];
  return notifications.flatMap((notification) => [
    ...forms.map((form) => ({ preview: name, form, sent: FORMS[form].sent(notification) })),
    ...templated.map((receiver) => ({
      preview: name,
      receiver: receiver.id,
      requests: templatedRequests(receiver, notification),
    })),
  ]);
}

/** The forms for people that a topic has, and the name and description of an alarm, as a section of docs/reference/alerts.md. */
export function previewMarkdown({ title, notifications, alarm }: Preview): string {
  const blocks = notifications.flatMap((notification) => [
    `Mail, with the subject \`${subjectOf(notification)}\`:`,
    fenced(mailText(notification)),
    'Card:',
    fenced(cardText(chatCard(notification))),
  ]);
  if (alarm) blocks.push(ALARM_NOTE, fenced(`${alarm.alarmName}\n\n${alarm.alarmDescription}`));
  return [`### ${title}`, ...blocks, ''].join('\n\n').replace(/\n+$/, '\n');
}

/** A line of a mail or a card can't end the block: texts of services have no backticks (`neutralize`). */
function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
