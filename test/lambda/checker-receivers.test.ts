/** The checker's handler, bundled and run as Lambda would, with receivers besides the topic: an outage, a receiver that is away, a drill. */

import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import {
  ALERTS_TOPIC,
  callsOf,
  configBelow,
  type StubbedLambda,
  startStubbedChecker,
  TABLE_NAME,
} from '../support/aws/stubbed-lambda';
import { refusing } from '../support/core/memory-receivers';
import { reportText } from '../support/http/asking';
import { startTrustedHttps, type TrustedServer } from '../support/http/trusted-server';

const TOKEN = 'tk_5up3rs3cr3t';
const ROUTING_KEY = 'R0123456789ABCDEF0123456789ABCDE';
const CHECKER_TOPIC = 'arn:aws:sns:us-east-1:123456789012:checker';
const RECORDS = 'receivers/';
const HOUR_MS = 3_600_000;
const SECRETS = { 'shop/ntfy': TOKEN, 'shop/pager': JSON.stringify({ key: ROUTING_KEY }) };

let server: TrustedServer;
let checker: StubbedLambda;
let isWell = true;
let pagerStatus = 202;
/** What the table has of the pager, if it is asked for. */
let record: object | null = null;
/** What receivers got: a path, and what was in the body. */
const posts: { readonly path: string; readonly authorization: string | undefined; readonly body: object }[] = [];

beforeAll(async () => {
  server = await startTrustedHttps((request, response) => {
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
  const { address, environment } = server;
  const receivers = [
    `{ id: phone, ntfy: { topic: shop, url: "${address}", token: { secret: shop/ntfy } } }`,
    '{ id: pager, pagerduty: { routingKey: { secret: shop/pager, key: key } }, services: [pay], events: [opened, resolved] }',
    `{ id: tickets, webhook: { url: "${address}/tickets/{{ event }}", headers: { Authorization: { secret: shop/ntfy } }, body: { title: "{{ subject }}" } }, services: [user], events: [opened] }`,
  ];
  checker = await startStubbedChecker({
    config: (url) => {
      const config = configBelow(
        ['pay', 'user'],
        [
          'timeout: 1s',
          'retry: { attempts: 1 }',
          `alerts: { successThreshold: 1, groupFrom: never, receivers: [${receivers.join(', ')}] }`,
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
    aws: ({ action, body }) => {
      if (action === 'GetSecretValue')
        return { json: { SecretString: SECRETS[JSON.parse(body).SecretId as keyof typeof SECRETS] } };
      if (action !== 'BatchGetItem' || !body.includes(RECORDS) || record === null) return null;
      return { json: { Responses: { [TABLE_NAME]: [{ record: { S: JSON.stringify(record) } }] } } };
    },
    environment: { ...environment, [ENVIRONMENT.checkerTopicArn]: CHECKER_TOPIC },
  });
});
afterAll(async () => {
  await checker.stop();
  await server.stop();
});

/** One run, and what receivers got meanwhile. */
async function run() {
  posts.length = 0;
  const { invoked, calls } = await checker.invoke();
  const published = callsOf('Publish', calls).map(({ body }) => new URLSearchParams(body));
  const kept = calls.filter(({ body }) => body.includes(RECORDS)).map(({ action }) => action);
  return { invoked, messages: published.length, published, kept, got: posts.map(({ path }) => path).sort() };
}

it('notifies each receiver in its form, with its secret', async () => {
  // The first run of a process reads which receivers are paused.
  expect(await run()).toMatchObject({ messages: 0, got: [], kept: ['BatchGetItem'] });
  isWell = false;
  expect(await run()).toMatchObject({
    invoked: { outcome: 'resolved' },
    messages: 2,
    got: ['/', '/', '/pager', '/tickets/opened'],
    kept: ['BatchGetItem'],
  });
  const [pager] = posts.filter(({ path }) => path === '/pager');
  expect(pager?.body).toMatchObject({
    routing_key: ROUTING_KEY,
    event_action: 'trigger',
    payload: { component: 'pay', class: 'http_503', severity: 'critical' },
  });
  const [phone] = posts.filter(({ path }) => path === '/');
  expect(phone).toMatchObject({ authorization: `Bearer ${TOKEN}`, body: { topic: 'shop' } });
  const [ticket] = posts.filter(({ path }) => path === '/tickets/opened');
  expect(ticket).toMatchObject({ authorization: TOKEN, body: { title: expect.stringMatching(/^user is down: /) } });
});

it('acknowledges only in PagerDuty once somebody has acknowledged', async () => {
  expect(await checker.resultOf({ ack: 'pay', by: 'ana', as: 'line' })).toMatch(
    /^pay acknowledged by ana until it is healthy/,
  );
  expect(await run()).toMatchObject({ invoked: { outcome: 'resolved' }, messages: 0, got: ['/pager'] });
  expect(posts[0]?.body).toEqual({
    routing_key: ROUTING_KEY,
    event_action: 'acknowledge',
    dedup_key: expect.stringContaining('/pay/'),
  });
  expect(await run()).toMatchObject({ messages: 0, got: [] });
});

it('continues without a receiver that refuses, fails the run without its secret, and later sends what it missed', async () => {
  isWell = true;
  pagerStatus = 500;
  const { invoked, got, kept } = await run();
  expect(got).toEqual(['/', '/']);
  expect(kept).toEqual(['BatchGetItem', 'PutItem']);
  expect(invoked).toMatchObject({ outcome: 'rejected' });
  const text = JSON.stringify([invoked, checker.log]);
  expect(text).toMatch(/can't be sent to pager: refused with 500/);
  expect(text).not.toMatch(new RegExp(`${ROUTING_KEY}|${TOKEN}|${server.url()}`));

  pagerStatus = 202;
  expect(await run()).toMatchObject({ invoked: { outcome: 'resolved' }, messages: 0, got: ['/pager'] });
  expect(posts[0]?.body).toMatchObject({ event_action: 'resolve' });
  expect((await run()).kept).toEqual([]);
});

it('notifies the other receivers about one that has refused for an hour, without its secret, and about its recovery', async () => {
  const since = Date.now() - 2 * HOUR_MS;
  record = refusing({ since, seenAt: since, message: '' });
  isWell = false;
  pagerStatus = 401;
  expect(await run()).toMatchObject({ got: ['/', '/', '/tickets/opened'], kept: ['BatchGetItem', 'PutItem'] });
  record = refusing({ since, seenAt: Date.now(), message: `refused with 401: no: ***` });
  const { published, got } = await run();
  const notices = published.filter((one) => one.get('Subject')?.includes('pager'));
  expect(notices.map((one) => one.get('TopicArn')).sort()).toEqual([ALERTS_TOPIC, CHECKER_TOPIC]);
  expect(notices[0]?.get('Subject')).toBe(
    "[CAN'T NOTIFY] pager has not accepted alerts for 2 h: refused with 401: no:",
  );
  expect([...(notices[0]?.keys() ?? [])].filter((key) => key.startsWith('MessageAttributes'))).toEqual([]);
  expect(got).toEqual(['/']);
  expect(posts.at(-1)?.body).toMatchObject({ title: 'pager has not accepted alerts for 2 h', priority: 5 });

  pagerStatus = 202;
  expect(await run()).toMatchObject({ got: ['/pager'], messages: 0, kept: ['BatchGetItem', 'DeleteItem'] });
  record = null;
  const end = await run();
  expect(end.published.map((one) => one.get('Subject'))).toEqual(
    Array(2).fill('[RESOLVED] pager accepts alerts again, after 2 h'),
  );
  expect(end).toMatchObject({ got: ['/'] });
});

it('sends a drill to all, and shows each answer', async () => {
  posts.length = 0;
  pagerStatus = 401;
  const answer = await checker.resultOf({ drill: true, as: 'line' });
  expect(answer).toBe('a drill of pay: 2 alerts were sent to sns, phone; pager failed: refused with 401: no: ***');
});
