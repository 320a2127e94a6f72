/** The checker's handler, bundled and run as Lambda would, with a pulse: it reads its secret, and people are notified if it is refused. */

import {
  callsOf,
  configBelow,
  type StubbedLambda,
  startStubbedChecker,
  TABLE_NAME,
} from '../support/aws/stubbed-lambda';
import { refusing } from '../support/core/memory-receivers';
import { reportText } from '../support/http/asking';
import { startTrustedHttps, type TrustedServer } from '../support/http/trusted-server';

const UUID = 'c0ffee00-1234-4cde-8f00-5up3rs3cr3t0';
const HOUR_MS = 3_600_000;

let watcher: TrustedServer;
let checker: StubbedLambda;
let status = 200;
let takesMetrics = true;
/** What the table has of the pulse. */
let record: object | null = null;
const asked: string[] = [];

beforeAll(async () => {
  watcher = await startTrustedHttps((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end(`${request.url}`);
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
    aws: ({ action, body }) => {
      if (action === 'GetSecretValue') return { json: { SecretString: `${address}/${UUID}` } };
      if (action === 'PutMetricData' && !takesMetrics) return { status: 400, code: 'InvalidParameterValue' };
      if (action !== 'BatchGetItem' || !body.includes('receivers/@outside') || record === null) return null;
      return { json: { Responses: { [TABLE_NAME]: [{ record: { S: JSON.stringify(record) } }] } } };
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
  const { invoked, calls } = await checker.invoke();
  const published = callsOf('Publish', calls).map(({ body }) => new URLSearchParams(body).get('Subject') ?? '');
  return { invoked, asked: [...asked], published };
}

it('is one GET after a run in which a service is down', async () => {
  expect(await run()).toMatchObject({ invoked: { outcome: 'resolved' }, asked: [`GET /${UUID}`] });
});

it('reports a run with a failed output as failed', async () => {
  takesMetrics = false;
  const { invoked, asked: paths } = await run();
  takesMetrics = true;
  expect({ outcome: invoked.outcome, paths }).toEqual({ outcome: 'rejected', paths: [`GET /${UUID}/fail`] });
});

it('does not fail a run if it is refused; people are notified after an hour', async () => {
  status = 404;
  const now = Date.now();
  record = refusing({ receiver: '@outside', since: now - HOUR_MS - 60_000, seenAt: now - 60_000 });
  const before = await run();
  expect(before).toMatchObject({ invoked: { outcome: 'resolved' }, asked: [`GET /${UUID}`] });
  // Its incident is kept in the run after, and people are notified in the next.
  const found = [...(await run()).published, ...(await run()).published];
  expect(found.filter((subject) => subject.startsWith('[NO PULSE]'))).toEqual([
    '[NO PULSE] the pulse outside was not delivered for 1 h 1 min: refused with 404',
  ]);
  expect(JSON.stringify(found)).not.toContain('c0ffee');
});
