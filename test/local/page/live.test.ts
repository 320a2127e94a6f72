/** Tests of the stream of news for open pages, over HTTP. */

import { once } from 'node:events';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { knownOf } from '../../support/core/deployment-facts';
import { allClosed, stopAfterEach } from '../../support/http/servers';
import { followPage, handSource, type Stream, startPage } from '../../support/view/page';

const stopLater = stopAfterEach();
const following: Stream[] = [];
afterEach(() => {
  for (const stream of following.splice(0)) stream.leave();
});

/** Longer than any test takes. */
const NEVER_MS = 60_000;

let well: DeploymentFacts;
let ill: DeploymentFacts;
beforeAll(async () => {
  well = await knownOf({ shop: ['well', 'well'], till: ['well', 'well'] });
  ill = await knownOf({ shop: ['well', '503'], till: ['well', 'well'] });
});

/** Starts a page that sends events only at news, unless `momentMs` is given. */
async function startLive(momentMs = NEVER_MS) {
  const source = handSource(well);
  const server = await stopLater(startPage(source, { momentMs }));
  // The page itself listens too.
  const listening = source.listeners();
  const follow = async (headers = {}) => {
    const stream = await followPage(server.url(), headers);
    following.push(stream);
    return stream;
  };
  const readersListen = () => source.listeners() - listening;
  return { source, server, follow, readersListen, readersHaveLeft: () => source.haveLeft(listening) };
}

const named = (event: string) => ({ event, data: '', retry: '1000' });

it('sends an event at once, and then one for each piece of news to every reader', async () => {
  const { source, follow, readersListen } = await startLive();
  const { status, headers, next } = await follow();
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/event-stream' });
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(await next()).toEqual(named('news'));
  const late = await follow();
  expect(await late.next()).toEqual(named('news'));
  for (const known of [ill, well]) {
    source.tell(known);
    for (const stream of [{ next }, late]) expect(await stream.next()).toEqual(named('news'));
  }
  expect(readersListen()).toBe(1);
});

it('sends beats without news, and news from time to time so that durations go on', async () => {
  const { follow } = await startLive(20);
  const { next } = await follow();
  const events: (string | undefined)[] = [];
  while (events.length < 7) events.push((await next())?.event);
  expect(events).toEqual(['news', 'beat', 'beat', 'news', 'beat', 'beat', 'news']);
});

it('drops a reader who has left, and keeps the others', async () => {
  const { source, server, follow, readersListen, readersHaveLeft } = await startLive();
  const first = await follow();
  const second = await follow();
  await first.next();
  await second.next();
  first.leave();
  source.tell(ill);
  expect(await second.next()).toMatchObject({ event: 'news' });
  expect(readersListen()).toBe(1);
  second.leave();
  await allClosed(server);
  // The server hears of it a moment after its socket.
  await readersHaveLeft();
  const later = await follow();
  expect(await later.next()).toMatchObject({ event: 'news' });
});

it('ends the oldest streams of a browser with many tabs, so that it can load pages', async () => {
  const { source, follow } = await startLive();
  const tabs: Stream[] = [];
  for (let tab = 0; tab < 6; tab++) {
    const stream = await follow();
    expect(await stream.next()).toMatchObject({ event: 'news' });
    tabs.push(stream);
  }
  const [first, second, ...others] = tabs as [Stream, Stream, ...Stream[]];
  for (const { next } of [first, second]) {
    expect(await next()).toEqual(named('rest'));
    expect(await next()).toBeNull();
  }
  source.tell(ill);
  for (const { next } of others) expect(await next()).toMatchObject({ event: 'news' });
});

it('gives the place of a closed tab to another', async () => {
  const { source, server, follow } = await startLive();
  const tabs: Stream[] = [];
  for (let tab = 0; tab < 4; tab++) tabs.push(await follow());
  for (const { next } of tabs) await next();
  tabs.pop()?.leave();
  await Promise.race(server.connections.map((socket) => once(socket, 'close')));
  const another = await follow();
  expect(await another.next()).toMatchObject({ event: 'news' });
  source.tell(ill);
  for (const { next } of [...tabs, another]) expect(await next()).toMatchObject({ event: 'news' });
});

it('serves a hundred readers, and ends the oldest streams beyond that', async () => {
  const { source, follow } = await startLive();
  const streams: Stream[] = [];
  for (let reader = 0; reader < 102; reader++) streams.push(await follow({ 'user-agent': `reader ${reader}` }));
  for (const { next } of streams) expect(await next()).toMatchObject({ event: 'news' });
  const [first, second, ...others] = streams as [Stream, Stream, ...Stream[]];
  for (const { next } of [first, second]) {
    expect(await next()).toMatchObject({ event: 'rest' });
    expect(await next()).toBeNull();
  }
  source.tell(ill);
  for (const { next } of others) expect(await next()).toMatchObject({ event: 'news' });
});

it('ends with the server', async () => {
  const { server, follow, readersHaveLeft } = await startLive();
  const stream = await follow();
  await stream.next();
  const ended = stream.next();
  await server.stop();
  expect(await ended).toBeNull();
  await readersHaveLeft();
});

it('does not wait for a reader who reads nothing', async () => {
  const { source, follow } = await startLive();
  const slow = await follow();
  const quick = await follow();
  await quick.next();
  for (let step = 0; step < 1_000; step++) {
    source.tell(step % 2 ? well : ill);
    expect(await quick.next()).toMatchObject({ event: 'news' });
  }
  expect(await slow.next()).toMatchObject({ event: 'news' });
});
