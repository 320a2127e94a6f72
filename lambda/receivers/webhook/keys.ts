/** The keys of a webhook in the config. */

import * as z from 'zod';
import { receiverAuth, receiverHeaders } from '../../core/config/schema/credential-keys';
import { choice, line, map, receiverAddress, setting, wholeNumber, yesOrNo } from '../../core/keys/values';
import type { EventKind, Severity } from '../../core/words/codes';
import { METHODS } from '../../core/words/template';
import { receiverKeys } from '../receiver-keys';
import { SETTING_RULES } from '../setting-rules';

const BODY_EXPECTED = 'expected a map, a list or a text, with placeholders such as "{{ subject }}"';
const body = z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())], { error: BODY_EXPECTED });
const method = choice(METHODS);
const url = receiverAddress('https://hooks.company.com/statuswatch', ', and with placeholders only behind its host');

const request = map(
  {
    url: url.optional().describe('The address for this event.'),
    method: method.optional().describe('The method for this event.'),
    body: body.optional().describe('The body for this event.'),
  },
  'expected a map with the keys url, method and body',
)
  .optional()
  .describe('What differs for this event.');

const word = z
  .union([line('a text', 200), z.number()], { error: 'expected a text or a number' })
  .describe('What this value becomes.');
const eventWords = { opened: word, updated: word, reminder: word, resolved: word } satisfies Record<EventKind, unknown>;
const severityWords = { critical: word, warning: word, info: word } satisfies Record<Severity, unknown>;
const wordsOf = <Words extends z.core.$ZodShape>(words: Words) =>
  map(words, `expected a map with the keys ${Object.keys(words).join(', ')}`)
    .optional()
    .describe('What each value becomes.');

export const webhookKeys = receiverKeys({
  meaning: 'An address of your own, or any API that takes JSON.',
  expected: 'expected a map with the key url',
  keys: {
    url: url.describe(
      'The https:// address to which each notification is posted as JSON. With body, it may have placeholders.',
    ),
    secret: setting(SETTING_RULES.secret)
      .optional()
      .describe('The key for Standard Webhooks signatures. Default: not signed.'),
    headers: receiverHeaders,
    auth: receiverAuth.optional(),
    body: body
      .optional()
      .describe(
        'What is sent instead of the document: a map, a list or a text, with placeholders such as "{{ subject }}".',
      ),
    method: method.optional().describe('The method, with body. Default: POST.'),
    on: map(
      { opened: request, updated: request, reminder: request, resolved: request } satisfies Record<EventKind, unknown>,
      'expected a map of events',
    )
      .optional()
      .describe('Another url, method or body for an event.'),
    words: map(
      { event: wordsOf(eventWords), severity: wordsOf(severityWords) },
      'expected a map with event or severity',
    )
      .optional()
      .describe('What "{{ event }}" and "{{ severity }}" become: a text or a number for each value.'),
    limits: map(
      {
        subject: wholeNumber(20, 1_000).optional().describe('Default: 200.'),
        text: wholeNumber(100, 10_000).optional().describe('Default: 4,000.'),
      },
      'expected a map with subject or text',
    )
      .optional()
      .describe('The most characters of "{{ subject }}" (default 200) and "{{ text }}" (default 4,000).'),
    group: yesOrNo
      .optional()
      .describe('Whether alerts that belong together are one request, as for a chat. Default: each alert alone.'),
  },
  check: (_, report, given) => {
    const needing = ['method', 'on', 'words', 'limits', 'group'].filter((key) => given.includes(key));
    if (!given.includes('body')) for (const key of needing) report([key], 'needs the key body beside it', 'key');
  },
  hasOpenAddress: 'without a token',
});
