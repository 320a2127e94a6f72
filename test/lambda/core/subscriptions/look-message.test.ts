/** What the daily look says: to people by mail and chat, to programs as a document. */

import { expectedSubscriptions } from '../../../../lambda/core/subscriptions/expected';
import { lookMessage } from '../../../../lambda/core/subscriptions/look-message';
import type { LostAddress } from '../../../../lambda/core/subscriptions/lost-addresses';
import { subscribeCommand } from '../../../../lambda/core/subscriptions/subscribe-command';

const ALL = { services: null, events: null, severities: null, checker: true };
const TOPICS = { alerts: 'arn:aws:sns:eu-central-1:1:alerts', checkerAlarms: 'arn:aws:sns:eu-central-1:1:checker' };

const [alerts, alarms] = expectedSubscriptions([{ ...ALL, email: 'some@a.test', services: ['s1'] }]).map(
  (each): LostAddress => ({ ...each, loss: 'gone' }),
) as [LostAddress, LostAddress];

function said(lost: readonly LostAddress[], runbook: string | null = 'https://wiki.internal/runbook') {
  const context = { deployment: 'shop', runbook, topicArns: TOPICS, now: Date.parse('2026-11-22T06:00:12Z') };
  const { subject, message } = lookMessage(lost, context);
  const { default: document, email, https } = JSON.parse(message);
  return { subject, document: JSON.parse(document), email, card: JSON.parse(https) };
}

it('names the address, what it does not get, and the command for each topic', () => {
  const { subject, email, card } = said([alerts, alarms]);
  expect(subject).toBe("[CAN'T NOTIFY] some@a.test is not notified by shop");
  const line =
    'some@a.test is gone (unsubscribed, or deleted because nobody confirmed it): it does not get alerts and the alarms about the checker';
  expect(email).toContain(`some@a.test is not notified by shop.\n\n${line}\n\n`);
  for (const each of [alerts, alarms]) expect(email).toContain(subscribeCommand(each, TOPICS[each.topic]));
  expect(email).toContain('\n\nRunbook: https://wiki.internal/runbook#notifications-not-delivered\n\n');
  expect(card.content).toMatchObject({ title: `:warning: some@a.test is not notified by shop`, description: line });
  expect(card).toMatchObject({ version: '1.0', source: 'custom', metadata: { threadId: 'shop/addresses' } });
});

it('has a document for programs', () => {
  expect(said([{ ...alerts, loss: 'pending' }]).document).toEqual({
    schema: 'statuswatch.addresses/1',
    deployment: 'shop',
    at: '2026-11-22T06:00:12.000Z',
    addresses: [{ email: 'some@a.test', topic: 'alerts', state: 'pending' }],
  });
});

it('counts addresses in the subject if they are several, and lists no more than twenty', () => {
  const lost = Array.from({ length: 25 }, (_, index) => ({ ...alerts, email: `a${index}@a.test` }));
  const { subject, email, card } = said(lost, null);
  expect(subject).toBe("[CAN'T NOTIFY] 25 addresses are not notified by shop");
  for (const text of [email, card.content.description]) {
    expect(text).toContain('a19@a.test is gone');
    expect(text).not.toContain('a20@a.test');
    expect(text).toContain('and 5 more');
  }
  expect(email).not.toContain('Runbook');
});

// Amazon SNS API reference, "Publish", Subject: "Constraints: Subjects must be ASCII text that begins with a letter, number, or
// punctuation mark; must not include line breaks or control characters; and must be less than 100 characters long."
it('has a subject that SNS takes, whatever the address is', () => {
  const { subject } = said([{ ...alerts, email: `${'ü'.repeat(20)}${'n'.repeat(200)}@a.test` }]);
  expect(subject).toMatch(/^[\x20-\x7e]{1,99}$/);
});
