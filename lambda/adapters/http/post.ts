/** One request to a receiver, a pulse or AWS: no redirects, no second attempt. Its errors never contain the address. */

import { UnansweredError } from '../../core/deliver/notification-sink';
import { bodyText } from '../../core/words/json';
import type { Method } from '../../core/words/template';
import { httpProbe } from './http-probe';
import { failureCode } from './network-failure';

/** The longest answer that is read, in bytes; a longer one has only its status. */
const MAX_ANSWER_BYTES = 65_536;

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** `null` for a GET. */
  readonly body: string | null;
  /** The method of a request with a body; POST if this is missing. */
  readonly method?: Method;
  /** The limit of the whole request, in milliseconds. */
  readonly timeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  /** The header `Retry-After`; `null` if there is none. */
  readonly retryAfter: string | null;
  /** The body; empty if it is too long or was cut. It may repeat any secret. */
  readonly text: string;
}

/**
 * Resolves to the answer, whatever its status. Rejects with an `UnansweredError` if the request may have arrived and was not
 * answered, otherwise with an error that says why nothing was sent. Certificates are always verified.
 */
export async function post({ url, headers, body, method, timeoutMs }: Post): Promise<PostAnswer> {
  const request = {
    url: url.href,
    headers: { ...headers, 'accept-encoding': 'identity' },
    timeoutMs,
    maxBodyBytes: MAX_ANSWER_BYTES,
    ca: null,
    client: null,
    ...(body !== null && { post: body, ...(method !== undefined && { method }) }),
  };
  const seen = await httpProbe(request).catch((error: Error) => {
    const code = failureCode((error.cause ?? error) as NodeJS.ErrnoException);
    throw new Error(`no connection (${code ?? 'unknown'})`);
  });
  if (seen.kind === 'answer') {
    return { status: seen.httpStatus, retryAfter: seen.headers.retryAfter ?? null, text: bodyText(seen.body) };
  }
  // The status is the answer: a body that is cut or late changes nothing about it.
  if (seen.httpStatus !== null) return { status: seen.httpStatus, retryAfter: seen.retryAfter ?? null, text: '' };
  // Rounded, so that the same fault has the same text each time.
  const limit = `within ${Math.ceil(timeoutMs / 100) / 10} s`;
  const why = seen.errorCode ?? (seen.limitMs === undefined ? seen.reason : limit);
  const isConnected = seen.timings.firstByteMs !== null;
  throw isConnected ? new UnansweredError(`no answer (${why})`) : new Error(`no connection (${why})`);
}
