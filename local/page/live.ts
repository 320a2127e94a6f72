/** Answers with the stream of views that a page follows, moment by moment, as server-sent events. */

import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { type Address, addressPath } from '../../lambda/view/address';
import { renderView } from '../../lambda/view/page';
import type { Drawings } from './drawings';
import type { Source } from './source';

/** Each may follow a view of its own, which takes time to draw and memory to send. */
const STREAMS = 100;
/** A browser opens six connections to a server: with no more than these, each tab still finds one to load its page. */
const STREAMS_A_CLIENT = 4;

/** How soon a reader comes back whose connection broke, in milliseconds; it belongs to the first event. */
const RETRY = 'retry: 1000\n';
const BEAT = sentEvent('beat');
/** To whoever is still there: make room for others, and come back in a while. */
const REST = sentEvent('rest');

interface Reader {
  readonly client: string;
  readonly over: AbortController;
}

/** Readers keep the mark of what they were sent, and not a view of half a megabyte. */
interface View {
  readonly mark: string;
  readonly event: Uint8Array;
}

/**
 * The view at an address: that of now, and then one for each moment; a beat where it is as it was, or not drawn yet. A moment
 * begins with news of the source, and else `momentMs` after the one before. Whoever is slow to take one misses those in
 * between. Of more readers than there may be the oldest rests. Without readers nothing is done.
 */
export function createLive(source: Source, drawings: Drawings, momentMs: number) {
  const bell = new EventEmitter().setMaxListeners(0);
  // A set keeps its order.
  const readers = new Set<Reader>();
  /** Counts the moments whose views are to be drawn. */
  let due = 0;
  let isPutOff = false;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(begin, momentMs).unref();
    // What is new is known when a run ends: until then a beat will do, but not for long. A run that hangs must not leave
    // on a page what nobody knows any more.
    isPutOff = source.running() !== null && !isPutOff;
    if (!isPutOff) due++;
    bell.emit('moment');
  };
  const enter = (reader: Reader) => {
    readers.add(reader);
    if (readers.size === 1) {
      unsubscribe = source.subscribe(begin);
      begin();
    }
    const ofClient = [...readers].filter(({ client }) => client === reader.client);
    for (const oldest of [...ofClient.slice(0, -STREAMS_A_CLIENT), ...[...readers].slice(0, -STREAMS)]) leave(oldest);
  };
  const leave = (reader: Reader) => {
    reader.over.abort();
    if (!readers.delete(reader) || readers.size > 0) return;
    unsubscribe();
    clearTimeout(timer);
  };
  const follow = async (address: Address, over: AbortSignal, stream: SSEStreamingApi) => {
    let [seen, shown] = [-1, ''];
    let drawing: Promise<View | null> | null = null;
    while (!over.aborted) {
      if (drawing === null && seen !== due) {
        seen = due;
        drawing = drawings.draw(
          `view ${addressPath(address)}`,
          () => viewOf(renderView(source.known(), address)),
          over,
        );
      }
      const rung = once(bell, 'moment', { signal: over }).then(nothing, nothing);
      const view: View | null = await (drawing === null ? rung : Promise.race([drawing, rung]));
      if (over.aborted || (drawing === null && seen !== due)) continue;
      if (view !== null) drawing = null;
      // Resolves when it is taken, so that no other waits in memory.
      await stream.write(view === null || view.mark === shown ? BEAT : view.event);
      shown = view?.mark ?? shown;
    }
  };
  return (c: Context<{ Bindings: HttpBindings }>, address: Address): Response => {
    // Of an answer without a body nobody would ever tell that its reader has gone.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    return streamSSE(c, async (stream) => {
      const reader = { client: clientOf(c), over: new AbortController() };
      stream.onAbort(() => leave(reader));
      enter(reader);
      await stream.write(RETRY);
      // A view that can't be drawn ends the stream; the page itself says why.
      await follow(address, reader.over.signal, stream).then(() => stream.write(REST), nothing);
      leave(reader);
    });
  };
}

/**
 * A browser: all its tabs are one client, and others behind the same proxy are not. Whoever pretends to be many is bounded
 * by the limit of all streams.
 */
function clientOf(c: Context): string {
  return `${getConnInfo(c).remote.address} ${c.req.header('user-agent')}`;
}

function nothing(): null {
  return null;
}

function viewOf(html: string): View {
  return { mark: createHash('sha256').update(html).digest('base64'), event: sentEvent('view', html) };
}

/** Its bytes, so that all who are sent it share them. */
function sentEvent(name: string, data = ''): Uint8Array {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return new TextEncoder().encode(`event: ${name}\n${lines.join('')}\n`);
}
