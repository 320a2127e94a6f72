/** One pulse on a real connection: the request, what counts as delivered, and errors without its address. */

import type { RequestListener } from 'node:http';
import { createPulseSender, type PulseOptions } from '../../../../lambda/adapters/http/send-pulse';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import type { PulseConfig } from '../../../../lambda/core/config/pulse';
import { type Shard, WHOLE } from '../../../../lambda/core/config/shard';
import { closedPort, startHttp, stopAfterEach } from '../../../support/http/servers';

const stopLater = stopAfterEach();
const SECRET = 'c0ffee00-uuid-of-the-pulse';
const HIDDEN = { kind: 'hidden', text: '', secrets: [] } as const;

async function serving(answer: RequestListener = (_, response) => response.end('OK')) {
  const asked: string[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answer(request, response);
    }),
  );
  return { url: server.url(), asked };
}

interface Sent extends PulseOptions {
  readonly isDone?: boolean;
  readonly shard?: Shard;
}

/** `delivered`, or why not. */
async function sent(url: string, { isDone = true, shard = WHOLE, ...options }: Sent = {}): Promise<string> {
  const pulse: PulseConfig = { id: 'outside', url: { ...HIDDEN, value: url }, failPath: true };
  const send = createPulseSender(async () => '', systemClock, { allowLoopback: true, timeoutMs: 20_000, ...options });
  try {
    await send(pulse, { isDone, shard });
    return 'delivered';
  } catch (error) {
    expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toMatch(/c0ffee|create=1|127\.0\.0\.1:\d/);
    return (error as Error).message;
  }
}

it('is one GET without a body', async () => {
  const { url, asked } = await serving();
  expect(await sent(`${url}/${SECRET}?create=1`)).toBe('delivered');
  expect(asked).toEqual([`GET /${SECRET}?create=1`]);
});

// Source: healthchecks.io/docs/signaling_failures: "append either /fail or /{exit-status} to your normal ping URL".
it.each([
  [`/${SECRET}`, `/${SECRET}/fail`],
  [`/${SECRET}/`, `/${SECRET}/fail`],
  [`/${SECRET}?create=1`, `/${SECRET}/fail?create=1`],
])('for a failed run, %s goes to %s', async (path, failed) => {
  const { url, asked } = await serving();
  expect(await sent(`${url}${path}`, { isDone: false })).toBe('delivered');
  expect(asked).toEqual([`GET ${failed}`]);
});

it('counts any 2xx, however long the body is', async () => {
  const { url } = await serving((_, response) => response.writeHead(201).end('x'.repeat(1_000_000)));
  expect(await sent(`${url}/${SECRET}`)).toBe('delivered');
});

it.each([
  ['a redirect, which is not followed', 302, { location: `/${SECRET}/next` }],
  ['what repeats the address', 404, {}],
  ['an error', 500, {}],
])('does not count %s', async (_, status, headers) => {
  const { url, asked } = await serving((request, response) =>
    response.writeHead(status, headers).end(`no such check: ${request.url}`),
  );
  expect(await sent(`${url}/${SECRET}?create=1`)).toBe(`refused with ${status}`);
  expect(asked).toHaveLength(1);
});

it('reports that nothing listens, and that no answer comes in time', async () => {
  expect(await sent(`http://127.0.0.1:${await closedPort()}/${SECRET}`)).toBe('no connection (ECONNREFUSED)');
  const { url } = await serving(() => {});
  expect(await sent(`${url}/${SECRET}`, { timeoutMs: 1_000 })).toBe('no answer (within 1 s)');
});

it('refuses an invalid address, and one without TLS', async () => {
  expect(await sent('c0ffee')).toBe('its address does not begin with https://, or is none');
  const { url } = await serving();
  expect(await sent(url, { allowLoopback: false })).toBe('its address does not begin with https://');
});

describe('of several shards', () => {
  const shard = { index: 1, count: 3 };

  it('each has its own address', async () => {
    const { url, asked } = await serving();
    expect(await sent(`${url}/${SECRET}/shop-{part}`, { shard })).toBe('delivered');
    expect(asked).toEqual([`GET /${SECRET}/shop-2`]);
  });

  it('is not sent to an address that all would share', async () => {
    const { url, asked } = await serving();
    expect(await sent(`${url}/${SECRET}`, { shard })).toMatch(/^its address lacks \{part\}: .* all 3 parts/);
    expect(asked).toEqual([]);
  });
});

describe('its secret', () => {
  const url = { kind: 'secret', secret: 'shop/pulse', key: null } as const;
  const pulse = { id: 'outside', url, failPath: false };
  const run = { isDone: true, shard: WHOLE };

  it('is read again once the pulse was refused', async () => {
    const server = await serving((_, response) => response.writeHead(404).end());
    const reads: boolean[] = [];
    const read = async (_: string, uncached = false) => {
      reads.push(uncached);
      return `${server.url}/${SECRET}`;
    };
    const send = createPulseSender(read, systemClock, { allowLoopback: true });
    await expect(send(pulse, run)).rejects.toThrow('refused with 404');
    await expect(send(pulse, run)).rejects.toThrow('refused with 404');
    expect(reads).toEqual([false, true]);
  });

  it("delays nothing if it can't be read", async () => {
    const hanging = createPulseSender(() => new Promise(() => {}), systemClock, { timeoutMs: 50 });
    await expect(hanging(pulse, run)).rejects.toThrow("its secret can't be read within 0.05 s");
    const refusing = createPulseSender(async () => Promise.reject(new Error('denied')), systemClock);
    await expect(refusing(pulse, run)).rejects.toThrow("the secret shop/pulse can't be read: denied");
  });
});
