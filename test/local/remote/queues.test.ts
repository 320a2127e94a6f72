/** Failed calls to SQS, against servers on this machine. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AwsAccess } from '../../../local/remote/open-aws';
import { queueApis } from '../../../local/remote/queues';

const ACCESS = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example', sessionToken: 'session-of-a-person' },
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_000 },
} as unknown as AwsAccess;

const servers: Server[] = [];
afterEach(() => {
  delete process.env.AWS_ENDPOINT_URL_SQS;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const failureAt = async (endpoint: string) => {
  process.env.AWS_ENDPOINT_URL_SQS = endpoint;
  return queueApis(ACCESS)
    .listQueues('shop-verify-')
    .catch((error: unknown) => error);
};

it('does not follow redirects, which could leak the session token', async () => {
  const seen: unknown[] = [];
  const elsewhere = await served((request, response) => {
    seen.push(request.headers);
    response.end('{}');
  });
  const endpoint = await served((_, response) => response.writeHead(307, { location: elsewhere }).end());
  expect(await failureAt(endpoint)).toMatchObject({ name: 'Http307', message: 'sqs:ListQueues: Http307' });
  expect(seen).toEqual([]);
});

it('is reported with the message of the API, or why there is no answer', async () => {
  const body = JSON.stringify({ __type: 'com.amazonaws.sqs#RequestThrottled', message: 'Rate exceeded' });
  const endpoint = await served((_, response) => response.writeHead(400).end(body));
  expect(await failureAt(endpoint)).toMatchObject({
    name: 'RequestThrottled',
    message: 'sqs:ListQueues: Rate exceeded',
    $metadata: { httpStatusCode: 400 },
  });
  expect(await failureAt('http://127.0.0.1:1/')).toMatchObject({
    message: expect.stringMatching(/^sqs:ListQueues: no answer \(/),
    $metadata: {},
  });
});
