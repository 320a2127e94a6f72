/** The notice that a receiver refuses alerts: its documents. `golden.test.ts` has its mails. */

import fc from 'fast-check';
import { noticeContent, noticeDocument } from '../../../../../lambda/core/message/forms/notice-content';
import { noticeMessage } from '../../../../../lambda/core/message/forms/notice-message';
import { noticeId, type ReceiverNotice } from '../../../../../lambda/core/message/receiver-notice';
import { RECEIVER_FORMS } from '../../../../../lambda/receivers/receivers';
import { DANGEROUS, hostileText } from '../../../../support/core/alerts';
import { REFUSED } from '../../../../support/core/receiver-notices';
import { runs } from '../../../../support/jest/lane';

const OPENED: ReceiverNotice = {
  ...REFUSED,
  links: {
    dashboard: 'https://dashboard.internal/',
    logs: 'https://logs.internal/',
    runbook: 'https://wiki.internal/book',
  },
};
const RESOLVED: ReceiverNotice = { ...OPENED, event: 'resolved', at: Date.parse('2026-03-01T14:14:00.000Z') };
const SETTINGS = { url: 'https://receiver.internal/', routingKey: '0'.repeat(32), topic: 'topic' };
const bodyOf = (kind: keyof typeof RECEIVER_FORMS, notice: ReceiverNotice) =>
  JSON.parse(RECEIVER_FORMS[kind].noticeOf(notice, SETTINGS, 0).body);

it('is a card of its own thread', () => {
  const [card, end] = [OPENED, RESOLVED].map((one) => JSON.parse(JSON.parse(noticeMessage(one).message).https));
  expect(card).toMatchObject({
    id: 'shop/receivers/pager/20260301T120200.000Z/opened',
    content: { title: ':warning: pager has not accepted alerts for 1 h' },
    metadata: { threadId: 'shop/receivers/pager/20260301T120200.000Z', eventType: 'opened' },
  });
  expect(end.metadata.threadId).toBe(card.metadata.threadId);
  expect(end.content.title).toMatch(/^:large_green_circle: pager accepts alerts again/);
});

it('is this document for programs, in SNS as in a webhook', () => {
  const document = {
    schema: 'statuswatch.receiver/1',
    id: 'shop/receivers/pager/20260301T120200.000Z/opened',
    threadId: 'shop/receivers/pager/20260301T120200.000Z',
    deployment: 'shop',
    event: 'opened',
    receiver: 'pager',
    since: '2026-03-01T12:02:00.000Z',
    at: '2026-03-01T13:02:00.000Z',
    durationSeconds: 3_600,
    message: 'refused with 401: wrong key',
    summary: 'pager has not accepted alerts for 1 h: refused with 401: wrong key',
    links: { ...OPENED.links, runbook: 'https://wiki.internal/book#receiver-away' },
  };
  expect(noticeDocument(OPENED)).toEqual(document);
  expect(bodyOf('webhook', OPENED)).toEqual(document);
  expect(JSON.parse(JSON.parse(noticeMessage(OPENED).message).default)).toEqual(document);
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const { signature } = RECEIVER_FORMS.webhook.noticeOf(OPENED, { ...SETTINGS, secret }, 0);
  expect(signature).toEqual({ id: noticeId(OPENED), secret });
});

it('is an event of its own for PagerDuty, which its end resolves', () => {
  const [event, end] = [OPENED, RESOLVED].map((one) => bodyOf('pagerduty', one));
  expect(event).toMatchObject({
    event_action: 'trigger',
    dedup_key: 'shop/receivers/pager/20260301T120200.000Z',
    payload: {
      summary: 'pager has not accepted alerts for 1 h: refused with 401: wrong key',
      source: 'shop',
      severity: 'critical',
      component: 'pager',
      class: 'receiver',
    },
    client_url: 'https://dashboard.internal/',
  });
  expect(end).toEqual({ routing_key: '0'.repeat(32), event_action: 'resolve', dedup_key: event.dedup_key });
});

it('is a card of its own color in Teams', () => {
  const [header, end] = [OPENED, RESOLVED].map((one) => bodyOf('teams', one).attachments[0].content.body[0]);
  expect(header).toMatchObject({
    style: 'attention',
    items: [{ inlines: [{ text: '⚠️ pager has not accepted alerts for 1 h' }] }],
  });
  expect(end).toMatchObject({ style: 'good' });
});

it('rings on a phone', () => {
  expect(bodyOf('ntfy', OPENED)).toMatchObject({ priority: 5, tags: ['warning'], topic: 'topic' });
  expect(bodyOf('ntfy', RESOLVED)).toMatchObject({ priority: 3, tags: ['white_check_mark'] });
});

it('is within the limits of a mail, whatever was answered', () => {
  fc.assert(
    fc.property(fc.constantFrom('opened' as const, 'resolved' as const), hostileText, (event, message) => {
      const notice = { ...OPENED, event, message };
      expect(noticeMessage(notice).subject).toMatch(/^[\x20-\x7e]{1,99}$/);
      const lines = noticeContent(notice)
        .facts.flat()
        .flatMap(([, texts]) => texts);
      for (const line of lines) expect(line).not.toMatch(DANGEROUS);
    }),
    { numRuns: runs(100) },
  );
});
