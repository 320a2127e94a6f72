/** What the daily look says: to people by mail and chat, to programs as a document. */

import { addressCommand } from '../../../../../lambda/core/deliver/subscriptions/address-commands';
import type { AddressFault, LostAddress } from '../../../../../lambda/core/deliver/subscriptions/address-faults';
import { expectedSubscriptions } from '../../../../../lambda/core/deliver/subscriptions/expected';
import { lookMessage } from '../../../../../lambda/core/deliver/subscriptions/look-message';

const ALL = { services: null, events: null, severities: null, checker: true };
const TOPICS = { alerts: 'arn:aws:sns:eu-central-1:1:alerts', checkerAlarms: 'arn:aws:sns:eu-central-1:1:checker' };

const [alerts, alarms] = expectedSubscriptions([{ ...ALL, email: 'some@a.test', services: ['s1'] }]).map(
  (each): LostAddress => ({ ...each, state: 'gone' }),
) as [LostAddress, LostAddress];

function formsOf(faults: readonly AddressFault[], runbook: string | null = 'https://wiki.internal/runbook') {
  const context = { deployment: 'shop', runbook, topicArns: TOPICS, now: Date.parse('2026-11-22T06:00:12Z') };
  const { subject, message } = lookMessage(faults, context);
  const { default: document, email, https } = JSON.parse(message);
  return { subject, document: JSON.parse(document), email, card: JSON.parse(https) };
}

it('names the address, what it does not get, and the command for each topic', () => {
  const pending = [alerts, alarms].map((each) => ({ ...each, state: 'pending' }) as const);
  const { subject, email, card } = formsOf(pending);
  expect(subject).toBe("[CAN'T NOTIFY] some@a.test is not notified by shop");
  const line =
    'some@a.test is pending (not confirmed; SNS deletes what is not confirmed within two days): it does not get alerts and the alarms about the checker';
  expect(email).toContain(`some@a.test is not notified by shop.\n\n${line}\n\n`);
  for (const each of pending) expect(email).toContain(`\n\n${addressCommand(each, TOPICS[each.topic])}\n\n`);
  expect(email).not.toContain('--revert-drift');
  expect(email).toContain('\n\nRunbook: https://wiki.internal/runbook#notifications-not-delivered\n\n');
  expect(card.content).toMatchObject({ title: `:warning: some@a.test is not notified by shop`, description: line });
  expect(card).toMatchObject({ version: '1.0', source: 'custom', metadata: { threadId: 'shop/addresses' } });
});

// A subscription made by hand is none of CloudFormation's: it would not follow the config.
it('sends whoever reads that an address is gone to the stack, not to SNS', () => {
  const { email } = formsOf([alerts, alarms]);
  expect(email).toContain('Run "npx cdk deploy --revert-drift"');
  expect(email).not.toContain('aws sns');
});

const FORMER: AddressFault = {
  state: 'unexpected',
  topic: 'alerts',
  email: '<!channel>former@a.test',
  arn: `${TOPICS.alerts}:1`,
};

it('names an address that the config does not, and how it is unsubscribed; it mentions nobody in a chat', () => {
  const { subject, email, card, document } = formsOf([FORMER, { ...FORMER, topic: 'checkerAlarms' }]);
  expect(subject).toBe('[NOT IN THE CONFIG] <!channel>former@a.test is notified by shop');
  expect(email).toContain(
    '<!channel>former@a.test is not in the config: it gets alerts and the alarms about the checker',
  );
  expect(email).toContain(`\n\n${addressCommand(FORMER, TOPICS.alerts)}\n\n`);
  expect(JSON.stringify(card)).not.toMatch(/[<>]!?channel|@/);
  expect(document.addresses[0]).toEqual({ email: '<!channel>former@a.test', topic: 'alerts', state: 'unexpected' });
});

it('leads with what is lost if there is both', () => {
  const { subject, email } = formsOf([alerts, FORMER]);
  expect(subject).toBe("[CAN'T NOTIFY] some@a.test is not notified by shop");
  expect(email).toContain('former@a.test is not in the config');
});

it('has a document for programs', () => {
  expect(formsOf([{ ...alerts, state: 'pending' }]).document).toEqual({
    schema: 'statuswatch.addresses/1',
    deployment: 'shop',
    at: '2026-11-22T06:00:12.000Z',
    addresses: [{ email: 'some@a.test', topic: 'alerts', state: 'pending' }],
  });
});

it('counts addresses in the subject if they are several, and lists no more than twenty', () => {
  const lost = Array.from({ length: 25 }, (_, index) => ({ ...alerts, email: `a${index}@a.test` }));
  const { subject, email, card } = formsOf(lost, null);
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
  const { subject } = formsOf([{ ...alerts, email: `${'ü'.repeat(20)}${'n'.repeat(200)}@a.test` }]);
  expect(subject).toMatch(/^[\x20-\x7e]{1,99}$/);
});
