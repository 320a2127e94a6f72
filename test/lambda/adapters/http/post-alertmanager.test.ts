/** The authentication of requests to an Alertmanager. None of its secrets is ever shown. */

import type { IncomingMessage } from 'node:http';
import { createSigner } from '../../../../lambda/adapters/aws/sign-request';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { openReceivers } from '../../../../lambda/adapters/http/receivers';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import { createAuthorizer } from '../../../../lambda/core/auth/authorizer';
import type { Auth } from '../../../../lambda/core/config/auth';
import type { ReceiverConfig } from '../../../../lambda/core/config/receivers';
import type { SecretValue } from '../../../../lambda/core/config/secret-value';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { alertOn } from '../../../support/core/alerts';
import { closedPort, startHttp, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const literal = (value: string): SecretValue => ({ kind: 'literal', value });
const hidden = (value: string): SecretValue => ({ kind: 'hidden', value, text: '${X}', secrets: [value] });
const secret = (name: string, key: string | null = null): SecretValue => ({ kind: 'secret', secret: name, key });
const TOKEN = 'hunter2-is-the-token';

interface Given {
  readonly auth?: Auth | null;
  readonly headers?: Readonly<Record<string, SecretValue>>;
  readonly intervalMs?: number;
}

/** A receiver whose secrets are `{ "token": … }`, and how often they were read. */
function receiverAt(address: string, { auth = null, headers = {}, intervalMs = 60_000 }: Given) {
  const config: ReceiverConfig = {
    id: 'am-2',
    kind: 'alertmanager',
    settings: { url: literal(address) },
    access: { headers, auth },
    services: null,
    events: null,
    kinds: null,
    severities: null,
    afterMs: 0,
  };
  const authorizer = createAuthorizer({
    probe: httpProbe,
    clock: systemClock,
    loadSigner: async () =>
      createSigner(async () => ({ accessKeyId: 'AKID', secretAccessKey: 'key-of-the-role' }), systemClock),
  });
  const read = async () => JSON.stringify({ token: TOKEN });
  const options = { allowLoopback: true, authorizer };
  const [receiver] = openReceivers({ receivers: [config], intervalMs }, read, systemClock, options);
  if (receiver === undefined) throw new Error('there is none');
  const send = () =>
    receiver.send(notificationOf(alertOn('opened'))).then(
      () => 'sent',
      (error: Error) => {
        expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/hunter2|key-of-the-role/);
        return error.message;
      },
    );
  return { receiver, send };
}

/** A server that answers with the statuses in turn, the last of them from then on, and repeats what it was sent. */
async function startAlertmanager(...statuses: number[]) {
  const seen: { readonly request: IncomingMessage; readonly body: string }[] = [];
  const server = await using(
    startHttp((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.once('end', () => {
        const status = statuses[Math.min(seen.length, statuses.length - 1)] ?? 200;
        seen.push({ request, body });
        response.writeHead(status).end(status === 200 ? '' : JSON.stringify(request.headers));
      });
    }),
  );
  return { address: server.url(), seen };
}

it.each<[string, Given, object]>([
  ['nothing', {}, {}],
  ['headers of its own', { headers: { 'X-Scope-OrgID': secret('am', 'token') } }, { 'x-scope-orgid': TOKEN }],
  [
    'a user and a password',
    { auth: { kind: 'basic', user: literal('watch'), password: secret('am', 'token') } },
    { authorization: `Basic ${Buffer.from(`watch:${TOKEN}`).toString('base64')}` },
  ],
  ['a token', { auth: { kind: 'bearer', token: hidden(TOKEN) } }, { authorization: `Bearer ${TOKEN}` }],
  [
    'a signature',
    { auth: { kind: 'sigv4', service: 'aps', region: 'eu-west-1', resource: null } },
    {
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/aps\/aws4_request, /),
      'x-amz-content-sha256': expect.stringMatching(/^[\da-f]{64}$/),
    },
  ],
])('accepts %s, which no error message shows', async (_, given, headers) => {
  const { address, seen } = await startAlertmanager(200, 403);
  const { send } = receiverAt(`${address}/prefix`, given);
  expect(await send()).toBe('sent');
  expect(seen[0]?.request).toMatchObject({ method: 'POST', url: '/prefix/api/v2/alerts' });
  expect(seen[0]?.request.headers).toMatchObject({ 'content-type': 'application/json', ...headers });
  expect(JSON.parse(seen[0]?.body ?? '')).toHaveLength(1);
  expect(await send()).toMatch(/^refused with 403: /);
});

it('gets all open alerts even if it refuses some, which is reported', async () => {
  const { address, seen } = await startAlertmanager(400, 200);
  const { receiver } = receiverAt(address, {});
  const standing = Array(101).fill({ alert: alertOn('opened'), serviceGroup: null, notice: null });
  await expect(receiver.renew?.(standing)).rejects.toThrow(/^refused with 400: /);
  expect(seen.map(({ body }) => JSON.parse(body).length)).toEqual([100, 1]);
});

describe('a token of a server', () => {
  const authAt = (tokenUrl: string): Auth => ({
    kind: 'oauth2',
    tokenUrl,
    clientId: literal('watch'),
    clientSecret: secret('am', 'token'),
    scope: null,
    audience: null,
  });

  it('is used for the next requests, and replaced once it was refused', async () => {
    let count = 0;
    const tokens = await using(
      startHttp((_, response) =>
        response.end(JSON.stringify({ access_token: `token-${++count}`, token_type: 'Bearer', expires_in: 3_600 })),
      ),
    );
    const { address, seen } = await startAlertmanager(200, 200, 401, 200);
    const { send } = receiverAt(address, { auth: authAt(tokens.url()) });
    for (const outcome of ['sent', 'sent', expect.stringMatching(/^refused with 401: /), 'sent'])
      expect(await send()).toEqual(outcome);
    const sent = seen.map(({ request }) => request.headers.authorization);
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  it("that can't be obtained is reported as the reason why nothing is sent", async () => {
    const { address, seen } = await startAlertmanager(200);
    const { send } = receiverAt(address, { auth: authAt(`http://127.0.0.1:${await closedPort()}/token`) });
    expect(await send()).toMatch(/^nothing was sent: .*token.*ECONNREFUSED/);
    expect(seen).toEqual([]);
  });
});

// Prometheus, rules/alerting.go, `sendAlerts`: "delta := max(interval, resendDelay)", "alert.ValidUntil = ts.Add(4 * delta)".
it.each([
  ['ten seconds', 10_000, 4],
  ['a minute', 60_000, 4],
  ['an hour', 3_600_000, 240],
])(
  'is open for four intervals if runs begin every %s, and never for less than four minutes',
  async (_, ms, minutes) => {
    const { address, seen } = await startAlertmanager(200);
    const { receiver } = receiverAt(address, { intervalMs: ms });
    const alert = alertOn('opened');
    const from = Date.now();
    await receiver.send(notificationOf(alert));
    await receiver.renew?.(Array(101).fill({ alert, serviceGroup: null, notice: null }));
    expect(seen.map(({ body }) => JSON.parse(body).length)).toEqual([1, 100, 1]);
    for (const { body } of seen) {
      const [{ endsAt }] = JSON.parse(body);
      expect(Math.round((Date.parse(endsAt) - from) / 60_000)).toBe(minutes);
    }
  },
);
