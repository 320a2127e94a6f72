/** The subscriptions of the two topics, as SNS lists them. */

import { createSubscriptionLister } from '../../../../lambda/adapters/aws/sns-subscriptions';
import { startAwsStub } from '../../../support/aws/aws-stub';
import { awsEnvironment, pointAwsTo } from '../../../support/aws/moto';

const TOPICS = { alerts: 'arn:aws:sns:us-east-1:1:alerts', checkerAlarms: 'arn:aws:sns:us-east-1:1:checker' };
const PAGES: Readonly<Record<string, object>> = {
  '': { Subscriptions: member('a@a.test', 'PendingConfirmation'), NextToken: 'more' },
  more: { Subscriptions: member('b@a.test', 'arn:aws:sns:us-east-1:1:alerts:1') },
};

function member(endpoint: string, arn: string): string {
  return `<member><Protocol>email</Protocol><Endpoint>${endpoint}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member>`;
}

// Amazon SNS API reference, "ListSubscriptionsByTopic": "Each call returns a limited list of subscriptions, up to 100. If there are
// more subscriptions, a NextToken is also returned."
it('are listed page by page, for each topic', async () => {
  const stub = await startAwsStub(({ body }) => {
    const query = new URLSearchParams(body);
    return { json: query.get('TopicArn') === TOPICS.alerts ? (PAGES[query.get('NextToken') ?? ''] ?? {}) : {} };
  });
  pointAwsTo(stub.url());
  expect(await createSubscriptionLister(TOPICS, awsEnvironment(stub.url()))()).toEqual({
    alerts: [
      { protocol: 'email', endpoint: 'a@a.test', arn: 'PendingConfirmation' },
      { protocol: 'email', endpoint: 'b@a.test', arn: 'arn:aws:sns:us-east-1:1:alerts:1' },
    ],
    checkerAlarms: [],
  });
  await stub.stop();
});
