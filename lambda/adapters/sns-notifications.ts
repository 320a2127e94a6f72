/** Notifications to an SNS topic. */

import { setTimeout as sleep } from 'node:timers/promises';
import { PublishCommand, SNSClient, type SNSServiceException } from '@aws-sdk/client-sns';
import { type NotificationSink, UnansweredError, UnfitError } from '../core/deliver/notification-sink';
import { snsMessageOf } from '../core/forms/sns-message';
import type { Notification } from '../core/message/notification';
import { messageOf } from '../core/words/run-failure';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';

/** The pause before the second attempt, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Sends to the topic; rejects unless SNS has taken it within the limit of a call. What SNS refuses for the moment is sent
 * once more. What it leaves unanswered is not, since SNS may have taken it: that rejects with an `UnansweredError`.
 */
export function createSnsNotifications(topicArn: string, environment: Environment): NotificationSink {
  const client = new SNSClient({ ...awsClientConfig(environment), maxAttempts: 1 });
  const bounded = boundedCalls();
  return async (notification) => {
    const command = publishCommand(topicArn, notification);
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
      if (!wasRefused(error)) throw new UnansweredError(messageOf(error));
      throw isUnfit(error) ? new UnfitError(messageOf(error)) : error;
    }
  };
}

const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
/** So ends a connection that was kept open from the run before, and that SNS has closed meanwhile. */
const CLOSED = ['ECONNRESET', 'EPIPE'];

/** Whether SNS has not taken a message for certain: it said so, or the connection was never made. */
function wasRefused(error: unknown): boolean {
  return statusOf(error) >= 400 || NOT_CONNECTED.includes(codeOf(error));
}

/**
 * Whether another message may be taken. Source: Amazon SNS, "Publish", errors: `InvalidParameter`: "Indicates that a request
 * parameter does not comply with the associated constraints", and `InvalidParameterValue`.
 */
function isUnfit(error: unknown): boolean {
  return statusOf(error) === 400 && /^(InvalidParameter|ValidationError)/.test(String((error as Error).name));
}

/** A failure that may be over in a moment. A late answer is none: the message may have been taken, and will be slow again. */
function isPassing(error: unknown): boolean {
  if (statusOf(error) === 0 && [...NOT_CONNECTED, ...CLOSED].includes(codeOf(error))) return true;
  return statusOf(error) >= 500 || /throttl/i.test(String((error as Error).name));
}

function statusOf(error: unknown): number {
  return (error as Partial<SNSServiceException>).$metadata?.httpStatusCode ?? 0;
}

/** The system's code, such as ECONNRESET. Of an error that it wraps, the SDK keeps no more than the text. */
function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? /\bE[A-Z_]{4,}\b/.exec(messageOf(error))?.[0] ?? '';
}

function publishCommand(topicArn: string, notification: Notification): PublishCommand {
  const { subject, message, attributes } = snsMessageOf(notification);
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
