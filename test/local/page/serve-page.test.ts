/** The page at a port of this machine: which one it gets, who may call it, and how it ends. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Known } from '../../../lambda/view/known/known';
import { readPagePlace } from '../../../local/page/page-place';
import { MAX_CONNECTIONS, type ServedPage, servePage } from '../../../local/page/serve-page';
import { knownOf } from '../../support/known';
import { askPage, followPage, handSource } from '../../support/page';
import { type RunningServer, startHttp, stopAfterEach } from '../../support/servers';

const stopLater = stopAfterEach();
const served: ServedPage[] = [];
afterEach(() => Promise.all(served.splice(0).map((page) => page.close())));

let known: Known;
beforeAll(async () => {
  known = await knownOf({ shop: ['well'] });
});

async function serve(host: string, port: number): Promise<ServedPage> {
  const page = await servePage(handSource(known), { host, port });
  served.push(page);
  return page;
}

/** A server on a port after which there are free ones. */
async function occupied(): Promise<RunningServer> {
  const server = await stopLater(startHttp((_, response) => response.end('other')));
  return server.port < 65_000 ? server : occupied();
}

it('is where it says, on loopback', async () => {
  const page = await serve('127.0.0.1', 0);
  expect(page.url).toBe(`http://127.0.0.1:${page.port}/`);
  const answer = await fetch(page.url);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('shop');
});

it('has the script that is built beside the command line', async () => {
  const page = await serve('127.0.0.1', 0);
  expect((await askPage(page, '/live.js')).text).toContain('EventSource');
});

it('takes the next port if its own is taken', async () => {
  const { port } = await occupied();
  const page = await serve('127.0.0.1', port);
  expect(page.port).toBeGreaterThan(port);
  expect(page.port).toBeLessThan(port + 20);
  expect((await fetch(page.url)).status).toBe(200);
});

it('says so if there is no next one', async () => {
  const last = await serve('127.0.0.1', 65_535).catch(() => null);
  expect(last?.port ?? 65_535).toBe(65_535);
  await expect(serve('127.0.0.1', 65_535)).rejects.toThrow(
    "the page can't be served: port 65535 is taken; choose another with --port, or go without the page with --no-page",
  );
});

it.each(['192.0.2.1', 'nowhere.invalid'])('says that %s is no address of this machine', async (host) => {
  await expect(serve(host, 0)).rejects.toThrow(
    `the page can't be served: "${host}" is no address of this machine; choose another with --host, or go without`,
  );
});

it('on loopback answers to the names of loopback alone; elsewhere to any', async () => {
  const statusOf = async (page: ServedPage, host: string) =>
    (await askPage(page, '/status', { headers: { host } })).status;
  const own = await serve('127.0.0.1', 0);
  const open = await serve('0.0.0.0', 0);
  expect(open.url).toBe(`http://localhost:${open.port}/`);
  expect(await statusOf(own, `localhost:${own.port}`)).toBe(200);
  expect(await statusOf(own, `evil.example:${own.port}`)).toBe(403);
  expect(await statusOf(open, 'status.internal')).toBe(200);
});

it('takes no more connections than leave files for the checks', async () => {
  const page = await serve('127.0.0.1', 0);
  const tooMany = 20;
  const idle = Array.from({ length: MAX_CONNECTIONS + tooMany }, () => connect(page.port, '127.0.0.1'));
  const closed = await new Promise((resolve) => {
    let count = 0;
    for (const socket of idle) socket.once('close', () => ++count === tooMany && resolve(count));
  });
  expect(closed).toBe(tooMany);
  // Those that are left are served.
  const [open] = idle.filter(({ destroyed }) => !destroyed) as [Socket];
  open.write(`GET /status HTTP/1.1\r\nHost: 127.0.0.1:${page.port}\r\n\r\n`);
  const [answer] = await once(open, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of idle) socket.destroy();
});

it('ends at once, with the streams that are open', async () => {
  const page = await servePage(handSource(known), { host: '127.0.0.1', port: 0 });
  const stream = await followPage(page.url.slice(0, -1), '/');
  await stream.next();
  const begunAt = performance.now();
  await page.close();
  expect(await stream.next()).toBeNull();
  expect(performance.now() - begunAt).toBeLessThan(1_000);
  await expect(fetch(page.url)).rejects.toThrow();
});

describe('where it is to be', () => {
  const DEFAULTS = { port: '4280', host: '127.0.0.1', page: true };
  it.each([
    [DEFAULTS, { port: 4280, host: '127.0.0.1' }],
    [
      { ...DEFAULTS, port: '0', host: '[::1]' },
      { port: 0, host: '::1' },
    ],
    [
      { ...DEFAULTS, host: 'status.internal' },
      { port: 4280, host: 'status.internal' },
    ],
    [
      { ...DEFAULTS, token: '0123456789abcdef' },
      { port: 4280, host: '127.0.0.1', token: '0123456789abcdef' },
    ],
    [{ ...DEFAULTS, page: false }, null],
    [{ ...DEFAULTS, once: true }, null],
  ])('%j is %j', (options, place) => {
    expect(readPagePlace(options)).toEqual(place);
  });

  it.each([
    [{ ...DEFAULTS, port: '65536' }, '--port holds "65536"; expected a number from 0 to 65535'],
    [{ ...DEFAULTS, port: '4e3' }, '--port holds "4e3"'],
    [{ ...DEFAULTS, port: '', page: false }, '--port holds ""'],
    [{ ...DEFAULTS, host: '' }, '--host holds ""; expected an address of this machine'],
    [{ ...DEFAULTS, host: 'http://x/' }, '--host holds "http://x/"'],
    [{ ...DEFAULTS, token: '0123456789abcde' }, '--token is too short: expected at least 16 characters'],
  ])('%j is refused', (options, why) => {
    expect(() => readPagePlace(options)).toThrow(why);
  });
});
