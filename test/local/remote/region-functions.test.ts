/** What the doctor asks the regions that confirm outages: the emulated AWS runs no functions. */

import { openAws } from '../../../local/remote/open-aws';
import { regionFunctions } from '../../../local/remote/region-functions';
import { pointAwsTo } from '../../support/aws/moto';
import { type RunningServer, startHttp } from '../../support/http/servers';

let lambda: RunningServer;
let answer: { status: number; type?: string; body: object };
const paths: string[] = [];

beforeAll(async () => {
  lambda = await startHttp((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    const { status, type, body } = answer;
    const headers = { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  pointAwsTo(lambda.url());
});
afterAll(() => lambda.stop());

// AWS Lambda API reference, "Invoke", errors: "ResourceNotFoundException: The resource specified in the request does not exist."
const MISSING = { status: 404, type: 'ResourceNotFoundException', body: { message: 'Function not found' } };

const functions = async () => regionFunctions(await openAws(undefined));

it('a region that answers this version about no service can confirm', async () => {
  answer = { status: 200, body: { format: 1, seen: [] } };
  expect(await (await functions()).answers('us-east-1', 'shop-confirm-eu-central-1')).toBe(true);
  expect(paths).toEqual(['POST /2015-03-31/functions/shop-confirm-eu-central-1/invocations']);
});

it('a region with another version rejects', async () => {
  answer = { status: 200, body: { format: 2, seen: [] } };
  await expect((await functions()).answers('us-east-1', 'f')).rejects.toThrow('answer of another version');
});

it('a region without the function has none', async () => {
  answer = MISSING;
  expect(await (await functions()).answers('us-east-1', 'f')).toBe(false);
  expect(await (await functions()).exists('us-east-1', 'f')).toBe(false);
});

it('a region that refuses to answer rejects', async () => {
  answer = { status: 403, type: 'AccessDeniedException', body: { message: 'no' } };
  await expect((await functions()).exists('us-east-1', 'f')).rejects.toThrow();
});
