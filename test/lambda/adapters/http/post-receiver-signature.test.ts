/** The signature of a webhook, verified with the package of the authors of Standard Webhooks. */

import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { createReceiver } from '../../../../lambda/adapters/http/post-receiver';
import type { ReceiverConfig } from '../../../../lambda/core/config/receivers';
import { type Notification, notificationOf } from '../../../../lambda/core/message/notification';
import { webhook } from '../../../../lambda/receivers/webhook/form';
import { alertOn } from '../../../support/core/alerts';
import { startHttp, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const SECRET = `whsec_${Buffer.from('0123456789abcdefghijklmn').toString('base64')}`;
const ALERT = alertOn('opened');
const NOTIFICATION = notificationOf(ALERT);

/** The requests that these notifications make, sent `agoMs` ago. */
async function requestsOf(notifications: readonly Notification[], agoMs = 0) {
  const requests: { headers: Record<string, string>; body: string }[] = [];
  const server = await using(
    startHttp(async (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      await once(request, 'end');
      requests.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    }),
  );
  const config: ReceiverConfig = {
    id: 'hook',
    kind: 'webhook',
    services: null,
    events: null,
    kinds: null,
    severities: null,
    afterMs: 0,
    settings: { url: { kind: 'literal', value: server.url() }, secret: { kind: 'literal', value: SECRET } },
  };
  const clock = { now: () => Date.now() - agoMs, elapsed: () => 0 };
  const readSecret = async () => '';
  const { send } = createReceiver(config, webhook, readSecret, clock, { allowLoopback: true });
  for (const notification of notifications) await send(notification);
  return requests;
}

it('is accepted, and refused if the body, the secret or the time differs', async () => {
  const [request, old] = [...(await requestsOf([NOTIFICATION])), ...(await requestsOf([NOTIFICATION], 3_600_000))];
  if (!request || !old) throw new Error('two were sent');
  const { body, headers } = request;
  expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(JSON.stringify(ALERT)));
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(`${SECRET.slice(0, -4)}AAAA`).verify(body, headers)).toThrow();
  expect(() => new Webhook(SECRET).verify(old.body, old.headers)).toThrow();
});

/** Standard Webhooks, spec/standard-webhooks.md: what is signed is the id, the timestamp and the body with dots between them. */
it('has an id without a dot: the same at each attempt, a new one for each notification', async () => {
  const other = notificationOf({ ...ALERT, id: `${ALERT.id}-2` });
  const requests = await requestsOf([NOTIFICATION, NOTIFICATION, other]);
  const [first, second, third] = requests.map(({ headers }) => headers['webhook-id']);
  expect(first).toMatch(/^msg_[\w-]{43}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
