/** The probe: one request over a fresh connection, timed phase by phase, bounded in time and bytes. */

import { setMaxListeners } from 'node:events';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  maxHeaderSize,
} from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConnectionOptions, SecureContext, TLSSocket } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import {
  type CertificateExpiry,
  cacheHeaders,
  type Observation,
  type ProbeFacts,
  type Timings,
} from '../../core/probe/observation';
import type { Probe, ProbeRequest } from '../../core/probe/probe-request';
import type { NetworkReason } from '../../core/words/codes';
import { watchBlocks } from './blocked-time';
import { clientContextFor } from './client-context';
import { decodeBody, readBody } from './http-body';
import { failureCode, failureDetail, failureReason, ownFailure } from './network-failure';
import { firstExpiryOf, secureContextFor, spareTheChain } from './probe-tls';
import { resolverAnswer } from './resolver-answer';
import { sharedLookup } from './shared-lookup';
import { tlsAgent } from './tls-connection';

/** The most interim answers (1xx): no honest server sends more, and each costs time and memory. */
const MAX_INTERIM_ANSWERS = 10;
/** The most bytes that an answer may have around its body: its head, the heads of interim answers, and trailers. */
const MAX_HEAD_BYTES = (MAX_INTERIM_ANSWERS + 2) * maxHeaderSize;
/** The bytes that frame the chunks of a body: each chunk has five (a digit and two line breaks), even if it is one byte long. */
const MAX_FRAMING_BYTES = 5 * 65_536;

/** Times at which the phases ended, in milliseconds of `performance.now()`. */
interface Marks {
  readonly start: number;
  lookup?: number;
  connect?: number;
  secure?: number;
  head?: number;
}

/**
 * Sends one request. Resolves whatever the target does; rejects if the checker itself could not send it. The time limit
 * covers the whole attempt; at its end the request and its socket are destroyed. Redirects are not followed; certificates
 * are always verified.
 */
export const httpProbe: Probe = async (request, signal) => {
  // Connections that begin in the same pass of the event loop are cheap; those that are made between answers cost more.
  await nextTurn();
  return ask(request, signal);
};

const ask: Probe = (request, signal) =>
  new Promise((resolve, reject) => {
    const marks: Marks = { start: performance.now() };
    const endWatch = watchBlocks();
    const { lookup, leave } = sharedLookup();
    const url = new URL(request.url);
    const secure = url.protocol === 'https:';
    const { hostname, port, path, auth } = urlToHttpOptions(url);
    const host = hostname ?? '';
    const needsLookup = isIP(host) === 0;
    const timeUp = () => settle(timedOut);
    const timer = setTimeout(timeUp, request.timeoutMs);
    if (signal) {
      // All probes of a run share its signal; Node warns of a leak if there are more than ten listeners.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', timeUp, { once: true });
    }

    let outgoing: ClientRequest | undefined;
    let response: IncomingMessage | undefined;
    let remoteAddress: string | null = needsLookup ? null : host;
    let expiry: ReturnType<typeof firstExpiryOf> = null;
    let clientCertificate: CertificateExpiry | null = null;
    let interimAnswers = 0;
    let settled = false;

    const finish = (conclude: (end: number, blockedMs: number) => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      leave();
      const blockedMs = endWatch();
      signal?.removeEventListener('abort', timeUp);
      const end = performance.now();
      // After a whole answer the connection closes by itself; destroying it can wait until the verdict is known.
      if (response?.complete) setImmediate(() => outgoing?.destroy());
      else outgoing?.destroy();
      conclude(end, blockedMs);
    };
    const settle = (rest: (seen: ProbeFacts) => Observation) =>
      finish((end, blockedMs) => {
        const timings = {
          ...timingsOf(marks, end, { needsLookup, secure }),
          ...blockedIn(end - marks.start, blockedMs),
        };
        const shown = clientCertificate && { clientCertificate };
        const seen = { timings, remoteAddress, certificateExpiresAt: null, ...expiry, ...shown };
        // If the event loop was busy, an answer that came too late may be seen before the timer runs.
        resolve(end - marks.start > request.timeoutMs ? timedOut(seen) : rest(seen));
      });
    const retryAfter = () => {
      const value = response?.headers['retry-after'];
      return value === undefined ? {} : { retryAfter: value };
    };
    const timedOut = (seen: ProbeFacts): Observation => {
      const reason = timeoutReason(marks, marks.start + request.timeoutMs, secure);
      const httpStatus = reason === 'timeout_body' ? (response?.statusCode ?? null) : null;
      const limitMs = request.timeoutMs;
      return { kind: 'failure', reason, detail: '', limitMs, errorCode: null, httpStatus, ...retryAfter(), ...seen };
    };
    const fail = (reason: NetworkReason, detail: string, errorCode: string | null = null) =>
      settle((seen) => ({
        kind: 'failure',
        reason,
        detail,
        errorCode,
        httpStatus: response?.statusCode ?? null,
        ...retryAfter(),
        ...seen,
      }));
    const failWith = (error: NodeJS.ErrnoException) => {
      // Bytes after a whole answer do not count; otherwise the verdict would depend on how the server cut them into packets.
      if (response?.complete) return;
      const own = ownFailure(error);
      if (own !== null) return finish(() => reject(new Error(own, { cause: error })));
      const detail = failureDetail(error, clientCertificate !== null) + closedWithoutAlert(error);
      const code = failureCode(error);
      const failed = (answered: string | null) => {
        const whole = answered === null ? detail : `${detail}, a resolver answered ${answered}`;
        fail(failureReason(error, response !== undefined), whole, answered ?? code);
      };
      if (code !== 'EAI_AGAIN') return failed(null);
      // The time limit also covers this.
      void resolverAnswer(host).then(failed);
    };
    // Some servers close without an alert; in TLS 1.3 the client is done with the handshake before they have looked at its certificate.
    const closedWithoutAlert = (error: Error) =>
      clientCertificate !== null &&
      marks.connect !== undefined &&
      failureReason(error, response !== undefined) === 'connection_reset'
        ? ': it may have refused the client certificate'
        : '';
    const answer = (incoming: IncomingMessage, body: Uint8Array, bodyTooLarge: boolean) =>
      settle((seen) => ({
        kind: 'answer',
        httpStatus: incoming.statusCode ?? 0,
        headers: {
          contentType: incoming.headers['content-type'] ?? null,
          location: incoming.headers.location ?? null,
          contentEncoding: incoming.headers['content-encoding'],
          retryAfter: incoming.headers['retry-after'],
          cache: cacheHeaders(incoming.headers),
        },
        announcedBytes: announcedBytes(incoming),
        body,
        bodyTooLarge,
        ...seen,
      }));

    const onTcp = (socket: Socket) => {
      socket.once('lookup', (error: Error | null, address: string) => {
        // If a name can't be resolved, nothing is connected.
        if (error) return;
        marks.lookup = performance.now();
        remoteAddress = address;
      });
      socket.once('connect', () => {
        marks.connect = performance.now();
        remoteAddress = socket.remoteAddress ?? remoteAddress;
      });
    };
    const onSocket = (socket: Socket) => {
      if (secure) spareTheChain(socket as TLSSocket);
      else onTcp(socket);
      socket.on('secureConnect', () => {
        marks.secure ??= performance.now();
        expiry ??= firstExpiryOf(socket as TLSSocket, request.ca);
      });
      // Node's parser bounds what it keeps, but not line breaks before a head, blanks in it, or the framing of chunks.
      const mostBytes = MAX_HEAD_BYTES + MAX_FRAMING_BYTES + request.maxBodyBytes;
      socket.on('data', () => {
        if (socket.bytesRead > mostBytes) fail('malformed_response', `${mostBytes} bytes, and an answer without end`);
      });
    };
    const onInterim = () => {
      interimAnswers++;
      if (interimAnswers > MAX_INTERIM_ANSWERS) fail('malformed_response', 'interim answers (1xx) without end');
    };
    const onResponse = (incoming: IncomingMessage) => {
      marks.head = performance.now();
      response = incoming;
      readBody(incoming, request.maxBodyBytes, {
        onBody: (bytes) => {
          const decoded = decodeBody(bytes, incoming.headers['content-encoding'], request.maxBodyBytes);
          if (decoded.kind === 'body') answer(incoming, decoded.bytes, false);
          else if (decoded.kind === 'too_large') answer(incoming, new Uint8Array(), true);
          else fail(decoded.kind, `content-encoding ${incoming.headers['content-encoding']}`);
        },
        onTooLarge: () => answer(incoming, new Uint8Array(), true),
        onError: failWith,
      });
    };

    if (signal?.aborted) return timeUp();
    try {
      const tls = secure ? tlsOf(request) : null;
      clientCertificate = tls?.clientCertificate ?? null;
      outgoing = (secure ? httpsRequest : httpRequest)({
        host,
        port,
        path,
        ...(auth && { auth }),
        lookup,
        ...connectionOptions(request.timeoutMs, tls?.context ?? null),
        ...(secure && { onTcp }),
        ...(request.post !== undefined && { method: request.method ?? 'POST' }),
        headers: request.headers,
      });
      outgoing.once('socket', onSocket).once('response', onResponse).on('error', failWith);
      outgoing.on('information', onInterim);
      outgoing.once('upgrade', (incoming) => answer(incoming, new Uint8Array(), false));
      outgoing.end(request.post);
    } catch (error) {
      finish(() => reject(error));
    }
  });

/** Like `tlsAgent`, for plain HTTP. */
const httpAgent = new HttpAgent({ keepAlive: false });

function connectionOptions(timeoutMs: number, secureContext: SecureContext | null): RequestOptions & ConnectionOptions {
  // By default Node gives each of several addresses 250 ms and then drops it, which a slow, healthy path exceeds.
  const attempt = { autoSelectFamilyAttemptTimeout: Math.max(250, Math.floor(timeoutMs / 3)) };
  if (secureContext === null) return { ...attempt, agent: httpAgent };
  // This is set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED would change the default.
  return { ...attempt, agent: tlsAgent, secureContext, rejectUnauthorized: true };
}

/** Throws `ClientUnusable`. */
function tlsOf({ ca, client }: ProbeRequest): { context: SecureContext; clientCertificate: CertificateExpiry | null } {
  if (client === null) return { context: secureContextFor(ca), clientCertificate: null };
  const { context, expiry } = clientContextFor(ca, client, Date.now());
  return { context, clientCertificate: expiry };
}

/** Node's parser takes only digits, but any number of them. */
function announcedBytes({ headers }: IncomingMessage): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}

function timingsOf(
  marks: Marks,
  end: number,
  { needsLookup, secure }: { needsLookup: boolean; secure: boolean },
): Timings {
  const phase = (from: number | undefined, to: number | undefined) =>
    from === undefined ? null : roundMs((to ?? end) - from);
  const { start, lookup, connect, secure: secured, head } = marks;
  return {
    dnsMs: needsLookup ? phase(start, lookup) : null,
    connectMs: phase(needsLookup ? lookup : start, connect),
    tlsMs: secure ? phase(connect, secured) : null,
    firstByteMs: phase(secure ? secured : connect, head),
    downloadMs: phase(head, end),
    totalMs: roundMs(end - start),
  };
}

function blockedIn(totalMs: number, blockedMs: number): Pick<Timings, 'blockedMs'> {
  return blockedMs > totalMs / 2 ? { blockedMs: roundMs(blockedMs) } : {};
}

function roundMs(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds * 100) / 100);
}

/** The phase that had not ended at `deadline`, in milliseconds of `performance.now()`. */
function timeoutReason({ connect, secure: secured, head }: Marks, deadline: number, secure: boolean): NetworkReason {
  const reached = (mark: number | undefined) => mark !== undefined && mark <= deadline;
  if (reached(head)) return 'timeout_body';
  return reached(secure ? secured : connect) ? 'timeout_response' : 'timeout_connect';
}
