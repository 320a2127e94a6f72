/** The stream of views that a page follows, over HTTP. */

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { START } from '../../../lambda/core/documents/address';
import type { Known } from '../../../lambda/core/documents/facts/known';
import { knownOf } from '../../support/core/known';
import { allClosed, stopAfterEach } from '../../support/http/servers';
import { renderView } from '../../support/view/drawn-page';
import { followPage, handSource, type Stream, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();
const following: Stream[] = [];
afterEach(() => {
  for (const stream of following.splice(0)) stream.leave();
});

const OVERVIEW = START;
/** Longer than any test takes. */
const NEVER_MS = 60_000;

let well: Known;
let ill: Known;
beforeAll(async () => {
  well = await knownOf({ shop: ['well', 'well'], till: ['well', 'well'] });
  ill = await knownOf({ shop: ['well', '503'], till: ['well', 'well'] });
});

/** A page whose views change by news alone, unless it is told otherwise. */
async function startLive(momentMs = NEVER_MS) {
  const source = handSource(well);
  const server = await stopLater(startPage(source, { momentMs }));
  const follow = async (at = '/', headers = {}) => {
    const stream = await followPage(server.url(), at, headers);
    following.push(stream);
    return stream;
  };
  return { source, server, follow };
}

it('brings the view of now at once, and the next with the news', async () => {
  const { source, follow } = await startLive();
  const { status, headers, next } = await follow();
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/event-stream' });
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-encoding']).toBe('gzip');
  expect(headers.vary).toContain('Accept-Encoding');
  expect(await next()).toEqual({ event: 'view', data: renderView(well, OVERVIEW), retry: '1000' });
  source.tell(ill);
  expect(await next()).toEqual({ event: 'view', data: renderView(ill, OVERVIEW) });
});

it.each([
  ['as it is for a reader that takes nothing else', {}, false],
  ['as it is for a reader that refuses gzip', { 'accept-encoding': 'gzip;q=0, deflate' }, false],
  ['packed into a fraction for all others, each event whole as it comes', { 'accept-encoding': 'br, gzip' }, true],
])('comes %s', async (_, headers, isPacked) => {
  const { source, server } = await startLive();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL('/live', server.url()), { headers }, resolve).once('error', reject);
  });
  expect(response.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined);
  let [bytes, text] = [0, ''];
  const unpacked = isPacked ? response.pipe(createGunzip()) : response;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  unpacked.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const shows = async (part: string) => {
    while (!text.includes(part)) await once(unpacked, 'data');
  };
  await shows(`data: ${renderView(well, OVERVIEW)}\n\n`);
  source.tell(ill);
  await shows(`data: ${renderView(ill, OVERVIEW)}\n\n`);
  expect(bytes < text.length / 3).toBe(isPacked);
  response.destroy();
});

it('is sent anew to all who have not seen the same', async () => {
  const { source, follow } = await startLive();
  const [early, other] = [await follow(), await follow('/?find=shop')];
  for (const { next } of [early, other]) await next();
  source.tell(ill);
  expect(await early.next()).toMatchObject({ data: renderView(ill, OVERVIEW) });
  expect(await other.next()).toMatchObject({ data: renderView(ill, { ...OVERVIEW, find: 'shop' }) });
  const late = await follow();
  expect(await late.next()).toMatchObject({ data: renderView(ill, OVERVIEW) });
  // Of another time, and else the same: those who have it get none, who comes now gets it with its own time.
  const later = { ...ill, now: ill.now + 1 };
  source.tell(later);
  expect(await early.next()).toMatchObject({ event: 'beat' });
  const last = await follow();
  expect(await last.next()).toMatchObject({ data: renderView(later, OVERVIEW) });
  const again = { ...well, now: ill.now + 2 };
  source.tell(again);
  for (const stream of [early, late, last]) expect(await viewOf(stream)).toBe(renderView(again, OVERVIEW));
});

it('stays whole if the address holds line breaks of any kind: a stream has but one', async () => {
  const { source, follow } = await startLive();
  const breaks = '\r\n\r\r\n\n';
  const stream = await follow(`/?find=${encodeURIComponent(breaks)}`);
  await stream.next();
  source.tell(ill);
  const whole = renderView(ill, { ...OVERVIEW, find: breaks });
  expect(await viewOf(stream)).toBe(whole.replace(/\r\n?/g, '\n'));
});

it('is of the address that is asked for', async () => {
  const { follow } = await startLive();
  const { next } = await follow('/services/till?range=24h');
  expect(await next()).toMatchObject({ data: renderView(well, { ...OVERVIEW, service: 'till', range: '24h' }) });
});

it('shows it in a tab that is open on a service which has left the config', async () => {
  const { follow } = await startLive();
  const { next } = await follow('/services/gone');
  expect((await next())?.data).toContain('There is no service &quot;gone&quot;');
});

it('beats if nothing is new', async () => {
  const { source, follow } = await startLive();
  const { next } = await follow();
  await next();
  source.tell(well);
  expect(await next()).toEqual({ event: 'beat', data: '' });
});

it('goes on with time alone, so that durations do', async () => {
  const { source, follow } = await startLive(20);
  const { next } = await follow();
  const untilView = async () => {
    for (let event = await next(); event?.event !== 'view'; event = await next()) expect(event?.event).toBe('beat');
  };
  // The first drawing may take longer than a moment.
  await untilView();
  expect(await next()).toEqual({ event: 'beat', data: '' });
  // That time has passed is nothing new by itself.
  source.tell({ ...well, now: well.now + 1 });
  for (let count = 0; count < 20; count++) expect(await next()).toEqual({ event: 'beat', data: '' });
  source.tell(ill);
  await untilView();
});

it('reaches every reader', async () => {
  const { source, follow } = await startLive();
  const readers = await Promise.all([follow(), follow(), follow('/services/shop')]);
  for (const { next } of readers) await next();
  const drawn = jest.spyOn(source, 'known');
  source.tell(ill);
  for (const { next } of readers) expect(await next()).toMatchObject({ event: 'view' });
  expect(source.listeners()).toBe(1);
  // Of each address, and not of each reader.
  expect(drawn).toHaveBeenCalledTimes(2);
});

it('is forgotten when its reader goes, whatever the others do', async () => {
  const { source, server, follow } = await startLive();
  const [first, second] = [await follow(), await follow()];
  await first.next();
  await second.next();
  first.leave();
  source.tell(ill);
  expect(await second.next()).toMatchObject({ event: 'view' });
  expect(source.listeners()).toBe(1);
  second.leave();
  await allClosed(server);
  // The server hears of it a moment after its socket.
  while (source.listeners() > 0) await wait(1);
  const later = await follow();
  expect(await later.next()).toMatchObject({ data: renderView(ill, OVERVIEW) });
});

it('leaves a browser with many tabs connections to load pages with: the oldest rests', async () => {
  const { source, follow } = await startLive();
  const tabs: Stream[] = [];
  for (let tab = 0; tab < 6; tab++) {
    const stream = await follow();
    expect(await stream.next()).toMatchObject({ event: 'view' });
    tabs.push(stream);
  }
  const [first, second, ...others] = tabs as [Stream, Stream, ...Stream[]];
  for (const { next } of [first, second]) {
    expect(await next()).toEqual({ event: 'rest', data: '' });
    expect(await next()).toBeNull();
  }
  source.tell(ill);
  for (const { next } of others) expect(await next()).toMatchObject({ event: 'view' });
});

it('of a tab that was closed makes room for another', async () => {
  const { source, server, follow } = await startLive();
  const tabs: Stream[] = [];
  for (let tab = 0; tab < 4; tab++) tabs.push(await follow());
  for (const { next } of tabs) await next();
  tabs.pop()?.leave();
  while (server.connections.filter(({ closed }) => !closed).length > tabs.length) await wait(1);
  const another = await follow();
  expect(await another.next()).toMatchObject({ event: 'view' });
  source.tell(ill);
  for (const { next } of [...tabs, another]) expect(await next()).toMatchObject({ event: 'view' });
});

it('is open to a hundred readers at once, whatever they call themselves: beyond that the oldest rests', async () => {
  const { source, server } = await startLive();
  const streams: Stream[] = [];
  for (let reader = 0; reader < 102; reader++) {
    const stream = await followPage(server.url(), `/?find=${reader}`, { 'user-agent': `reader ${reader}` });
    following.push(stream);
    streams.push(stream);
  }
  const nextView = async ({ next }: Stream) => {
    for (;;) {
      const event = await next();
      if (event?.event !== 'beat') return event?.event;
    }
  };
  const [first, second, ...others] = streams as [Stream, Stream, ...Stream[]];
  for (const { next } of [first, second]) {
    const names = [await next(), await next(), await next()].map((event) => event?.event);
    expect(names).toContain('rest');
    expect(names.at(-1)).toBeUndefined();
  }
  for (const stream of others) expect(await nextView(stream)).toBe('view');
  source.tell(ill);
  for (const stream of others) expect(await nextView(stream)).toBe('view');
});

it('of a run that is under way waits a moment for its end; who comes then gets a view', async () => {
  const { source, follow } = await startLive();
  const early = await follow();
  await early.next();
  const end = source.run();
  source.tell(ill);
  expect(await early.next()).toEqual({ event: 'beat', data: '' });
  const late = await follow('/services/shop');
  expect(await viewOf(late)).toContain('shop');
  end();
  source.tell(ill);
  expect(await viewOf(early)).toBe(renderView(ill, OVERVIEW));
});

it('of a run that hangs does not wait for its end: what nobody knows any more must not stay on a page', async () => {
  const { source, follow } = await startLive(20);
  const stream = await follow();
  await stream.next();
  source.run();
  const stale = { ...well, now: well.now + 10 * well.staleAfterMs };
  source.tell(stale);
  expect(await viewOf(stream)).toBe(renderView(stale, OVERVIEW));
});

async function viewOf({ next }: Stream): Promise<string | undefined> {
  let event = await next();
  while (event?.event === 'beat') event = await next();
  return event?.data;
}

it('ends at once with the server', async () => {
  const { source, server, follow } = await startLive();
  const stream = await follow();
  await stream.next();
  const ended = stream.next();
  await server.stop();
  expect(await ended).toBeNull();
  while (source.listeners() > 0) await wait(1);
});

it('a reader who takes nothing holds up nobody, and gets the newest view later', async () => {
  const { source, server, follow } = await startLive();
  // Packed, ten such views would fit into what a connection holds anyway.
  const slow = await follow('/', { 'accept-encoding': 'identity' });
  const quick = await follow();
  const long = { ...well, problems: ['x'.repeat(3_000_000)] };
  await quick.next();
  for (let step = 0; step < 10; step++) {
    source.tell(step % 2 ? long : { ...long, deployment: `step-${step}` });
    expect(await quick.next()).toMatchObject({ event: 'view' });
  }
  source.tell(ill);
  expect(await quick.next()).toMatchObject({ data: renderView(ill, OVERVIEW) });
  // Of thirty megabytes the server keeps no more than it was writing when the reader stopped.
  expect(Math.max(...server.connections.map(({ writableLength }) => writableLength))).toBeLessThan(10_000_000);
  let event = await slow.next();
  let views = 1;
  for (; event?.data !== renderView(ill, OVERVIEW); views++) event = await slow.next();
  expect(views).toBeLessThan(8);
});

it('a view that can not be drawn ends the stream, and nothing else', async () => {
  const { source, server, follow } = await startLive();
  const stream = await follow();
  await stream.next();
  source.tell({ ...well, services: null as never });
  expect([await stream.next(), await stream.next()].at(-1)).toBeNull();
  const broken = await fetch(server.url());
  expect(broken.status).toBe(500);
  expect(await broken.text()).toMatch(/^This is a bug in statuswatch, please report it: [^\n]+\n$/);
  source.tell(ill);
  expect(await (await follow()).next()).toMatchObject({ data: renderView(ill, OVERVIEW) });
});
