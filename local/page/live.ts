/** Notifies open pages by server-sent events that there is news: each then requests its view again. */

import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Source } from './source/source';

/** Each stream takes a connection, and its reader asks for a view whenever there is news. */
const STREAMS = 100;
/** A browser opens six connections to a server: with this limit, a new tab still gets a connection to load its page. */
const STREAMS_A_CLIENT = 4;
/** The time after which a reader connects again, in milliseconds. */
const RETRY_MS = 1_000;
/** After so many beats without news pages are refreshed anyway: durations grow, and checks get stale. */
const BEATS = 2;

/** `rest` asks a reader to make room for others, and to come back later. */
type LiveEvent = 'news' | 'beat' | 'rest';

interface Reader {
  readonly client: string;
  readonly stream: SSEStreamingApi;
  readonly end: () => void;
}

/**
 * Sends an event at the beginning, at each news of the source, and otherwise `momentMs` after the last event. If there are too many
 * readers, the oldest rests. Without readers it does nothing.
 */
export function createLive(source: Source, momentMs: number) {
  // A set keeps its order.
  const readers = new Set<Reader>();
  let beats = 0;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  const sendAll = (event: LiveEvent) => {
    clearTimeout(timer);
    beats = event === 'news' ? 0 : beats + 1;
    timer = setTimeout(() => sendAll(beats < BEATS ? 'beat' : 'news'), momentMs).unref();
    for (const { stream } of readers) void send(stream, event);
  };
  const enter = (reader: Reader) => {
    readers.add(reader);
    if (readers.size === 1) unsubscribe = source.subscribe(() => sendAll('news'));
    // A page that has been loaded before it listens may have missed something.
    if (readers.size === 1) sendAll('news');
    else void send(reader.stream, 'news');
    const ofClient = [...readers].filter(({ client }) => client === reader.client);
    for (const oldest of [...ofClient.slice(0, -STREAMS_A_CLIENT), ...[...readers].slice(0, -STREAMS)]) {
      readers.delete(oldest);
      void send(oldest.stream, 'rest').then(oldest.end);
    }
  };
  const leave = (reader: Reader) => {
    reader.end();
    if (!readers.delete(reader) || readers.size > 0) return;
    unsubscribe();
    clearTimeout(timer);
  };
  return (c: Context): Response => {
    // An answer to HEAD has no body: nothing would show that its reader has gone.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    return streamSSE(
      c,
      (stream) =>
        new Promise((end) => {
          const reader: Reader = { client: clientOf(c), stream, end };
          stream.onAbort(() => leave(reader));
          enter(reader);
        }),
    );
  };
}

/** Sends an event. Nothing waits for its delivery: it is a few bytes, and a connection that nobody reads is closed. */
function send(stream: SSEStreamingApi, event: LiveEvent): Promise<void> {
  return stream.writeSSE({ event, data: '', retry: RETRY_MS });
}

/**
 * Returns the id of a browser: all its tabs are one client, other browsers behind the same proxy are others. If a client pretends
 * to be many, the limit of all streams bounds it.
 */
function clientOf(c: Context): string {
  return `${getConnInfo(c).remote.address} ${c.req.header('user-agent')}`;
}
