/** The checker's handler, bundled and run as Lambda would, with receivers besides the topic: an outage, a receiver that is away, a drill. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsOf, configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';
import { makeCertificates } from '../support/http/certificates';
import { type RunningServer, startHttps } from '../support/http/servers';

const TOKEN = 'tk_5up3rs3cr3t';
const ROUTING_KEY = 'R0123456789ABCDEF0123456789ABCDE';
const SECRETS = { 'shop/ntfy': TOKEN, 'shop/pager': JSON.stringify({ key: ROUTING_KEY }) };

let server: RunningServer;
let checker: StubbedLambda;
let folder: string;
let isWell = true;
let pagerStatus = 202;
/** What receivers got: a path, and what was in the body. */
const posts: { readonly path: string; readonly authorization: string | undefined; readonly body: object }[] = [];

beforeAll(async () => {
  const { valid, ca } = await makeCertificates();
  folder = mkdtempSync(join(tmpdir(), 'statuswatch-receivers-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, ca);
  server = await startHttps({ key: valid.key, cert: valid.cert }, (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      const status = request.url === '/pager' ? pagerStatus : 200;
      if (status < 300)
        posts.push({ path: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(status).end(status < 300 ? '{}' : `no: ${ROUTING_KEY}`);
    });
  });
  const address = server.url().replace('127.0.0.1', 'localhost');
  const receivers = [
    `{ id: phone, ntfy: { topic: shop, url: "${address}", token: { secret: shop/ntfy } } }`,
    '{ id: pager, pagerduty: { routingKey: { secret: shop/pager, key: key } }, services: [pay], events: [opened, resolved] }',
  ];
  checker = await startStubbedChecker({
    config: (url) => {
      const config = configBelow(
        ['pay', 'user'],
        [
          'timeout: 1s',
          'retry: { attempts: 1 }',
          `alerts: { successThreshold: 1, receivers: [${receivers.join(', ')}] }`,
        ],
      )(url);
      const at = (value: string) => ({ kind: 'literal', value }) as const;
      const withUrl = config.receivers.map((one) =>
        one.id === 'pager' ? { ...one, settings: { ...one.settings, url: at(`${address}/pager`) } } : one,
      );
      return { ...config, receivers: withUrl };
    },
    serve: (service, response) =>
      isWell
        ? response.end(reportText({ service }))
        : response.writeHead(503).end(JSON.stringify({ error: 'db down' })),
    aws: ({ action, body }) =>
      action === 'GetSecretValue'
        ? { json: { SecretString: SECRETS[JSON.parse(body).SecretId as keyof typeof SECRETS] } }
        : null,
    environment: { NODE_EXTRA_CA_CERTS: caFile },
  });
});
afterAll(async () => {
  await checker.stop();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** One run, and what receivers got meanwhile. */
async function run() {
  posts.length = 0;
  const { invoked, calls } = await checker.invoke();
  return { invoked, messages: callsOf('Publish', calls).length, got: posts.map(({ path }) => path).sort() };
}

it('notifies each receiver in its form, with its secret', async () => {
  expect(await run()).toMatchObject({ messages: 0, got: [] });
  isWell = false;
  expect(await run()).toMatchObject({ invoked: { outcome: 'resolved' }, messages: 2, got: ['/', '/', '/pager'] });
  const [pager] = posts.filter(({ path }) => path === '/pager');
  expect(pager?.body).toMatchObject({
    routing_key: ROUTING_KEY,
    event_action: 'trigger',
    payload: { component: 'pay', class: 'http_503', severity: 'critical' },
  });
  const [phone] = posts.filter(({ path }) => path === '/');
  expect(phone).toMatchObject({ authorization: `Bearer ${TOKEN}`, body: { topic: 'shop' } });
});

it('goes on without one that refuses, fails the run without its secret, and sends it what it missed', async () => {
  isWell = true;
  pagerStatus = 500;
  const { invoked, got } = await run();
  expect(got).toEqual(['/', '/']);
  expect(invoked).toMatchObject({ outcome: 'rejected' });
  const text = JSON.stringify([invoked, checker.log]);
  expect(text).toMatch(/can't be sent to pager: refused with 500/);
  expect(text).not.toMatch(new RegExp(`${ROUTING_KEY}|${TOKEN}|${server.url()}`));

  pagerStatus = 202;
  expect(await run()).toMatchObject({ invoked: { outcome: 'resolved' }, messages: 0, got: ['/pager'] });
  expect(posts[0]?.body).toMatchObject({ event_action: 'resolve' });
});

it('drills them all, and says what each has answered', async () => {
  posts.length = 0;
  pagerStatus = 401;
  const answer = await checker.resultOf({ drill: true, as: 'line' });
  expect(answer).toBe('a drill of pay: 2 alerts were sent to sns, phone; pager failed: refused with 401: no: ***');
});
