/** A receiver that is notified by a POST: how each answer is read. None of its secrets is ever shown. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createReceiver, type PostReceiverOptions } from '../../../../lambda/adapters/http/post-receiver';
import type { ReceiverConfig } from '../../../../lambda/core/config/receivers';
import type { SecretValue } from '../../../../lambda/core/config/secret-value';
import type { ReadSecret } from '../../../../lambda/core/config/secrets';
import type { ReceiverForm } from '../../../../lambda/core/message/forms/receiver-form';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { alertOn } from '../../../support/core/alerts';
import { makeCertificates } from '../../../support/http/certificates';
import {
  allClosed,
  closedPort,
  startAnswering,
  startHttp,
  startHttps,
  startTcp,
  stopAfterEach,
} from '../../../support/http/servers';

const using = stopAfterEach();
const NOTIFICATION = notificationOf(alertOn('opened'));
const NOW = Date.parse('2026-03-01T12:02:00.500Z');
const TOKEN = 'tk_3fA9xQ7LmZ0pR2sV';
const PATH = '/services/T0AB12CD3/xYz123AbC456dEf789';

const literal = (value: string): SecretValue => ({ kind: 'literal', value });
const secret = (name: string, key: string | null = null): SecretValue => ({ kind: 'secret', secret: name, key });
const noSecrets: ReadSecret = async (name) => {
  throw new Error(`no secret is called ${name}`);
};

const CONFIG: ReceiverConfig = {
  id: 'hook',
  kind: 'webhook',
  settings: {},
  services: null,
  events: null,
  kinds: null,
  severities: null,
  afterMs: 0,
};

/** Sends its token in a header, as ntfy does. */
const FORM: ReceiverForm = {
  title: 'Test',
  requestOf: (_, { url = '', token }) => ({
    url,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: '{"some":"body"}',
  }),
  noticeOf: ({ about }, { url = '' }) => ({ url, headers: {}, body: JSON.stringify({ receiver: about.id }) }),
};

interface Given extends PostReceiverOptions {
  readonly form?: ReceiverForm;
  readonly readSecret?: ReadSecret;
}

function receiverOf(settings: ReceiverConfig['settings'], given: Given = {}) {
  const { form = FORM, readSecret = noSecrets, ...options } = given;
  const all = { allowLoopback: true, ...options };
  return createReceiver({ ...CONFIG, settings }, form, readSecret, { now: () => NOW, elapsed: () => 0 }, all);
}

/** The name and the message of the error with which sending ends; `sent` if it succeeds. */
async function outcomeOf(address: string, given: Given = {}, settings: ReceiverConfig['settings'] = {}) {
  const { send } = receiverOf({ url: literal(address), token: literal(TOKEN), ...settings }, given);
  try {
    await send(NOTIFICATION);
    return 'sent';
  } catch (error) {
    const { name, message, cause, stack } = error as Error;
    expect(cause).toBeUndefined();
    for (const shown of [message, stack ?? '', JSON.stringify(error)])
      for (const hidden of [TOKEN, 'tk_3fA9xQ', 'T0AB12CD3', 'xYz123AbC', new URL(address).host])
        expect(shown).not.toContain(hidden);
    return `${name}: ${message}`;
  }
}

const answering = (status: number, text = '', headers: Readonly<Record<string, string>> = {}) =>
  using(startHttp((_, response) => response.writeHead(status, headers).end(text)));

describe('a notification', () => {
  it('is one POST, with the headers and the body of its form', async () => {
    const seen: IncomingMessage[] = [];
    const bodies: string[] = [];
    const server = await using(
      startHttp((request: IncomingMessage, response: ServerResponse) => {
        seen.push(request);
        request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
        request.once('end', () => response.writeHead(202).end('accepted'));
      }),
    );
    expect(await outcomeOf(`${server.url()}${PATH}?x=1`)).toBe('sent');
    expect(seen.map(({ method, url }) => [method, url])).toEqual([['POST', `${PATH}?x=1`]]);
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '15',
      authorization: `Bearer ${TOKEN}`,
      'user-agent': 'statuswatch',
    });
    expect(seen[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(bodies).toEqual(['{"some":"body"}']);
    await allClosed(server);
  });

  it.each([200, 201, 202, 204])('is sent if the answer is %d', async (status) => {
    const server = await answering(status);
    expect(await outcomeOf(server.url())).toBe('sent');
  });

  it('counts as sent if the status says so, whatever follows', async () => {
    const server = await using(
      startAnswering((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\nhalf')),
    );
    expect(await outcomeOf(server.url(), { timeoutMs: 2_000 })).toBe('sent');
    await allClosed(server);
  });
});

describe('what is refused', () => {
  it.each([
    [400, 'invalid_blocks', 'Error: refused with 400: invalid_blocks'],
    [413, '', 'UnfitError: refused with 413'],
    [422, 'no', 'UnfitError: refused with 422: no'],
    [401, 'who are you?', 'Error: refused with 401: who are you?'],
    [403, '', 'Error: refused with 403'],
    [404, 'no_service', 'Error: refused with 404: no_service'],
    [410, 'channel_is_archived', 'Error: refused with 410: channel_is_archived'],
    [500, 'out\nof\u001b[31m order', 'Error: refused with 500: out of [31m order'],
    [503, '', 'Error: refused with 503'],
  ])('with %d and "%s" says %s', async (status, text, outcome) => {
    const server = await answering(status, text);
    expect(await outcomeOf(`${server.url()}${PATH}`)).toBe(outcome);
  });

  /** RFC 9110, section 10.2.3: "Retry-After = HTTP-date / delay-seconds". */
  it.each<[string, number | null]>([
    ['30', NOW + 30_000],
    ['0', NOW],
    ['Sun, 01 Mar 2026 12:03:00 GMT', Date.parse('2026-03-01T12:03:00Z')],
    ['-5', null],
    ['1e3', null],
    ['soon', null],
    ['2026-03-01', null],
    ['Sun, 99 Mar 2026 12:03:00 GMT', null],
    ['9'.repeat(400), null],
    ['', null],
  ])('until a time has that time: Retry-After "%s"', async (retryAfter, until) => {
    const server = await answering(429, 'slow down', { 'retry-after': retryAfter });
    const failed = receiverOf({ url: literal(server.url()) }).send(NOTIFICATION);
    await expect(failed).rejects.toMatchObject({ name: 'BusyError', until });
    if (retryAfter === '30') await expect(failed).rejects.toThrow('refused with 429, Retry-After: 30: slow down');
  });

  it('until a time has that time, also if its body is cut', async () => {
    const head = 'HTTP/1.1 429 Too Many Requests\r\nretry-after: 30\r\ncontent-length: 100\r\n\r\nslow';
    const server = await using(startAnswering((socket) => socket.end(head)));
    const failed = receiverOf({ url: literal(server.url()) }).send(NOTIFICATION);
    await expect(failed).rejects.toThrow('refused with 429, Retry-After: 30');
  });

  it('by a redirect is not sent anywhere else', async () => {
    let visits = 0;
    const other = await using(startHttp((_, response) => response.end(String(visits++))));
    const server = await answering(307, '', { location: other.url() });
    expect(await outcomeOf(server.url())).toBe('Error: refused with 307');
    expect(visits).toBe(0);
  });

  it('by an answer without end still has its status', async () => {
    const server = await using(
      startHttp((_, response) => {
        response.writeHead(500);
        const more = () => {
          while (response.write('x'.repeat(1_000)));
        };
        response.on('drain', more);
        more();
      }),
    );
    expect(await outcomeOf(server.url())).toBe('Error: refused with 500');
    await allClosed(server);
  });

  it('by an answer that stops in the middle still has its status', async () => {
    const head = 'HTTP/1.1 401 Unauthorized\r\ncontent-length: 100\r\n\r\nwho';
    const hanging = await using(startAnswering((socket) => socket.write(head)));
    expect(await outcomeOf(hanging.url(), { timeoutMs: 2_000 })).toBe('Error: refused with 401');
    const closing = await using(startAnswering((socket) => socket.end(head)));
    expect(await outcomeOf(closing.url())).toBe('Error: refused with 401');
  });

  it('never repeats a secret, the address or a part of it', async () => {
    const server = await using(
      startHttp((request, response) => {
        const { host, authorization = '' } = request.headers;
        const forms = [
          TOKEN,
          authorization,
          host,
          request.url,
          `http://${host}${request.url}`,
          encodeURIComponent(TOKEN),
        ];
        const base64 = Buffer.from(TOKEN).toString('base64');
        response.writeHead(400, { 'retry-after': TOKEN }).end(JSON.stringify([...forms, base64, ...PATH.split('/')]));
      }),
    );
    expect(await outcomeOf(`${server.url()}${PATH}`)).toMatch(/^Error: refused with 400: .*\*\*\*/);
  });

  // Node sends user and password of an address as `Authorization: Basic`, decoded first (RFC 7617, section 2).
  it.each([
    ['hooks', 'pa%24s-w%C3%B6rd'],
    ['hooks', 'pw%2F1'],
    ['tk_3fA9xQ7LmZ0p%2B', ''],
    ['', 'hunter2-hunter2'],
  ])('never repeats %s:%s of its address, however a server writes it', async (user, password) => {
    const server = await using(
      startHttp(({ headers: { authorization = '' } }, response) => {
        const [, sent = ''] = authorization.split(' ');
        const decoded = Buffer.from(sent, 'base64').toString();
        response.writeHead(401).end(JSON.stringify([authorization, sent, decoded, decoded.split(':')[1]]));
      }),
    );
    const { send } = receiverOf({ url: literal(server.url().replace('://', `://${user}:${password}@`)) });
    const { message } = (await send(NOTIFICATION).catch((error: Error) => error)) as Error;
    const decoded = [user, password].map(decodeURIComponent);
    const encoded = Buffer.from(decoded.join(':')).toString('base64');
    expect(message).toMatch(/^refused with 401: /);
    for (const hidden of [
      encoded,
      encoded.slice(0, 10),
      decoded.join(':'),
      ...(password === '' ? decoded.slice(0, 1) : decoded.slice(1)),
    ])
      expect(message).not.toContain(hidden);
  });

  it('never repeats a secret that is cut in two by the limit', async () => {
    for (const sign of ['x', '\u200b', 'é', '…']) {
      for (const length of [180, 190, 195, 1_590, 1_598, 2_720, 4_090, 8_185]) {
        const server = await answering(500, `${sign.repeat(length)}${TOKEN}`);
        await outcomeOf(server.url());
      }
    }
  });
});

describe('a request without an answer', () => {
  it('is unanswered if no answer comes in time', async () => {
    const server = await using(startAnswering(() => {}));
    expect(await outcomeOf(server.url(), { timeoutMs: 2_000 })).toBe('UnansweredError: no answer (within 2 s)');
    await allClosed(server);
  });

  it('always names the same limit, although some of the time had passed before', async () => {
    const server = await using(startAnswering(() => {}));
    expect(await outcomeOf(server.url(), { timeoutMs: 1_999.273_1 })).toBe('UnansweredError: no answer (within 2 s)');
  });

  it('is unanswered if the connection is reset after the request', async () => {
    const server = await using(startAnswering((socket) => socket.resetAndDestroy()));
    expect(await outcomeOf(server.url())).toBe('UnansweredError: no answer (ECONNRESET)');
  });

  it('is unanswered if the answer is not HTTP', async () => {
    const server = await using(startAnswering((socket) => socket.end(`garbage ${TOKEN}\r\n\r\n`)));
    expect(await outcomeOf(server.url())).toMatch(/^UnansweredError: no answer \(HPE_[A-Z_]+\)$/);
  });
});

describe('a request that was never sent', () => {
  it('fails if nothing listens', async () => {
    const port = await closedPort();
    expect(await outcomeOf(`http://127.0.0.1:${port}${PATH}`)).toBe('Error: no connection (ECONNREFUSED)');
  });

  it('fails if the certificate is not trusted', async () => {
    const { selfSigned } = await makeCertificates();
    const server = await using(startHttps(selfSigned, (_, response) => response.end()));
    expect(await outcomeOf(`${server.url()}${PATH}`)).toBe('Error: no connection (DEPTH_ZERO_SELF_SIGNED_CERT)');
  });

  it('fails if TLS does not begin', async () => {
    const server = await using(startTcp((socket) => socket.resume(), 'https'));
    expect(await outcomeOf(server.url(), { timeoutMs: 100 })).toBe('Error: no connection (within 0.1 s)');
    await allClosed(server);
  });

  it.each(['http://example.test/hook', 'ftp://example.test/', 'http://127.0.0.1.example.test/'])(
    'fails because %s is not https',
    async (address) => {
      expect(await outcomeOf(address)).toBe('Error: its address does not begin with https://');
    },
  );

  it('fails for plain HTTP to this machine except on a laptop, and for an invalid address', async () => {
    const server = await answering(200);
    const refused = 'Error: its address does not begin with https://';
    expect(await outcomeOf(server.url(), { allowLoopback: false })).toBe(refused);
    await expect(receiverOf({ url: literal('hooks') }).send(NOTIFICATION)).rejects.toThrow(/or is none$/);
    expect(server.connections).toHaveLength(0);
  });

  it('fails if a value would break a header', async () => {
    const server = await answering(200);
    const token = literal(`${TOKEN}\r\nx: y`);
    expect(await outcomeOf(server.url(), {}, { token })).toBe(
      'Error: its token is not right: expected an access token, without spaces',
    );
  });
});

describe('secrets', () => {
  const reading = (texts: readonly string[]) => {
    const reads: [secret: string, uncached: boolean | undefined][] = [];
    const readSecret: ReadSecret = async (name, uncached) => {
      reads.push([name, uncached]);
      return texts[Math.min(reads.length, texts.length) - 1] ?? '';
    };
    return { reads, readSecret };
  };
  const knowing = (token: string) =>
    using(
      startHttp(({ headers: { authorization } }, response) =>
        response.writeHead(authorization === `Bearer ${token}` ? 200 : 401).end(`not ${authorization}`),
      ),
    );

  it('are read once per send, by the keys of their JSON', async () => {
    const server = await knowing('new');
    const { reads, readSecret } = reading([JSON.stringify({ url: server.url(), token: 'new' })]);
    const { send } = receiverOf(
      { url: secret('prod/hook', 'url'), token: secret('prod/hook', 'token') },
      { readSecret },
    );
    await send(NOTIFICATION);
    await send(NOTIFICATION);
    expect(reads).toEqual([
      ['prod/hook', false],
      ['prod/hook', false],
    ]);
  });

  it('are read again after a refusal, until they are accepted', async () => {
    const server = await knowing('a-new-token');
    const { reads, readSecret } = reading(['an-old-token', 'a-new-token']);
    const { send } = receiverOf({ url: literal(server.url()), token: secret('prod/hook') }, { readSecret });
    await expect(send(NOTIFICATION)).rejects.toThrow(/^refused with 401: not \*\*\*$/);
    await send(NOTIFICATION);
    await send(NOTIFICATION);
    expect(reads.map(([, uncached]) => uncached)).toEqual([false, true, false]);
  });

  it("that can't be read or lack the key are named, and nothing is sent", async () => {
    const server = await answering(200);
    const url = literal(server.url());
    const unread = receiverOf({ url, token: secret('prod/hook') });
    await expect(unread.send(NOTIFICATION)).rejects.toThrow("the secret prod/hook can't be read: no secret is called");
    const { readSecret } = reading([JSON.stringify({ other: TOKEN })]);
    const unusable = receiverOf({ url, token: secret('prod/hook', 'token') }, { readSecret });
    await expect(unusable.send(NOTIFICATION)).rejects.toThrow(
      'the secret prod/hook has no text that can be sent under "token"',
    );
    expect(server.connections).toHaveLength(0);
  });
});

it.each([
  [
    'routingKey',
    'hunter2-hunter2',
    'k'.repeat(32),
    'the integration key of a PagerDuty service: 32 characters, without spaces',
  ],
  [
    'routingKey',
    `${'k'.repeat(31)} `,
    'R0+/_-'.padEnd(32, 'k'),
    'the integration key of a PagerDuty service: 32 characters, without spaces',
  ],
  ['secret', 'whsec_aHVudGVyMg==', `whsec_${'c2VjcmV0'.repeat(4)}`, 'whsec_ and base64 of 24 to 64 bytes'],
  ['topic', 'hunter2 hunter2', 'payments', 'a topic: letters, digits, dashes, underscores, up to 64'],
  ['token', 'hunter2 hunter2', TOKEN, 'an access token, without spaces'],
])(
  'a secret that is not a valid %s is named and never shown; it is read again until it is right',
  async (name, wrong, right, expected) => {
    const server = await answering(200);
    const reads: (boolean | undefined)[] = [];
    const readSecret: ReadSecret = async (_, uncached) => (reads.push(uncached) < 3 ? wrong : right);
    const { send } = receiverOf({ url: literal(server.url()), [name]: secret('prod/hook') }, { readSecret });
    for (let tries = 0; tries < 2; tries++)
      await expect(send(NOTIFICATION)).rejects.toEqual(new Error(`its ${name} is not right: expected ${expected}`));
    expect(server.connections).toHaveLength(0);
    await send(NOTIFICATION);
    await send(NOTIFICATION);
    expect(reads).toEqual([false, true, true, false]);
  },
);

describe('the filter of a receiver', () => {
  const wantsOf = (config: Partial<ReceiverConfig>, incident: { service: string; kind?: 'outage' | 'condition' }) =>
    createReceiver({ ...CONFIG, ...config }, FORM, noSecrets, { now: () => NOW, elapsed: () => 0 }).filter?.wants({
      kind: 'outage',
      severity: 'critical',
      ...incident,
    });

  it('passes everything at once by default', () => {
    const { id, filter, sendsAlertsAlone, fits } = receiverOf({});
    expect({ id, sendsAlertsAlone }).toEqual({ id: 'hook', sendsAlertsAlone: undefined });
    expect(filter).toMatchObject({ events: EVENTS, afterMs: 0 });
    expect(fits?.(NOTIFICATION)).toBe(true);
    expect(wantsOf({}, { service: 'any' })).toBe(true);
  });

  it('passes what all of its conditions pass', () => {
    const config = { services: ['billing'], kinds: ['outage'], severities: ['critical'] } as const;
    expect(wantsOf(config, { service: 'billing' })).toBe(true);
    expect(wantsOf(config, { service: 'ledger' })).toBe(false);
    expect(wantsOf(config, { service: 'billing', kind: 'condition' })).toBe(false);
    expect(wantsOf({ ...config, severities: ['warning'] }, { service: 'billing' })).toBe(false);
    expect(wantsOf({ services: [] }, { service: 'billing' })).toBe(false);
  });

  it('passes acknowledgements if its form supports them, unless it leaves out openings', () => {
    const eventsOf = (events: ReceiverConfig['events'], form: ReceiverForm) =>
      createReceiver({ ...CONFIG, events }, form, noSecrets, { now: () => NOW, elapsed: () => 0 }).filter?.events;
    const taking: ReceiverForm = { ...FORM, takesAcknowledgements: true };
    expect(eventsOf(null, taking)).toEqual([...EVENTS, 'acknowledged']);
    expect(eventsOf(['opened', 'resolved'], taking)).toEqual(['opened', 'resolved', 'acknowledged']);
    expect(eventsOf(['updated', 'resolved'], taking)).toEqual(['updated', 'resolved']);
    expect(eventsOf(null, FORM)).toEqual(EVENTS);
  });

  it('sends alerts one by one, and only small enough ones, if its form says so', () => {
    const form: ReceiverForm = { ...FORM, sendsAlertsAlone: true, fits: () => false };
    const { sendsAlertsAlone, fits, filter } = createReceiver(
      { ...CONFIG, events: ['opened'], afterMs: 60_000 },
      ...([form, noSecrets, { now: () => NOW, elapsed: () => 0 }] as const),
    );
    expect([sendsAlertsAlone, fits?.(NOTIFICATION), filter?.events, filter?.afterMs]).toEqual([
      true,
      false,
      ['opened'],
      60_000,
    ]);
  });
});
