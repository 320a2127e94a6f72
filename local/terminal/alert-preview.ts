/** What a notification looks like in each of its forms: on a terminal, or in docs/alerts.md. */

import { type ChatCard, chatCard } from '../../lambda/core/forms/chat-card';
import { mailText, subjectOf } from '../../lambda/core/forms/mail';
import { documentOf } from '../../lambda/core/forms/notification-document';
import { attributesOf } from '../../lambda/core/forms/sns-message';
import type { Notification } from '../../lambda/core/message/notification';
import { jsonText } from '../../lambda/core/words/without-commands';

export interface Preview {
  readonly title: string;
  /** The messages that are sent; none if CloudWatch writes them. */
  readonly notifications: readonly Notification[];
  /** The alarm that CloudWatch writes of, or `null`. */
  readonly alarm: { readonly alarmName: string; readonly alarmDescription: string } | null;
}

const ALARM_NOTE = 'CloudWatch writes this message itself. It shows the name and the description of the alarm:';

/** Every form, for people and for programs. */
export function previewText({ title, notifications, alarm }: Preview): string {
  const json = (value: object) => jsonText(value, 2);
  const sections = notifications.flatMap((notification): (readonly [string, string])[] => [
    ['Subject of the e-mail', subjectOf(notification)],
    ['Text of the e-mail', mailText(notification)],
    ['Card in Slack, by Amazon Q Developer in chat applications', cardText(chatCard(notification))],
    ['Card, as it is sent', json(chatCard(notification))],
    ['Document for programs (SQS, Lambda)', json(documentOf(notification, Number.POSITIVE_INFINITY))],
    ['Attributes for subscription filters', json(attributesOf(notification))],
  ]);
  if (alarm) sections.push([ALARM_NOTE, `${alarm.alarmName}\n\n${alarm.alarmDescription}`]);
  return [`══ ${title} ══\n`, ...sections.map(([name, body]) => `── ${name} ──\n\n${body}\n`)].join('\n');
}

/** The forms for people, and the name and description of an alarm, as a section of docs/alerts.md. */
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

/** A card as a person reads it in Slack: title, text, then what to do next. */
function cardText({ content: { title, description, nextSteps } }: ChatCard): string {
  return [title, '', description, '', ...nextSteps.map((step) => `• ${step}`)].join('\n');
}

/** No line of a mail or a card can end the block: texts of services have no backticks (`neutralize`). */
function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
