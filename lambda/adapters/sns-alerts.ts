/** Alerts to an SNS topic, in the form that suits each protocol. */

import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { Alert } from '../core/alert';
import { alertAttributes, chatCard } from '../core/alert-card';
import { emailText, subjectOf } from '../core/alert-text';
import type { AlertSink } from '../core/ports';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';

/** Sends to the topic; rejects unless SNS has taken it within the limit of a call. */
export function createSnsAlerts(topicArn: string, environment: Environment): AlertSink {
  const client = new SNSClient(awsClientConfig(environment));
  const bounded = boundedCalls();
  return async (alert) => {
    await bounded((abortSignal) => client.send(publishCommand(topicArn, alert), { abortSignal }));
  };
}

function publishCommand(topicArn: string, alert: Alert): PublishCommand {
  const document = JSON.stringify(alert);
  const attributes = Object.entries(alertAttributes(alert)).map(([name, value]) => [
    name,
    { DataType: 'String', StringValue: value },
  ]);
  return new PublishCommand({
    TopicArn: topicArn,
    Subject: subjectOf(alert),
    MessageStructure: 'json',
    Message: JSON.stringify({
      default: document,
      sqs: document,
      lambda: document,
      email: emailText(alert),
      https: JSON.stringify(chatCard(alert)),
    }),
    MessageAttributes: Object.fromEntries(attributes),
  });
}
