/** The invocation of a deployed checker: its answer, and a helpful message for everything that can fail. */

import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { UserError } from '../../../local/input/user-error';
import { invokeChecker } from '../../../local/remote/invoke-checker';
import { awsEnvironment, pointAwsTo } from '../../support/aws/moto';
import { type RunningServer, startHttp } from '../../support/http/servers';

let lambda: RunningServer;
let answer: (response: ServerResponse) => void;
let calls: { readonly url: string | undefined; readonly body: string }[] = [];

beforeAll(async () => {
  lambda = await startHttp(async (request, response) => {
    calls.push({ url: request.url, body: await text(request) });
    answer(response);
  });
});
beforeEach(() => {
  calls = [];
  pointAwsTo(lambda.url());
});
afterAll(() => lambda.stop());

const EVENT = { silences: true };
const invoke = (region?: string) => invokeChecker({ deployment: 'shop', ...(region && { region }) }, EVENT);

const refuse =
  (status: number, code: string, message = 'so it is') =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': code });
    response.end(JSON.stringify({ Message: message }));
  };
const give =
  (given: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(given));
  };

it("returns the answer of the deployment's function", async () => {
  answer = give({ kind: 'silences', silences: [] });
  expect(await invoke()).toEqual({ kind: 'silences', silences: [] });
  expect(calls).toEqual([{ url: '/2015-03-31/functions/shop-checker/invocations', body: JSON.stringify(EVENT) }]);
});

const PLACE = 'shop-checker in us-east-1';

it.each<[string, (response: ServerResponse) => void, string]>([
  ['no such function', refuse(404, 'ResourceNotFoundException'), `there is no function ${PLACE}: is that the name `],
  [
    'no permission',
    refuse(403, 'AccessDeniedException', 'User: ana is not authorized'),
    `you may not invoke ${PLACE}: these credentials need lambda:InvokeFunction on it (lambda:Invoke: User: ana is not authorized)`,
  ],
  [
    'wrong credentials',
    refuse(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
    'AWS does not accept your credentials: renew them, for example with "aws sso login", until "aws sts get-caller-identity" answers (lambda:Invoke: The security token included in the request is invalid.)',
  ],
  ['a wrong key', refuse(403, 'InvalidSignatureException'), 'AWS does not accept your credentials: renew them, '],
  ['expired credentials', refuse(403, 'ExpiredTokenException'), 'AWS does not accept your credentials: renew them, '],
  ['a throttled function', refuse(429, 'TooManyRequestsException'), `${PLACE} is throttled, try it again in a minute`],
  [
    'trouble at AWS',
    refuse(500, 'ServiceException', 'so\u001bit\nis'),
    `${PLACE} can't be invoked: lambda:Invoke: so it is`,
  ],
  [
    'a function that fails',
    // Lambda developer guide, "Invoke a Lambda function synchronously": "If the function returns an object or error, the
    // response body is the object or error in JSON format."
    give({ errorType: 'Error', errorMessage: 'the table is away' }, { 'x-amz-function-error': 'Unhandled' }),
    `${PLACE} failed: the table is away`,
  ],
  [
    'a function that fails with an error that has no text',
    give({ errorType: 'AggregateError', errorMessage: '' }, { 'x-amz-function-error': 'Unhandled' }),
    `${PLACE} failed: AggregateError`,
  ],
  [
    // As an emulated Lambda answers: it writes what the process has printed.
    'a function whose failure is no JSON',
    (response) =>
      void response.writeHead(200, { 'x-amz-function-error': 'Handled' }).end('Error: the table\u001b is away'),
    `${PLACE} failed: Error: the table is away`,
  ],
  [
    'a function whose failure is another object',
    give({ reason: 'away' }, { 'x-amz-function-error': 'Handled' }),
    `${PLACE} failed: {"reason":"away"}`,
  ],
  ['one that fails without a word', give(null, { 'x-amz-function-error': 'Unhandled' }), `${PLACE} failed: Unhandled`],
  ['a cut connection', (response) => void response.destroy(), `${PLACE} can't be invoked: `],
])('%s is a UserError, and the function is not called again', async (_, how, complaint) => {
  answer = how;
  const error = await invoke().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toContain(complaint);
  expect(calls).toHaveLength(1);
});

it.each<[string, Readonly<Record<string, string | undefined>>, string]>([
  ['nobody there', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, 'connect ECONNREFUSED 127.0.0.1:9'],
  [
    'no credentials',
    { AWS_ACCESS_KEY_ID: undefined },
    'there are no credentials for AWS: set AWS_PROFILE, or log in with "aws configure" or "aws sso login", until "aws sts get-caller-identity" answers (lambda:Invoke: Could not load credentials ',
  ],
  ['no region', { AWS_REGION: undefined }, 'no AWS region is set: name one with --region, or set AWS_REGION'],
])('%s is an error before the function is called', async (_, without, complaint) => {
  answer = give({});
  for (const [name, value] of Object.entries({ ...awsEnvironment(lambda.url()), ...without })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await expect(invoke()).rejects.toThrow(complaint);
  expect(calls).toEqual([]);
});

it('uses the named region', async () => {
  answer = refuse(404, 'ResourceNotFoundException');
  await expect(invoke('eu-west-1')).rejects.toThrow('there is no function shop-checker in eu-west-1: ');
});
