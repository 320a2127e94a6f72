/** Queues in SQS. It signs its requests itself: the client of this API would be another dependency for four calls. */

import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { isJsonObject, type JsonObject, parseText } from '../../lambda/core/words/json';
import { partitionOf } from '../doctor/policy';
import type { Queue, VerifyApis } from '../verify/verify-apis';
import type { AwsAccess } from './open-aws';

/** The seconds that SQS waits for a message, and that a received message stays hidden: longer than the queue exists. */
const WAIT_S = 5;
const HIDDEN_S = 43_200;
const MOST_MESSAGES = 10;
/** Messages expire after an hour, in case the queue is never removed. */
const KEPT_S = 3_600;

type QueueApis = Pick<VerifyApis, 'createQueue' | 'receive' | 'listQueues' | 'deleteQueue'>;

/** Source: Amazon SQS developer guide, "Making query API requests using AWS JSON protocol in Amazon SQS". */
export function queueApis(access: AwsAccess): QueueApis {
  const call = jsonCaller(access);
  return {
    createQueue: async (QueueName, topicArn) => {
      const arn = queueArnBeside(topicArn, QueueName);
      const Attributes = {
        MessageRetentionPeriod: String(KEPT_S),
        VisibilityTimeout: String(HIDDEN_S),
        Policy: JSON.stringify(policyFor(arn, topicArn)),
      };
      const { QueueUrl } = await call('CreateQueue', { QueueName, Attributes });
      return { url: String(QueueUrl), arn };
    },
    receive: async ({ url: QueueUrl }, interrupted) => {
      const asked = { QueueUrl, MaxNumberOfMessages: MOST_MESSAGES, WaitTimeSeconds: WAIT_S };
      const answer = await call('ReceiveMessage', asked, interrupted).catch((error: unknown) => {
        if (interrupted.aborted) return {} as JsonObject;
        throw error;
      });
      return listIn(answer.Messages).flatMap((message) =>
        isJsonObject(message) && typeof message.Body === 'string' ? [message.Body] : [],
      );
    },
    // Source: Amazon SQS API reference, "ListQueues": "The response includes a maximum of 1,000 results."
    listQueues: async (QueueNamePrefix) => {
      const { QueueUrls } = await call('ListQueues', { QueueNamePrefix });
      return listIn(QueueUrls).flatMap((url): readonly Queue[] =>
        typeof url === 'string' ? [queueAt(url, access.region)] : [],
      );
    },
    deleteQueue: async ({ url: QueueUrl }) => {
      await call('DeleteQueue', { QueueUrl });
    },
  };
}

/** A queue in the account and region of a topic. */
function queueArnBeside(topicArn: string, name: string): string {
  const [arn, partition, , region, account] = topicArn.split(':');
  return [arn, partition, 'sqs', region, account, name].join(':');
}

/** The address of a queue ends in the account and the name. */
function queueAt(url: string, region: string): Queue {
  const [account = '', name = ''] = new URL(url).pathname.split('/').filter(Boolean).slice(-2);
  return { url, arn: `arn:${partitionOf(region)}:sqs:${region}:${account}:${name}` };
}

/** Source: Amazon SNS developer guide, "Subscribing an Amazon SQS queue to an Amazon SNS topic". */
function policyFor(queueArn: string, topicArn: string) {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: queueArn,
        Condition: { ArnEquals: { 'aws:SourceArn': topicArn } },
      },
    ],
  };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

type Call = (action: string, input: object, interrupted?: AbortSignal) => Promise<JsonObject>;

function jsonCaller({ region, credentials, requestHandler }: AwsAccess): Call {
  const { AWS_ENDPOINT_URL_SQS, AWS_ENDPOINT_URL } = process.env;
  const suffix = partitionOf(region) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL('/', AWS_ENDPOINT_URL_SQS ?? AWS_ENDPOINT_URL ?? `https://sqs.${region}.${suffix}`);
  const signer = new SignatureV4({ service: 'sqs', region, credentials, sha256: Sha256 });
  return async (action, input, interrupted) => {
    const body = JSON.stringify(input);
    const { protocol, hostname, host, pathname: path } = url;
    const headers = { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` };
    const signed = await signer.sign({ method: 'POST', protocol, hostname, path, headers, body });
    const { host: _, ...sent } = signed.headers;
    const timeout = AbortSignal.timeout(requestHandler.requestTimeout + WAIT_S * 1_000);
    const signal = interrupted === undefined ? timeout : AbortSignal.any([timeout, interrupted]);
    // Another address would get the token of the session with a redirect.
    const init = { method: 'POST', headers: sent, body, signal, redirect: 'manual' } as const;
    const response = await fetch(url, init).catch((error: unknown) => {
      throw errorOf(action, 'NoAnswer', `no answer (${failureIn(error)})`, {});
    });
    const text = await response.text();
    const answer = parseText(text);
    if (response.ok) return isJsonObject(answer) ? answer : {};
    const { status: httpStatusCode } = response;
    const { __type: type = `Http${httpStatusCode}`, message } = isJsonObject(answer) ? answer : {};
    const name = String(type).replace(/^.*#/, '');
    throw errorOf(action, name, typeof message === 'string' ? message : name, { httpStatusCode });
  };
}

/** The code of the system, which is behind the error of `fetch`. */
function failureIn(error: unknown): string {
  const { cause, name } = Object(error) as { cause?: { code?: string }; name?: string };
  return cause?.code ?? name ?? String(error);
}

/** An error as those of the SDK are, with the name that the API gives it, such as `AccessDeniedException`. */
function errorOf(action: string, name: string, why: string, $metadata: object): Error {
  return Object.assign(new Error(`sqs:${action}: ${why}`), { name, $metadata });
}
