/** The checker's handler, bundled and run as Lambda would, with a pulse: it reads its secret, and tells a failed run apart. */

import { configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';
import { startTrustedHttps, type TrustedServer } from '../support/http/trusted-server';

const UUID = 'c0ffee00-1234-4cde-8f00-5up3rs3cr3t0';

let watcher: TrustedServer;
let checker: StubbedLambda;
let takesMetrics = true;
const asked: string[] = [];

beforeAll(async () => {
  watcher = await startTrustedHttps((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  const { address, environment } = watcher;
  checker = await startStubbedChecker({
    config: configBelow(
      ['pay'],
      [
        'timeout: 1s',
        'retry: { attempts: 1 }',
        'alerts: { successThreshold: 1 }',
        'pulse: { url: { secret: shop/pulse }, failPath: true }',
      ],
    ),
    serve: (service, response) => response.writeHead(503).end(reportText({ service, status: 'unhealthy' })),
    aws: ({ action }) => {
      if (action === 'GetSecretValue') return { json: { SecretString: `${address}/${UUID}` } };
      if (action === 'PutMetricData' && !takesMetrics) return { status: 400, code: 'InvalidParameterValue' };
      return null;
    },
    environment,
  });
});
afterAll(async () => {
  await checker.stop();
  await watcher.stop();
});

async function run() {
  asked.length = 0;
  const { invoked } = await checker.invoke();
  return { invoked, asked: [...asked] };
}

it('is one GET after a run in which a service is down', async () => {
  expect(await run()).toMatchObject({ invoked: { outcome: 'resolved' }, asked: [`GET /${UUID}`] });
});

it('says of a run of which an output has failed that it has', async () => {
  takesMetrics = false;
  const { invoked, asked: paths } = await run();
  takesMetrics = true;
  expect({ outcome: invoked.outcome, paths }).toEqual({ outcome: 'rejected', paths: [`GET /${UUID}/fail`] });
});
