/** Texts of services are cut in every form, and no cut makes the name of a host. */

import { chatCard, noticeCard } from '../../../../../lambda/core/message/forms/chat-card';
import { subjectLine, subjectOf } from '../../../../../lambda/core/message/forms/mail';
import { noticeMessage } from '../../../../../lambda/core/message/forms/notice-message';
import { type Notification, notificationOf } from '../../../../../lambda/core/message/notification';
import type { ReceiverNotice } from '../../../../../lambda/core/message/receiver-notice';
import { shownId } from '../../../../../lambda/core/message/summary';
import { POSTED_KINDS, type PostedKind } from '../../../../../lambda/receivers/kinds';
import { RECEIVER_FORMS } from '../../../../../lambda/receivers/receivers';
import { plainForm } from '../../../../../local/terminal/alert-preview';
import { alertOn, SERVICE } from '../../../../support/core/alerts';
import { REFUSED } from '../../../../support/core/receiver-notices';

/** A file and a word: `.co` and `.io` are top-level domains. */
const WORDS = ['app.conf', 'evil.io_x'];
/** What a mail client or a chat would make a link of. */
const NAMES = /app\.co(?![\w＿-])|evil\.io(?![\w＿-])/;
const PADS = Array.from({ length: 40 }, (_, length) => 'n'.repeat(length));

const texts = WORDS.flatMap((word) => PADS.map((pad) => `${pad} ${`${word} `.repeat(60)}`));

function notificationWith(text: string): Notification {
  const named = (id: string) => {
    const service = { ...SERVICE, id };
    return {
      ...alertOn('opened', { service }),
      incidentId: 'shop/api/1',
      message: text,
      summary: `${'@'.repeat(180)} ${text}`,
    };
  };
  const [first, ...others] = ['', 'a', 'b', 'c', 'd'].map((start) => named(`${start}${text.trim()}`));
  if (first === undefined) throw new Error('there is none');
  return { ...notificationOf(first), alerts: [first, ...others] };
}

const noticeWith = (message: string): ReceiverNotice => ({ ...REFUSED, message });

/** The texts that people read in the form of a kind; those for programs, such as labels, are left out. */
function textsIn(kind: PostedKind, text: string): readonly string[] {
  const shown = plainForm(kind, notificationWith(text)).text;
  if (shown === undefined) return [];
  const settings = { url: 'https://receiver.internal/', routingKey: '0'.repeat(32), topic: 'topic' };
  const notice = RECEIVER_FORMS[kind].noticeOf(noticeWith(text), settings, 0).body;
  const lines = shown.split('\n').filter((line) => !line.startsWith('{alertname='));
  return [lines.join('\n'), notice];
}

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
  ...POSTED_KINDS.map((kind): [string, (text: string) => readonly string[]] => [kind, (text) => textsIn(kind, text)]),
])('%s is cut without making one', (_, shown) => {
  for (const text of texts) for (const each of shown(text)) expect(each).not.toMatch(NAMES);
});
