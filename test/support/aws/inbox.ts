/** A queue of the emulated AWS that is subscribed to a topic: what people would have got, in the order of its arrival. */

import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Alert } from '../../../lambda/core/message/alert';
import type { GroupDocument } from '../../../lambda/core/message/forms/notification-document';

export interface Inbox {
  /** The bodies of all that has arrived since the last look. */
  take(): Promise<string[]>;
}

/** `attributes` are those of the subscription: `RawMessageDelivery`, `FilterPolicy`. */
export async function subscribeInbox(
  topicArn: string,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<Inbox> {
  const sqs = new SQSClient();
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const queue = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
  const subscription = { TopicArn: topicArn, Protocol: 'sqs', Endpoint: queue.Attributes?.QueueArn };
  await new SNSClient().send(new SubscribeCommand({ ...subscription, Attributes: attributes }));
  const batch = async (): Promise<string[]> => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    if (Messages.length === 0) return [];
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    return Messages.map(({ Body = '' }) => Body);
  };
  return {
    take: async () => {
      const bodies: string[] = [];
      for (let next = await batch(); next.length > 0; next = await batch()) bodies.push(...next);
      return bodies;
    },
  };
}

/** The alerts that a queue without raw delivery was sent in `body`. */
export function alertsIn(body: string): readonly Alert[] {
  return alertsOf((JSON.parse(body) as { Message: string }).Message);
}

/** The alerts of a notification's document for programs. */
export function alertsOf(text: string): readonly Alert[] {
  const document = JSON.parse(text) as Alert | GroupDocument;
  if (!('alerts' in document)) return [document];
  return document.alerts.map((alert) => ({ ...document.shared, ...alert }) as Alert);
}
