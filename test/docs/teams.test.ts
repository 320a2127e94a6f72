/** docs/how-to/teams.md agrees with Microsoft's documentation: each sentence with its source, and our sentence. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notificationOf } from '../../lambda/core/message/notification';
import { teams } from '../../lambda/receivers/teams/form';
import { alertOn } from '../support/core/alerts';

const PAGE = readFileSync(join(__dirname, '../../docs/how-to/teams.md'), 'utf8').replace(/\s+/g, ' ');

/** Microsoft Learn, "Microsoft Teams - Connectors" (learn.microsoft.com/connectors/teams), of 2026-05-09. */
const CONNECTOR = 'the connector reference';
/** Microsoft Learn, "Create and send messages" (microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using). */
const MESSAGES = 'the page about webhooks';
/** Microsoft Learn, "Use asynchronous responses" (power-automate/guidance/coding-guidelines/asychronous-flow-pattern). */
const FLOWS = 'the guide to flows';

it.each([
  [
    MESSAGES,
    "Workflows app can't post in private channels as a flow bot. However, it can post on behalf of a user.",
    "**Private channels do not work:** the Workflows bot can't post there.",
  ],
  [
    CONNECTOR,
    'The Flow Bot poster option is available only in commercial tenants. It is not supported in Government Cloud (GCC/GCCH/DoD) tenants.',
    "In government clouds (GCC, GCC High, DoD) the bot can't post at all",
  ],
  [
    CONNECTOR,
    'If you select the "Any user in my tenant" or "Specific users in my tenant" authentication option, you will need to pass an authentication token in requests',
    '"Anyone" has to be allowed to trigger it',
  ],
  [
    FLOWS,
    "It indicates that the flow accepted the request for processing, but the processing isn't complete.",
    '**A workflow answers 202 before it posts.**',
  ],
  [
    MESSAGES,
    'Workflows are linked only to specific users (referred to as owners of the workflow) and not to a Teams team or channel. Workflows can become orphan flows in the absence of an owner if no co-owners assigned.',
    'It stops when the account of its owner is removed: add a second owner.',
  ],
  [
    CONNECTOR,
    'Non-Get requests per connection (for List chats, Post a feed notification, Post an Adaptive Card as Flow bot, and any other Flow bot operations) | 25 | 300 seconds',
    'The bot posts at most 25 messages in five minutes.',
  ],
  [
    CONNECTOR,
    'When an action posts a message, the message size limit is approximately 28 KB.',
    'A card is at most 14 kB, because Teams takes about 28 kB',
  ],
])('agrees with %s: %s', (_source, _sentence, said) => {
  expect(PAGE).toContain(said);
});

/** The connector reference, "When a Teams webhook request is received": "Request Body Schema" and its example. */
it('the request has everything that the trigger requires', () => {
  const { attachments, ...message } = JSON.parse(
    teams.requestOf(notificationOf(alertOn('opened')), { url: '' }, 0).body,
  );
  // "Value should always be "message"", "… "application/vnd.microsoft.card.adaptive"", "… null"; the cards of its example are of version 1.2.
  expect(message).toEqual({ type: 'message' });
  expect(attachments).toEqual([
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: expect.objectContaining({ type: 'AdaptiveCard', version: '1.2' }),
    },
  ]);
});
