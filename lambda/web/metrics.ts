/** The current state of services, for Prometheus to scrape. */

import type { Context, MiddlewareHandler } from 'hono';
import type { Documents } from '../core/documents/documents';
import { errorMessage } from '../core/words/run-failure';
import { EXPOSITION_TYPE, expositionPieces } from '../view/metrics/exposition';
import { isSame } from './own-form';
import { type Draw, drawAtOnce } from './web-app';

export const METRICS_PATH = '/metrics';

/** Answers with the metrics; `draw` decides when their documents are made. */
export function answerMetrics(documents: Pick<Documents, 'present'>, draw: Draw = drawAtOnce) {
  return async (c: Context) => {
    const present = await draw(METRICS_PATH, documents.present, (found) => found);
    return c.body(streamOf(expositionPieces(present)), 200, { 'Content-Type': EXPOSITION_TYPE });
  };
}

/** Renders a piece once the one before is taken, and other work has had its turn. */
function streamOf(pieces: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      await new Promise(setImmediate);
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

interface GuardPorts {
  /** Rejects if the token can't be read, or may be guessed. */
  readonly readToken: () => Promise<string>;
  readonly log: (message: string) => void;
}

/** Accepts requests with the token for metrics, as `Authorization: Bearer`; the token opens nothing else. */
export function admitByBearer({ readToken, log }: GuardPorts): MiddlewareHandler {
  return async (c, next) => {
    let token: string;
    try {
      token = await readToken();
    } catch (error) {
      log(`nobody can read the metrics: ${errorMessage(error)}`);
      return c.text('Nobody can read the metrics here: the log of this function says why.\n', 503);
    }
    const [, given = ''] = /^Bearer (.*)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (isSame(given, token)) return await next();
    return c.text('Send the token of the metrics, as "Authorization: Bearer".\n', 401, {
      'WWW-Authenticate': 'Bearer',
    });
  };
}

/** The least time for which an answer is kept, in milliseconds. */
const SHORTEST_KEPT_MS = 10_000;

/** Documents that are read once for all who ask until the next run is due: each reading has a price. */
export function keptUntilNextRun(documents: Pick<Documents, 'present'>, now: () => number): Pick<Documents, 'present'> {
  let kept: { readonly reading: ReturnType<Documents['present']>; until: number } | null = null;
  const read = () => {
    const reading = documents.present();
    const own = { reading, until: now() + SHORTEST_KEPT_MS };
    kept = own;
    reading.then(
      (make) => {
        const { checkedAt, intervalSeconds } = make().deployment;
        if (checkedAt !== null) own.until = Math.max(own.until, Date.parse(checkedAt) + intervalSeconds * 1_000);
      },
      () => {
        if (kept === own) kept = null;
      },
    );
    return reading;
  };
  return { present: () => (kept !== null && now() < kept.until ? kept.reading : read()) };
}
