/** What the doctor reads from Lambda itself: the emulated AWS has no account settings. */

import { functionReader } from '../../../local/remote/deployed-function';
import { openAws } from '../../../local/remote/open-aws';
import { pointAwsTo } from '../../support/aws/moto';
import { type RunningServer, startHttp } from '../../support/http/servers';

let lambda: RunningServer;
let limit: object = {};
let config: object = {};
let asked: (string | undefined)[] = [];

beforeAll(async () => {
  lambda = await startHttp((request, response) => {
    asked.push(request.url);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ AccountLimit: limit, ...config }));
  });
  pointAwsTo(lambda.url());
});
beforeEach(() => {
  asked = [];
});
afterAll(() => lambda.stop());

const read = async () => functionReader(await openAws(undefined)).readConcurrency();

it('reads how many invocations the account may run at once without a reservation', async () => {
  limit = { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 900 };
  expect(await read()).toBe(900);
  expect(asked).toEqual(['/2016-08-19/account-settings']);
});

it('reports that the answer lacks it', async () => {
  limit = {};
  await expect(read()).rejects.toThrow('UnreservedConcurrentExecutions');
});

it('reads the config by the alias that answers with nothing else', async () => {
  config = { kind: 'config', config: { name: 'shop' }, deployment: {} };
  const { readConfig } = functionReader(await openAws(undefined));
  expect(await readConfig('shop-checker')).toEqual({ config: { name: 'shop' }, deployment: {} });
  expect(asked.map((path = '') => decodeURIComponent(path))).toEqual([
    '/2015-03-31/functions/shop-checker:config/invocations',
  ]);
});
