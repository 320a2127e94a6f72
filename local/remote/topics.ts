/** The topics of a deployment: who is subscribed, and who may publish. */

import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { listSubscriptions } from '../../lambda/adapters/aws/sns-subscriptions';
import type { Apis } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

export function topicReader(access: AwsAccess): Pick<Apis, 'listSubscriptions' | 'readPolicy'> {
  const client = nameCalls(new SNSClient(access));
  return {
    listSubscriptions: (topicArn) => listSubscriptions(client, topicArn),
    readPolicy: async (TopicArn) => {
      const { Attributes } = await client.send(new GetTopicAttributesCommand({ TopicArn }));
      return Attributes?.Policy ?? '{}';
    },
  };
}
