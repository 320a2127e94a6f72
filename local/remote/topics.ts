/** The topics of a deployment: who is subscribed, and who may publish. */

import { GetTopicAttributesCommand, paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import type { ListedSubscription } from '../../lambda/core/deliver/subscriptions/address-faults';
import type { Apis } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

export function topicReader(access: AwsAccess): Pick<Apis, 'listSubscriptions' | 'readPolicy'> {
  const client = nameCalls(new SNSClient(access));
  return {
    listSubscriptions: async (TopicArn) => {
      const listed: ListedSubscription[] = [];
      for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn })) {
        for (const { Protocol = '', Endpoint = '', SubscriptionArn = '' } of Subscriptions) {
          listed.push({ protocol: Protocol, endpoint: Endpoint, arn: SubscriptionArn });
        }
      }
      return listed;
    },
    readPolicy: async (TopicArn) => {
      const { Attributes } = await client.send(new GetTopicAttributesCommand({ TopicArn }));
      return Attributes?.Policy ?? '{}';
    },
  };
}
