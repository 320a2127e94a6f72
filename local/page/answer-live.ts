/** Answers with the stream of views that a page follows. */

import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Address } from '../../lambda/view/address';
import { sentEvent } from './sent-event';
import type { Turns } from './turns';
import type { Views } from './views';

export interface Live {
  readonly views: Views;
  readonly turns: Turns;
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'Transfer-Encoding': 'chunked',
};
/** How soon a reader comes back whose connection broke, in milliseconds; it belongs to the first event. */
const RETRY = new TextEncoder().encode('retry: 1000\n');
/** To whoever is still there: make room for others, and come back in a while. */
const REST = sentEvent('rest');
const OVER = { done: true, value: undefined } as const;

export function answerLive(c: Context<{ Bindings: HttpBindings }>, address: Address, { views, turns }: Live): Response {
  // Of an answer without a body nobody would ever tell that its reader has gone.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': HEADERS['Content-Type'] });
  const over = new AbortController();
  const leave = turns.begin(clientOf(c), () => over.abort());
  const events = eventsOf(address, views, over.signal);
  const end = () => {
    over.abort();
    leave();
  };
  return c.body(streamOf(events, end), 200, HEADERS);
}

async function* eventsOf(address: Address, views: Views, over: AbortSignal): AsyncGenerator<Uint8Array> {
  yield RETRY;
  yield* views.follow(address, over);
  yield REST;
}

/** Takes an event only when its reader has taken the one before, so that none waits in memory. `end` may be called twice. */
function streamOf(events: AsyncGenerator<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  let isLeft = false;
  return new ReadableStream(
    {
      pull: async (controller) => {
        // A view that can't be drawn ends the stream; the page itself says why.
        const { done, value } = await events.next().catch(() => OVER);
        if (isLeft) return;
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      },
      cancel: async () => {
        isLeft = true;
        end();
        await events.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * A browser: all its tabs are one client, and others behind the same proxy are not. Whoever pretends to be many is bounded
 * by the limit of all streams.
 */
function clientOf(c: Context): string {
  return `${getConnInfo(c).remote.address} ${c.req.header('user-agent')}`;
}
