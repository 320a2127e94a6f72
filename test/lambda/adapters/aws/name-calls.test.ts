/** The message of an AWS client's error: it names the call, without internals of the SDK. */

import type { RequestListener } from 'node:http';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { nameCalls } from '../../../../lambda/adapters/aws/name-calls';
import { closedPort, startHttp } from '../../../support/http/servers';

const CREDENTIALS = { accessKeyId: 'a', secretAccessKey: 'b' };

const answer =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body);
  };
const PAGE = answer(502, 'text/html', '<html><body>Bad Gateway</body></html>');
const NOTHING = answer(503, 'application/json', '');
const REFUSAL = answer(
  400,
  'application/x-amz-json-1.0',
  '{"__type":"com.amazonaws.dynamodb.v20120810#ValidationException","message":"The key is missing"}',
);

const CALLS = {
  'dynamodb:GetItem': (endpoint: string) =>
    nameCalls(new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials: CREDENTIALS, maxAttempts: 1 })).send(
      new GetItemCommand({ TableName: 'states', Key: { pk: { S: 'a' } } }),
    ),
  'sns:Publish': (endpoint: string) =>
    nameCalls(new SNSClient({ endpoint, region: 'eu-central-1', credentials: CREDENTIALS, maxAttempts: 1 })).send(
      new PublishCommand({ TopicArn: 'arn:aws:sns:eu-central-1:123456789012:alerts', Message: 'down' }),
    ),
  'lambda:Invoke': (endpoint: string) =>
    nameCalls(new LambdaClient({ endpoint, region: 'eu-central-1', credentials: CREDENTIALS, maxAttempts: 1 })).send(
      new InvokeCommand({ FunctionName: 'checker' }),
    ),
} as const;

async function messageOf(call: keyof typeof CALLS, listener: RequestListener): Promise<string> {
  const server = await startHttp(listener);
  try {
    return await CALLS[call](server.url()).then(
      () => 'no error',
      (error: Error) => error.message,
    );
  } finally {
    await server.stop();
  }
}

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('an error of %s', (call) => {
  it.each([
    ['a page in place of an answer', PAGE, 502],
    ['an empty answer', NOTHING, 503],
  ])('names the call and the HTTP status for %s', async (_, listener, status) => {
    const message = await messageOf(call, listener);
    expect(message).toMatch(new RegExp(`^${call}: .+ \\(HTTP ${status}\\)$`));
    expect(message).not.toMatch(/hidden field|\$response|Deserialization|Unknown/);
  });

  it('names the call if nothing answers', async () => {
    const message = await CALLS[call](`http://127.0.0.1:${await closedPort()}`).catch((error: Error) => error.message);
    expect(message).toMatch(new RegExp(`^${call}: .*ECONNREFUSED`));
  });
});

it('keeps the message of AWS', async () => {
  expect(await messageOf('dynamodb:GetItem', REFUSAL)).toBe('dynamodb:GetItem: The key is missing');
});
