/** The settings that all AWS clients of the checker share: the source of their credentials, and how long a call may take. */

import pLimit from 'p-limit';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The limits of one attempt in milliseconds. */
const CONNECT_MS = 1_000;
const ANSWER_MS = 2_000;
/** While Lambda freezes a process, its idle connections die. The first attempts may find out, and the last still counts. */
export const ATTEMPTS = 3;
/** The limit of a whole call. It also ends what the SDK's own limits leave open, such as an answer that drips. */
export const CALL_LIMIT_MS = 5_000;

/**
 * How many calls of a client are under way at once, each on a connection of its own. The SDK counts the wait for a free
 * connection as a part of connecting, so no call may have to wait within it. With fifty connections, each of two hundred
 * services has its call within the limit, even if a call takes more than a second. More connections would cost a cold start
 * as many handshakes.
 */
export const CONNECTIONS = 50;

/** Lambda gives its role's credentials in environment variables; no other source is tried. */
export function awsClientConfig({
  AWS_ACCESS_KEY_ID = '',
  AWS_SECRET_ACCESS_KEY = '',
  AWS_SESSION_TOKEN,
}: Environment) {
  return {
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN }),
    },
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  };
}

/**
 * Makes a call, or several that count as one call, once it gets a connection. Rejects if all of it takes longer than the
 * limit, in milliseconds.
 */
export type BoundedCall = <Answer>(call: (signal: AbortSignal) => Promise<Answer>, limitMs?: number) => Promise<Answer>;

/** The connection limit of one client, whose errors name `what` is called. A call ends within its time limit, whatever the API does and however many calls wait. */
export function boundedCalls(what: string, usualMs = CALL_LIMIT_MS): BoundedCall {
  const places = pLimit(CONNECTIONS);
  return async (call, limitMs = usualMs) => {
    const deadline = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const overrun = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`${what}: no answer within ${limitMs} ms`));
        deadline.abort();
      }, limitMs);
    });
    const answer = places(() => {
      deadline.signal.throwIfAborted();
      return call(deadline.signal);
    });
    try {
      return await Promise.race([answer, overrun]);
    } finally {
      clearTimeout(timer);
    }
  };
}
