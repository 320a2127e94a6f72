/** The card in the chat: the shape and the limits of its schema, and nothing in it that a service could misuse. */

import fc from 'fast-check';
import { chatCard } from '../../../../../lambda/core/message/forms/chat-card';
import { notificationOf } from '../../../../../lambda/core/message/notification';
import { EVENTS } from '../../../../../lambda/core/words/codes';
import { alertOn, DANGEROUS, hostileAlert, removalAlert, SERVICE } from '../../../../support/core/alerts';
import { runs } from '../../../../support/jest/lane';

const PAGE = 'https://status.internal/incidents/user-service/20260301T120200.000Z-1';

it('is this card', () => {
  expect(chatCard(notificationOf(alertOn('updated')))).toEqual({
    version: '1.0',
    source: 'custom',
    id: 'shop/user-service/20260301T120200.000Z-1/updated-1-unhealthy',
    content: {
      textType: 'client-markdown',
      title: ':large_orange_circle: user-service is still down: HTTP 503, was name not resolved',
      description: [
        'HTTP 503: it is http_503',
        '*Since* 12:02:00 UTC (4 min, 2 failed checks)',
        '*Last healthy at* 12:01:00 UTC, version 1.4.2, up 1 min, 257 of 512 MB',
      ].join('\n'),
      nextSteps: [
        expect.stringContaining('behind its load balancer?'),
        `<${PAGE}|Acknowledge or silence>`,
        '<https://wiki.internal/user|Runbook>',
        '<https://logs.internal/|Logs>',
        'Where: https://user.internal/status (production)',
      ],
      keywords: ['user-service', 'unhealthy', 'critical'],
    },
    metadata: {
      threadId: 'shop/user-service/20260301T120200.000Z-1',
      summary: 'user-service is still down after 4 min (before: name not resolved): it is http_503',
      eventType: 'updated',
      relatedResources: ['user-service'],
      additionalContext: { deployment: 'shop', reason: 'http_503' },
    },
  });
});

it('keeps all alerts of an incident in one thread, and each incident in its own', () => {
  const threads = EVENTS.map((event) => chatCard(notificationOf(alertOn(event))).metadata.threadId);
  expect(new Set(threads).size).toBe(1);
  expect(threads).not.toContain(chatCard(notificationOf(removalAlert({ deployment: 'other' }))).metadata.threadId);
});

it('gives no advice where it is over, and says when it may be a repetition', () => {
  expect(chatCard(notificationOf(alertOn('resolved'))).content.nextSteps).toEqual([
    `<${PAGE}|Incident>`,
    '<https://logs.internal/|Logs>',
    'Where: https://user.internal/status (production)',
  ]);
  expect(chatCard(notificationOf({ ...alertOn('opened'), possiblyRepeated: true })).content.description).toMatch(
    /^It is dns_failure\n_You may have been/,
  );
});

it('lets no address break out of its link, and makes none of what is no address', () => {
  const service = { ...SERVICE, runbook: 'https://wiki.internal/a|b><!channel>' };
  expect(chatCard(notificationOf(alertOn('opened', { service }))).content.nextSteps[2]).toBe(
    '<https://wiki.internal/a%7Cb%3E%3C!channel%3E|Runbook>',
  );
  const alert = alertOn('opened');
  const { nextSteps } = chatCard(
    notificationOf({ ...alert, links: { ...alert.links, runbook: 'docs/reference/runbook.md' } }),
  ).content;
  expect(nextSteps.slice(2, -1)).toEqual(['<https://logs.internal/|Logs>']);
});

it('keeps to the schema, without a link, a mention or markup of a service, whatever it sends', () => {
  fc.assert(
    fc.property(hostileAlert, (alert) => {
      const links = { dashboard: null, logs: null, runbook: null };
      const { content, metadata } = chatCard(
        notificationOf({ ...alert, service: { ...alert.service, url: 'URL' }, links, page: null }),
      );
      const shown = [content.title, content.description, ...content.nextSteps, metadata.summary];
      for (const text of shown) expect(text).not.toMatch(DANGEROUS);
      expect(content.description).not.toMatch(/[^\P{C}\n]/u);
      expect(content.description.replaceAll(/^\*[A-Z][a-z ]+:?\* /gm, '')).not.toMatch(/[*~]/);
      expect(content.title).not.toMatch(/\p{C}/u);
      expect(content.title.length).toBeLessThanOrEqual(250);
      expect(content.description.length).toBeLessThanOrEqual(8_000);
    }),
    { numRuns: runs(34) },
  );
});
