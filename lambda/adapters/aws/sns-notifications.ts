/** Notifications to an SNS topic. */

import { setTimeout as sleep } from 'node:timers/promises';
import { PublishCommand, SNSClient, type SNSServiceException } from '@aws-sdk/client-sns';
import { type NotificationSink, UnansweredError, UnfitError } from '../../core/deliver/notification-sink';
import type { NoticeSink } from '../../core/deliver/receiver';
import type { ButtonTarget } from '../../core/message/forms/card-buttons';
import { noticeMessage } from '../../core/message/forms/notice-message';
import { type SnsMessage, snsMessageOf } from '../../core/message/forms/sns-message';
import { errorMessage } from '../../core/words/run-failure';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';
import { nameCalls } from './name-calls';

/** The pause before the second attempt, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Sends to the topic. Rejects unless SNS accepted the message within the limit of a call. If SNS refuses it for the moment,
 * it is sent once more. If SNS does not answer, it may have accepted the message: that rejects with an `UnansweredError`.
 * Cards have buttons if there is a `target`.
 */
export function createSnsNotifications(
  topicArn: string,
  environment: Environment,
  target: ButtonTarget | null = null,
): NotificationSink {
  const client = nameCalls(new SNSClient({ ...awsClientConfig(environment), maxAttempts: 1 }));
  const bounded = boundedCalls('sns:Publish');
  return async (notification) => {
    const command = publishCommand(topicArn, snsMessageOf(notification, target));
    try {
      await bounded(async (abortSignal) => {
        const publish = () => client.send(command, { abortSignal });
        await publish().catch(async (error: unknown) => {
          if (!isPassing(error)) throw error;
          await sleep(PAUSE_MS, undefined, { signal: abortSignal });
          await publish();
        });
      });
    } catch (error) {
      if (!wasRefused(error)) throw new UnansweredError(errorMessage(error));
      throw isUnfit(error) ? new UnfitError(errorMessage(error)) : error;
    }
  };
}

const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
/** The errors of a connection that stayed open after the last run, and that SNS has closed since. */
const CLOSED = ['ECONNRESET', 'EPIPE'];

/** Whether SNS certainly did not accept a message: it refused it, or the connection was never made. */
function wasRefused(error: unknown): boolean {
  return statusOf(error) >= 400 || NOT_CONNECTED.includes(codeOf(error));
}

/**
 * Whether SNS refuses this message but may accept another. Source: Amazon SNS, "Publish", errors: `InvalidParameter`: "Indicates
 * that a request parameter does not comply with the associated constraints", and `InvalidParameterValue`.
 */
function isUnfit(error: unknown): boolean {
  return statusOf(error) === 400 && /^(InvalidParameter|ValidationError)/.test(String((error as Error).name));
}

/** Whether a failure may be over in a moment. A late answer is not: SNS may have accepted the message, and would be slow again. */
function isPassing(error: unknown): boolean {
  if (statusOf(error) === 0 && [...NOT_CONNECTED, ...CLOSED].includes(codeOf(error))) return true;
  return statusOf(error) >= 500 || /throttl/i.test(String((error as Error).name));
}

function statusOf(error: unknown): number {
  return (error as Partial<SNSServiceException>).$metadata?.httpStatusCode ?? 0;
}

/** The system's code, such as ECONNRESET. The SDK keeps only the text of an error that it wraps. */
function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? /\bE[A-Z_]{4,}\b/.exec(errorMessage(error))?.[0] ?? '';
}

function publishCommand(topicArn: string, { subject, message, attributes }: SnsMessage): PublishCommand {
  return new PublishCommand({
    TopicArn: topicArn,
    Subject: subject,
    MessageStructure: 'json',
    Message: message,
    MessageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [
        name,
        typeof value === 'string'
          ? { DataType: 'String', StringValue: value }
          : { DataType: 'String.Array', StringValue: JSON.stringify(value) },
      ]),
    ),
  });
}

/**
 * Sends notices to all topics. Rejects unless SNS accepted the message for each of them. The message has no attributes, like the
 * messages of alarms: no filter lets it through, and people who filter alerts get it from the other topic. The client is made when it
 * is first needed.
 */
export function createSnsNotices(topicArns: readonly string[], environment: Environment): NoticeSink {
  let client: SNSClient | undefined;
  const bounded = boundedCalls('sns:Publish');
  return async (notice) => {
    client ??= nameCalls(new SNSClient(awsClientConfig(environment)));
    const sns = client;
    const { subject: Subject, message: Message } = noticeMessage(notice);
    const publish = (TopicArn: string) =>
      bounded((abortSignal) =>
        sns.send(new PublishCommand({ TopicArn, Subject, Message, MessageStructure: 'json' }), { abortSignal }),
      );
    await Promise.all([...new Set(topicArns)].map(publish));
  };
}
