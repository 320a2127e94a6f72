/** Sends the page's view as a stream of server-sent events, again at each moment. */

import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { promisify } from 'node:util';
import { constants, deflateRaw, type ZlibOptions } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { streamSSE } from 'hono/streaming';
import { type Address, addressPath } from '../../lambda/core/documents/address';
import { timeShown } from '../../lambda/core/documents/facts/stories';
import type { PageControls } from '../../lambda/view/controls/service-controls';
import { drawView } from '../../lambda/view/page/page';
import type { Draw } from './drawings';
import type { Source } from './source/source';

/** Each stream may show a view of its own, which takes time to render and memory to send. */
const STREAMS = 100;
/** A browser opens six connections to a server: with this limit, a new tab still finds one to load its page. */
const STREAMS_A_CLIENT = 4;

/** How soon a reader whose connection broke comes back, in milliseconds; it belongs to the first event. */
const RETRY = chunkOf('retry: 1000\n');
const BEAT = eventChunk('beat');
/** Asks a reader to make room for others, and to come back later. */
const REST = eventChunk('rest');

interface Reader {
  readonly client: string;
  readonly over: AbortController;
}

/** Bytes of a stream, which all readers share. */
interface Chunk {
  readonly plain: Uint8Array;
  /** The same as a part of a gzip stream; made once, when a reader first takes it, and not on the event loop. */
  readonly packed: () => Promise<Uint8Array>;
}

/** For each reader only the mark of the view it got is kept, not half a megabyte of view. */
interface View {
  readonly mark: string;
  readonly event: Chunk;
}

/**
 * Sends the present view at an address, and then one event for each moment: the view, or a beat if it is unchanged or not
 * rendered yet. A moment begins if the source has news, and otherwise `momentMs` after the last one. A slow reader
 * misses the views in between. If there are too many readers, the oldest rests. Without readers nothing is done.
 */
export function createLive(source: Source, draw: Draw, momentMs: number, controls: PageControls | null) {
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
    // News comes at the end of a run: until then a beat will do, but not for long. If a run hangs, the page must not go
    // on showing facts that are out of date.
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
  const render = async (address: Address) => {
    const known = await source.knownOver(timeShown(source.known, address));
    return draw(`view ${addressPath(address)}`, () => viewOf(String(drawView(known(), address, controls))));
  };
  const follow = async (address: Address, over: AbortSignal, write: (event: Chunk) => Promise<unknown>) => {
    let [seen, shown] = [-1, ''];
    let rendering: Promise<View> | null = null;
    while (!over.aborted) {
      if (rendering === null && seen !== due) {
        seen = due;
        rendering = render(address);
      }
      const rung = once(bell, 'moment', { signal: over }).then(nothing, nothing);
      const view: View | null = await (rendering === null ? rung : Promise.race([rendering, rung]));
      if (over.aborted || (rendering === null && seen !== due)) continue;
      if (view !== null) rendering = null;
      // This resolves once the reader has taken the event, so no other event waits in memory.
      await write(view === null || view.mark === shown ? BEAT : view.event);
      shown = view?.mark ?? shown;
    }
  };
  return (c: Context<{ Bindings: HttpBindings }>, address: Address): Response => {
    // An answer to HEAD has no body: nothing would ever show that its reader has gone.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const isPacked = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: '' }) === 'gzip';
    if (isPacked) c.header('Content-Encoding', 'gzip');
    c.header('Vary', 'Accept-Encoding', { append: true });
    return streamSSE(c, async (stream) => {
      const write = async (event: Chunk) => stream.write(isPacked ? await event.packed() : event.plain);
      const reader = { client: clientOf(c), over: new AbortController() };
      stream.onAbort(() => leave(reader));
      enter(reader);
      if (isPacked) await stream.write(GZIP_HEADER);
      await write(RETRY);
      // A view that can't be drawn ends the stream; the page itself says why.
      await follow(address, reader.over.signal, write).then(() => write(REST), nothing);
      leave(reader);
    });
  };
}

/**
 * A client is a browser: all its tabs are one client, other browsers behind the same proxy are not. If a client pretends
 * to be many, the limit of all streams bounds it.
 */
function clientOf(c: Context): string {
  return `${getConnInfo(c).remote.address} ${c.req.header('user-agent')}`;
}

function nothing(): null {
  return null;
}

/** It alone is nothing new: it is there for the clock of whoever reads it. */
const TIME_OF_VIEW = / data-now="\d+"/;

function viewOf(text: string): View {
  const mark = createHash('sha256').update(text.replace(TIME_OF_VIEW, '')).digest('base64');
  return { mark, event: eventChunk('view', text) };
}

/** Any line break ends a line of a stream. Source: the HTML standard, "Parsing an event stream". */
function eventChunk(name: string, data = ''): Chunk {
  const lines = data.split(/\r\n?|\n/).map((line) => `data: ${line}\n`);
  return chunkOf(`event: ${name}\n${lines.join('')}\n`);
}

function chunkOf(text: string): Chunk {
  const plain = new TextEncoder().encode(text);
  let packed: Promise<Uint8Array> | null = null;
  return {
    plain,
    packed: () => {
      packed ??= pack(plain, WHOLE_BLOCKS);
      return packed;
    },
  };
}

/**
 * What is packed by itself ends with its last byte, and refers to nothing before it: so such parts, one after the other, are one
 * stream. Source: RFC 1951, section 3.2.3; zlib's manual, `Z_SYNC_FLUSH`. A stream that breaks off has no end, which harms no reader.
 */
const pack = promisify<Uint8Array, ZlibOptions, Uint8Array>(deflateRaw);
const WHOLE_BLOCKS = { level: 4, finishFlush: constants.Z_SYNC_FLUSH };
/** Source: RFC 1952, section 2.3: the marks of the format, deflate, no flags, no time, no level, an unknown system. */
const GZIP_HEADER = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
