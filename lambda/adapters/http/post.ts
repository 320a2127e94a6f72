/** One request: no redirects, no second attempt, bounded in time and bytes. Its errors never contain the address. */

import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { UnansweredError } from '../../core/deliver/notification-sink';
import { isSuccess } from '../../core/words/http-status';
import { bodyText } from '../../core/words/json';
import type { Method } from '../../core/words/template';
import { failureCode } from './network-failure';
import { secureContextFor } from './probe-tls';
import { sharedLookup } from './shared-lookup';
import { tlsAgent } from './tls-connection';

/**
 * The bytes of an answer that are read. This is more than is ever searched for secrets, so no secret is cut in two by this bound.
 */
const ANSWER_LIMIT_BYTES = 8_192;

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** `null` for a GET. */
  readonly body: string | null;
  /** The method of a request with a body; POST if this is missing. */
  readonly method?: Method;
  /** The limit of the whole request, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the body of a success is read too; it is not if this is missing. */
  readonly readsSuccess?: boolean;
}

export interface PostAnswer {
  readonly status: number;
  /** The header `Retry-After`; `null` if there is none. */
  readonly retryAfter: string | null;
  /** The beginning of the body as it was sent; empty if the request succeeded, unless that is read too. It may repeat any secret. */
  readonly text: string;
}

/**
 * Resolves to the answer, whatever its status. Rejects with an `UnansweredError` if the request may have arrived and was not
 * answered, otherwise with an error that says why nothing was sent. Certificates are always verified.
 */
export function post({
  url,
  headers,
  body,
  method = 'POST',
  timeoutMs,
  readsSuccess = false,
}: Post): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const { lookup, leave } = sharedLookup();
    let isConnected = false;
    let stop = () => {};
    // Rounded, so that the same fault has the same text each time.
    const timer = setTimeout(() => fail(`within ${Math.ceil(timeoutMs / 100) / 10} s`), timeoutMs);
    let conclude = (why: string) =>
      reject(isConnected ? new UnansweredError(`no answer (${why})`) : new Error(`no connection (${why})`));
    const finish = (done: () => void) => {
      clearTimeout(timer);
      leave();
      done();
      stop();
    };
    const fail = (why: string) => finish(() => conclude(why));
    const failWith = (error: NodeJS.ErrnoException) => fail(failureCode(error) ?? 'unknown');

    const onResponse = (incoming: IncomingMessage) => {
      const { statusCode: status = 0, headers: answered } = incoming;
      const chunks: Buffer[] = [];
      let length = 0;
      const answer = () =>
        resolve({ status, retryAfter: answered['retry-after'] ?? null, text: bodyText(Buffer.concat(chunks)) });
      // The status is the answer: a body that is cut or late changes nothing about it.
      conclude = answer;
      if (isSuccess(status) && !readsSuccess) return finish(answer);
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, ANSWER_LIMIT_BYTES - length));
        length += chunk.length;
        if (length >= ANSWER_LIMIT_BYTES) finish(answer);
      });
      incoming.once('end', () => finish(answer)).on('error', failWith);
    };

    const onConnected = () => {
      isConnected = true;
    };

    let outgoing: ClientRequest | undefined;
    try {
      outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
        method: body === null ? 'GET' : method,
        agent: isSecure ? tlsAgent : false,
        lookup,
        headers: { ...headers, ...lengthOf(body), 'accept-encoding': 'identity' },
        // This is set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED would change the default.
        ...(isSecure && { secureContext: secureContextFor(null), rejectUnauthorized: true }),
      });
      stop = () => void outgoing?.destroy();
      outgoing.once('socket', (socket) => socket.on(isSecure ? 'secureConnect' : 'connect', onConnected));
      outgoing.once('response', onResponse).on('error', failWith);
      outgoing.once('upgrade', (incoming, socket) => {
        socket.destroy();
        onResponse(incoming);
        fail('upgrade');
      });
      outgoing.end(body ?? undefined);
    } catch (error) {
      failWith(error as NodeJS.ErrnoException);
    }
  });
}

/** A GET without a body has no length of it. */
function lengthOf(body: string | null): Readonly<Record<string, number>> {
  return body === null ? {} : { 'content-length': Buffer.byteLength(body) };
}
