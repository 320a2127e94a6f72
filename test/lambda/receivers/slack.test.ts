/** A message to Slack's incoming webhook: its blocks and their limits, and nothing in it that a service could misuse. */

import fc from 'fast-check';
import { type Notification, notificationOf } from '../../../lambda/core/message/notification';
import { slack } from '../../../lambda/receivers/slack/form';
import { alertOn, SERVICE } from '../../support/core/alerts';
import { hostileNotification, notificationOfAll } from '../../support/core/receiver-requests';
import { runs } from '../../support/jest/lane';

interface Text {
  readonly text: string;
}
interface Block {
  readonly type: string;
  readonly text?: Text;
  readonly elements?: readonly Text[];
}

const URL = 'https://hooks.slack.com/services/T0/B0/x';
const bodyOf = (notification: Notification) => slack.requestOf(notification, { url: URL }, 0).body;
const blocksOf = (notification: Notification): readonly Block[] => JSON.parse(bodyOf(notification)).blocks;
const textsOf = (blocks: readonly Block[]) =>
  blocks.flatMap(({ text, elements = [] }) => [...(text ? [text] : []), ...elements]).map(({ text }) => text);

it('is this message', () => {
  expect(JSON.parse(bodyOf(notificationOf(alertOn('updated'))))).toEqual({
    text: ':large_orange_circle: user-service is still down: HTTP 503, was name not resolved',
    blocks: [
      {
        type: 'header',
        text: {
          type: 'plain_text',
          text: ':large_orange_circle: user-service is still down: HTTP 503, was name not resolved',
          emoji: true,
        },
      },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: [
            'HTTP 503: it is http_503',
            '*Since* 12:02:00 UTC (4 min, 2 failed checks)',
            '*Last healthy at* 12:01:00 UTC, version 1.4.2, up 1 min, 257 of 512 MB',
          ].join('\n'),
          verbatim: true,
        },
      },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: expect.stringMatching(
            /^\*Check first:\* .*\n<https:\/\/status\.internal\/incidents\/.*\|Acknowledge or silence> · <https:\/\/wiki\.internal\/user\|Runbook> · <https:\/\/logs\.internal\/\|Logs>\n\*Where:\* https:\/\/user\.internal\/status \(production\)$/,
          ),
          verbatim: true,
        },
      },
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: 'shop · critical · 2026-03-01 12:06:00 UTC', verbatim: true }],
      },
    ],
  });
});

it('escapes what Slack would read as its own signs, in addresses too', () => {
  const service = { ...SERVICE, runbook: 'https://wiki.internal/a|b><!channel>&c=1' };
  const message = 'R&D says <!channel> _now_ http_503';
  const texts = textsOf(blocksOf(notificationOf({ ...alertOn('updated', { service }), message })));
  expect(texts[1]).toContain('R&amp;D says ‹!channel› ＿now＿ http_503');
  expect(texts[2]).toContain('<https://wiki.internal/a%7Cb%3E%3C!channel%3E&amp;c=1|Runbook>');
});

it('has the facts of many services in as many sections as they need', () => {
  const alerts = Array.from({ length: 20 }, (_, index) => {
    const service = { ...SERVICE, id: `service-${'x'.repeat(50)}-${index}` };
    return { ...alertOn('opened', { service }), message: `${'&'.repeat(80)} ${index}` };
  });
  const texts = textsOf(blocksOf(notificationOfAll(alerts)));
  expect(texts.length).toBeGreaterThan(4);
  expect(texts.join('\n')).toContain('service-xxxx');
});

/** Slack, "Reference: blocks": "You can include up to 50 blocks in each message"; a section has at most 3,000 characters. */
it('has no link, mention or markup of a service, whatever it sends', () => {
  fc.assert(
    fc.property(hostileNotification(25), (notification) => {
      const body = bodyOf(notification);
      const texts = [JSON.parse(body).text, ...textsOf(JSON.parse(body).blocks)];
      expect(texts.join('').length).toBeLessThanOrEqual(12_000);
      for (const line of texts.flatMap((text) => text.split('\n'))) {
        const plain = line
          .replace(/<https:\/\/[^<>|]*\|(Runbook|Dashboard|Logs)>/g, '')
          .replace(/^\*[A-Z][a-z ]+:?\*/, '')
          .replace(/^_You may .*_$/, '')
          // Here a word was cut, such as `http_503`.
          .replace(/(?<=[\p{L}\p{N}])_…$/u, '');
        expect(plain).not.toMatch(/[<>*~`@]|&(?!amp;|lt;|gt;)|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u);
      }
    }),
    { numRuns: runs(34) },
  );
});
