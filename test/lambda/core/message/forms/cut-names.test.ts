/** Texts of services that a form cuts: wherever it does, no name of a host is left that was none before. */

import { chatCard, noticeCard } from '../../../../../lambda/core/message/forms/chat-card';
import { subjectLine, subjectOf } from '../../../../../lambda/core/message/forms/mail';
import { noticeMessage } from '../../../../../lambda/core/message/forms/notice-message';
import type { ReceiverForm } from '../../../../../lambda/core/message/forms/receiver-form';
import { type Notification, notificationOf } from '../../../../../lambda/core/message/notification';
import type { ReceiverNotice } from '../../../../../lambda/core/message/receiver-notice';
import { ntfy } from '../../../../../lambda/core/message/receivers/ntfy';
import { pagerduty } from '../../../../../lambda/core/message/receivers/pagerduty';
import { slackWebhook } from '../../../../../lambda/core/message/receivers/slack-webhook';
import { teams } from '../../../../../lambda/core/message/receivers/teams';
import { shownId } from '../../../../../lambda/core/message/summary';
import { alertOn, SERVICE } from '../../../../support/core/alerts';

/** A file and a word: `.co` and `.io` are top-level domains. */
const WORDS = ['app.conf', 'evil.io_x'];
/** What a mail client or a chat would make a link of. */
const NAMES = /app\.co(?![\w＿-])|evil\.io(?![\w＿-])/;
const PADS = Array.from({ length: 40 }, (_, length) => 'n'.repeat(length));
const SETTINGS = { url: 'https://receiver.internal/', routingKey: '0'.repeat(32), topic: 'topic' };

const texts = WORDS.flatMap((word) => PADS.map((pad) => `${pad} ${`${word} `.repeat(60)}`));

function notificationWith(text: string): Notification {
  const named = (id: string) => {
    const service = { ...SERVICE, id };
    return { ...alertOn('opened', { service }), message: text, summary: `${'@'.repeat(180)} ${text}` };
  };
  const [first, ...others] = ['', 'a', 'b', 'c', 'd'].map((start) => named(`${start}${text.trim()}`));
  if (first === undefined) throw new Error('there is none');
  return { ...notificationOf(first), alerts: [first, ...others] };
}

const noticeWith = (message: string): ReceiverNotice => ({
  event: 'opened',
  deployment: 'shop',
  about: { kind: 'receiver', id: 'pager' },
  message,
  since: 0,
  at: 3_600_000,
  hasLeft: false,
  links: { dashboard: null, logs: null, runbook: null },
});

const bodies = ({ requestOf, noticeOf }: ReceiverForm, text: string) => [
  requestOf(notificationWith(text), SETTINGS, 0).body,
  noticeOf(noticeWith(text), SETTINGS, 0).body,
];

it.each<[string, (text: string) => readonly string[]]>([
  // Each `@` is four characters in the end.
  ['the id', (text) => [shownId(text), shownId(`@@@@${text}`)]],
  [
    'the subject of a mail',
    (text) => [subjectOf(notificationWith(text)), subjectLine(text), noticeMessage(noticeWith(text)).subject],
  ],
  [
    'the card of Slack',
    (text) => {
      const { title, description } = chatCard(notificationWith(text)).content;
      return [title, description, noticeCard(noticeWith(text)).content.description];
    },
  ],
  ['the message of a webhook of Slack', (text) => bodies(slackWebhook, text)],
  ['the card of Teams', (text) => bodies(teams, text)],
  ['ntfy', (text) => bodies(ntfy, text)],
  ['PagerDuty', (text) => bodies(pagerduty, text).map((body) => JSON.stringify(JSON.parse(body).payload))],
])('%s is cut without making one', (_, shown) => {
  for (const text of texts) for (const each of shown(text)) expect(each).not.toMatch(NAMES);
});
