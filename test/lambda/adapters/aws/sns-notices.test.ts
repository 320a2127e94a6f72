/** Notices about a receiver, on SNS: everybody who gets the checker's alarms gets them once, even with a filter for alerts. */

import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { createSnsNotices } from '../../../../lambda/adapters/aws/sns-notifications';
import type { ReceiverNotice } from '../../../../lambda/core/message/receiver-notice';
import { subscribeInbox } from '../../../support/aws/inbox';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { NOW } from '../../../support/core/observations';

const NOTICE: ReceiverNotice = {
  event: 'opened',
  deployment: 'shop',
  about: { kind: 'receiver', id: 'pager' },
  since: NOW,
  at: NOW + 3_600_000,
  message: 'no',
  hasLeft: false,
  links: { dashboard: null, logs: null, runbook: null },
};

describeOnAws('a notice on SNS', (aws) => {
  beforeAll(() => pointAwsTo(aws().url));

  it('goes to both topics without attributes, so that no filter lets it through, and only once if both are the same', async () => {
    const sns = new SNSClient();
    const [alerts = '', alarms = ''] = await Promise.all(
      ['notice-alerts', 'notice-alarms'].map(
        async (Name) => (await sns.send(new CreateTopicCommand({ Name }))).TopicArn,
      ),
    );
    const all = await subscribeInbox(alerts, 'notice-all', { RawMessageDelivery: 'true' });
    const some = await subscribeInbox(alerts, 'notice-some', {
      RawMessageDelivery: 'true',
      FilterPolicy: '{"service": ["pay"]}',
    });
    const ofAlarms = await subscribeInbox(alarms, 'notice-of-alarms', { RawMessageDelivery: 'true' });
    await createSnsNotices([alerts, alarms], process.env)(NOTICE);
    const schemas = (bodies: readonly string[]) => bodies.map((body) => JSON.parse(body).schema);
    expect(schemas(await all.take())).toEqual(['statuswatch.receiver/1']);
    expect(await some.take()).toEqual([]);
    expect(schemas(await ofAlarms.take())).toEqual(['statuswatch.receiver/1']);
    await createSnsNotices([alerts, alerts], process.env)(NOTICE);
    expect(await all.take()).toHaveLength(1);
  });

  it('rejects if one of them refuses it', async () => {
    const gone = 'arn:aws:sns:us-east-1:123456789012:gone';
    await expect(createSnsNotices([gone], process.env)(NOTICE)).rejects.toThrow();
  });
});
