/** What is said of a receiver to everybody who gets the alarms about the checker. */

import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { NoticeSink } from '../../core/deliver/receiver';
import { noticeMessage } from '../../core/message/forms/notice-message';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';

/**
 * The message has no attributes, as those of alarms have none: no filter lets it through, and who filters alerts gets it by the other
 * topic. Rejects unless SNS has taken it for all topics. The client is made when it is first needed.
 */
export function createSnsNotices(topicArns: readonly string[], environment: Environment): NoticeSink {
  let client: SNSClient | undefined;
  const bounded = boundedCalls();
  return async (notice) => {
    client ??= new SNSClient(awsClientConfig(environment));
    const sns = client;
    const { subject: Subject, message: Message } = noticeMessage(notice);
    const publish = (TopicArn: string) =>
      bounded((abortSignal) =>
        sns.send(new PublishCommand({ TopicArn, Subject, Message, MessageStructure: 'json' }), { abortSignal }),
      );
    await Promise.all([...new Set(topicArns)].map(publish));
  };
}
