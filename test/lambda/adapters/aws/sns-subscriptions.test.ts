/** The subscriptions of the two topics, and a message to all of them. */

import { createSnsSubscriptions } from '../../../../lambda/adapters/aws/sns-subscriptions';
import { expectedSubscriptions } from '../../../../lambda/core/deliver/subscriptions/expected';
import { type AwsStub, startAwsStub } from '../../../support/aws/aws-stub';
import { awsEnvironment, pointAwsTo } from '../../../support/aws/moto';

const TOPICS = { alerts: 'arn:aws:sns:us-east-1:1:alerts', checkerAlarms: 'arn:aws:sns:us-east-1:1:checker' };
const { signal } = new AbortController();

let stub: AwsStub;
const PAGES: Readonly<Record<string, object>> = {
  '': { Subscriptions: member('a@a.test', 'PendingConfirmation'), NextToken: 'more' },
  more: { Subscriptions: member('b@a.test', 'arn:aws:sns:us-east-1:1:alerts:1') },
};

function member(endpoint: string, arn: string): string {
  return `<member><Protocol>email</Protocol><Endpoint>${endpoint}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member>`;
}

beforeAll(async () => {
  stub = await startAwsStub(({ action, body }) => {
    const token = new URLSearchParams(body).get('NextToken') ?? '';
    return { json: action === 'ListSubscriptionsByTopic' ? (PAGES[token] ?? {}) : {} };
  });
  pointAwsTo(stub.url());
});
afterAll(() => stub.stop());

const open = () =>
  createSnsSubscriptions({ deployment: 'shop', runbook: null, topicArns: TOPICS }, awsEnvironment(stub.url()));

// Amazon SNS API reference, "ListSubscriptionsByTopic": "Each call returns a limited list of subscriptions, up to 100. If there are
// more subscriptions, a NextToken is also returned."
it('are listed page by page', async () => {
  expect(await open().list('alerts', signal)).toEqual([
    { protocol: 'email', endpoint: 'a@a.test', arn: 'PendingConfirmation' },
    { protocol: 'email', endpoint: 'b@a.test', arn: 'arn:aws:sns:us-east-1:1:alerts:1' },
  ]);
});

it('a fault of one goes out on both topics, without attributes', async () => {
  const [lost] = expectedSubscriptions([
    { email: 'a@a.test', services: null, events: null, severities: null, checker: true },
  ]);
  const before = stub.calls.length;
  await open().notify(lost ? [{ ...lost, state: 'gone' }] : [], Date.now(), signal);
  const sent = stub.calls.slice(before).map(({ body }) => new URLSearchParams(body));
  expect(sent.map((each) => each.get('TopicArn')).sort()).toEqual(Object.values(TOPICS).sort());
  for (const each of sent) {
    expect([...each.keys()].filter((key) => key.startsWith('MessageAttributes'))).toEqual([]);
    expect(Object.keys(JSON.parse(each.get('Message') ?? ''))).toEqual(['default', 'email', 'https']);
  }
});
