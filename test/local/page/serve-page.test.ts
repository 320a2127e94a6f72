/** Tests of the page at a port of this machine: its port, its host names, and how it stops. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { type PagePlace, readPagePlace } from '../../../local/page/page-place';
import { type ServedPage, servePage } from '../../../local/page/serve-page';
import { knownOf } from '../../support/core/deployment-facts';
import { type RunningServer, startHttp, stopAfterEach } from '../../support/http/servers';
import { askPage, followPage, handSource } from '../../support/view/page';

const stopLater = stopAfterEach();
const served: ServedPage[] = [];
afterEach(() => Promise.all(served.splice(0).map((page) => page.close())));

let known: DeploymentFacts;
beforeAll(async () => {
  known = await knownOf({ shop: ['well'] });
});

async function serve(host: string, port: number, allowed: readonly string[] = []): Promise<ServedPage> {
  return servePlace({ host, port, allowed });
}

async function servePlace(place: PagePlace): Promise<ServedPage> {
  const page = await servePage(handSource(known), place);
  served.push(page);
  return page;
}

/** Starts a server on a port that is followed by free ones. */
async function occupied(): Promise<RunningServer> {
  const server = await stopLater(startHttp((_, response) => response.end('other')));
  return server.port < 65_000 ? server : occupied();
}

it.each([
  ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['a backslash in the path', 'GET /a\\b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['no host', 'GET / HTTP/1.0\r\n\r\n'],
])('refuses a request with %s, with the headers of the page', async (_, request) => {
  const page = await serve('127.0.0.1', 0);
  const socket = connect(page.port, '127.0.0.1');
  socket.write(request);
  let head = '';
  for await (const chunk of socket) {
    head += chunk;
    if (head.includes('not valid')) break;
  }
  expect(head).toMatch(/^HTTP\/1.1 400 /);
  expect(head).toMatch(/\r\ncontent-security-policy: default-src 'none';/i);
  expect(head).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  expect(head).toMatch(/\r\n\r\n.*This request is not valid\.\n/s);
});

it('the page is served at its URL, on loopback', async () => {
  const page = await serve('127.0.0.1', 0);
  expect(page.url).toBe(`http://127.0.0.1:${page.port}/`);
  const answer = await fetch(page.url);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('shop');
});

it('serves the script that is built with the command line', async () => {
  const page = await serve('127.0.0.1', 0);
  expect((await askPage(page, '/live.js')).text).toContain('EventSource');
});

it('uses the next port if the default port is taken', async () => {
  const { port } = await occupied();
  const page = await servePlace({ host: '127.0.0.1', port, takesNextPort: true });
  expect(page.port).toBeGreaterThan(port);
  expect(page.port).toBeLessThan(port + 20);
  expect((await fetch(page.url)).status).toBe(200);
});

it('does not use another port than the requested one', async () => {
  const { port } = await occupied();
  await expect(serve('127.0.0.1', port)).rejects.toThrow(
    `the page can't be served: port ${port} is taken; choose another with --port, or use --no-page`,
  );
});

it('fails if there is no next port', async () => {
  const last = await serve('127.0.0.1', 65_535).catch(() => null);
  expect(last?.port ?? 65_535).toBe(65_535);
  await expect(servePlace({ host: '127.0.0.1', port: 65_535, takesNextPort: true })).rejects.toThrow(
    "the page can't be served: port 65535 is taken; choose another with --port, or use --no-page",
  );
});

it.each(['192.0.2.1', 'nowhere.invalid'])('refuses %s, which is not an address of this machine', async (host) => {
  await expect(serve(host, 0)).rejects.toThrow(
    `the page can't be served: "${host}" is not an address of this machine; choose another with --host, or use`,
  );
});

it('answers to addresses, names of the machine and allowed names only', async () => {
  const statusOf = async (page: ServedPage, host: string) =>
    (await askPage(page, '/status', { headers: { host } })).status;
  const own = await serve('127.0.0.1', 0);
  const open = await serve('0.0.0.0', 0, ['Status.Example.com']);
  const names = ['localhost', '127.0.0.1', hostname(), 'status.example.com', 'evil.example'];
  const asked = (page: ServedPage) => Promise.all(names.map((name) => statusOf(page, `${name}:${page.port}`)));
  expect(await asked(own)).toEqual([200, 200, 403, 403, 403]);
  expect(await asked(open)).toEqual([200, 200, 200, 200, 403]);
});

it('names the addresses for other machines if it listens on all', async () => {
  const open = await serve('0.0.0.0', 0);
  expect(open.url).toBe(`http://localhost:${open.port}/`);
  const external = Object.values(networkInterfaces()).flatMap((all) => all?.filter(({ internal }) => !internal) ?? []);
  const expected = external.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
  expect(open.otherUrls).toEqual(expected.map((address) => `http://${address}:${open.port}/`));
  for (const url of open.otherUrls) expect((await fetch(`${url}status`)).status).toBe(200);
  expect(open.linkedUrl).toBe(open.otherUrls[0] ?? open.url);
  const own = await serve('127.0.0.1', 0);
  expect([own.otherUrls, own.linkedUrl]).toEqual([[], own.url]);
});

it('answers waiting clients after others sent many requests and left', async () => {
  const page = await serve('127.0.0.1', 0);
  const host = `Host: 127.0.0.1:${page.port}\r\n\r\n`;
  const greedy = connect(page.port, '127.0.0.1').resume();
  const closed = once(greedy, 'close');
  greedy.on('error', () => undefined);
  greedy.write(`GET /live HTTP/1.1\r\n${host}${`GET / HTTP/1.1\r\n${host}`.repeat(100)}`);
  await closed;
  expect((await askPage(page, '/')).status).toBe(200);
});

it('ends its open streams', async () => {
  const page = await servePage(handSource(known), { host: '127.0.0.1', port: 0 });
  const stream = await followPage(page.url.slice(0, -1));
  await stream.next();
  await page.close();
  expect(await stream.next()).toBeNull();
  await expect(fetch(page.url)).rejects.toThrow();
});

describe('the options for its place', () => {
  const DEFAULTS = { port: '4280', host: '127.0.0.1', page: true };
  const PLACE = { port: 4280, takesNextPort: false, host: '127.0.0.1', allowed: [], token: null, url: null };
  const TOKEN = '9f86d081884c7d65';
  it.each([
    [DEFAULTS, PLACE],
    [
      { host: DEFAULTS.host, page: true },
      { ...PLACE, takesNextPort: true },
    ],
    [
      { ...DEFAULTS, port: '0', host: '[::1]' },
      { ...PLACE, port: 0, host: '::1' },
    ],
    [
      { ...DEFAULTS, host: 'status.internal', allowHost: ['status.example.com', 'status'] },
      { ...PLACE, host: 'status.internal', allowed: ['status.example.com', 'status'] },
    ],
    [
      { ...DEFAULTS, token: TOKEN },
      { ...PLACE, token: TOKEN },
    ],
    [
      { ...DEFAULTS, url: ' https://status.example.com/shop ' },
      { ...PLACE, url: 'https://status.example.com/shop' },
    ],
    [{ ...DEFAULTS, page: false }, null],
    [{ ...DEFAULTS, once: true }, null],
  ])('%j are read as %j', (options, place) => {
    expect(readPagePlace(options, {})).toEqual(place);
  });

  it.each([
    [{ ...DEFAULTS, port: '65536' }, '--port is "65536"; expected a number from 0 to 65535'],
    [{ ...DEFAULTS, port: '4e3' }, '--port is "4e3"'],
    [{ ...DEFAULTS, port: '', page: false }, '--port is ""'],
    [{ ...DEFAULTS, host: '' }, '--host is ""; expected an address of this machine'],
    [{ ...DEFAULTS, host: 'http://x/' }, '--host is "http://x/"'],
    [{ ...DEFAULTS, allowHost: ['a', 'b:80'] }, '--allow-host is "b:80"; expected a name without a port'],
    [{ ...DEFAULTS, allowHost: ['*'] }, '--allow-host is "*"'],
    [{ ...DEFAULTS, url: 'status.example.com' }, '--url is "status.example.com"; expected the address of the page'],
    [{ ...DEFAULTS, url: 'ftp://status.example.com' }, '--url is "ftp://status.example.com"'],
    [{ ...DEFAULTS, url: 'https://ana:secret@status.example.com' }, '--url has a user name or a password'],
    [{ ...DEFAULTS, token: 'short' }, '--token is easy to guess'],
  ])('%j are refused', (options, why) => {
    expect(() => readPagePlace(options, {})).toThrow(why);
  });
});

it.each<readonly [Partial<PagePlace>, RegExp | null]>([
  [{}, /^http:\/\/127\.0\.0\.1:\d+\/#unlock=\w{4}-\w{4}-\w{4}$/],
  [{ host: '0.0.0.0' }, /^http:\/\/localhost:\d+\/#unlock=/],
  [{ host: hostname(), url: 'https://status.example.com/' }, /^https:\/\/status\.example\.com\/#unlock=/],
  [{ url: 'http://status.example.com/' }, /^http:\/\/127/],
  [{ token: null }, null],
])('has a link that unlocks a browser, over TLS or on loopback alone: %j', async (place, expected) => {
  const control = { answer: async () => ({ kind: 'asked', text: '' }), canSilence: true };
  const page = await servePage(
    handSource(known),
    { host: '127.0.0.1', port: 0, token: 'x'.repeat(16), ...place },
    control,
  );
  served.push(page);
  expect(page.unlockUrl).toEqual(expected === null ? null : expect.stringMatching(expected));
});
