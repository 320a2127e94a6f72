/** Alerts to an SNS topic, in the form that suits each protocol. */

import { setTimeout as sleep } from 'node:timers/promises';
import { PublishCommand, SNSClient, type SNSServiceException } from '@aws-sdk/client-sns';
import type { Alert } from '../core/message/alert';
import { alertAttributes, chatCard } from '../core/message/alert-card';
import { emailText, subjectOf } from '../core/message/alert-text';
import { type AlertSink, UnansweredError } from '../core/state/alert-sink';
import { messageOf } from '../core/words/run-failure';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';

/** The pause before the second attempt, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Sends to the topic; rejects unless SNS has taken it within the limit of a call. What SNS refuses for the moment is sent
 * once more. What it leaves unanswered is not, since SNS may have taken it: that rejects with an `UnansweredError`.
 */
export function createSnsAlerts(topicArn: string, environment: Environment): AlertSink {
  const client = new SNSClient({ ...awsClientConfig(environment), maxAttempts: 1 });
  const bounded = boundedCalls();
  return async (alert) => {
    const command = publishCommand(topicArn, alert);
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
      throw wasRefused(error) ? error : new UnansweredError(messageOf(error));
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
