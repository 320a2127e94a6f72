/** The result of a probe: an HTTP answer, or a failure of a named kind. A sick target is data, never an exception. */

import type { CleanText } from '../words/clean-text';
import type { UnreachableReason } from '../words/codes';

/** Milliseconds of each phase, as measured by the probe; `null` if a phase was not reached or not needed. */
export interface Timings {
  /** Resolving the name; `null` for an IP address. */
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  /** The TLS handshake; `null` for plain HTTP. */
  readonly tlsMs: number | null;
  /** From sending the request to the last byte of the response's head. */
  readonly firstByteMs: number | null;
  /** From the end of the head to the end of the body. */
  readonly downloadMs: number | null;
  readonly totalMs: number;
  /**
   * For how long the checker's own process was blocked meanwhile, if that was more than half of the time: then the times say nothing of
   * the service, and count nowhere.
   */
  readonly blockedMs?: number;
  /**
   * For how long the request waited for an access token before all else; missing if it needed none, or had one already. It is no part of
   * `totalMs`.
   */
  readonly tokenMs?: number;
}

/** The timings of a service that was not checked. */
export const NO_PHASES: Timings = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  downloadMs: null,
  totalMs: 0,
};

/** Whether no request was sent because there was no token. */
export function isWithoutRequest({ tokenMs, totalMs }: Timings): boolean {
  return tokenMs !== undefined && totalMs === 0;
}

/** Whether a request without connection still waited for the address of a name. */
export function wasResolving({ dnsMs, connectMs }: Timings): boolean {
  return dnsMs !== null && connectMs === null;
}

/** The facts of each observation, whatever its kind. */
export interface ProbeFacts {
  readonly timings: Timings;
  /** The IP address that was connected to, otherwise the first that was to be; `null` if the name was not resolved. */
  readonly remoteAddress: string | null;
  /** The earliest end of the validity of the certificates that the server sent, in milliseconds since 1970; `null` without TLS. */
  readonly certificateExpiresAt: number | null;
  /** How long the certificate that ends then is valid in all, in milliseconds; missing if that is not known. */
  readonly certificateLifetimeMs?: number;
  /** The name of the certificate that ends then, if it is not the server's own but of an authority; not cleaned. */
  readonly certificateName?: string;
  /** The expiry of the client certificate that was shown; missing if none was. Its name is not cleaned. */
  readonly clientCertificate?: CertificateExpiry;
}

export interface CertificateExpiry {
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /** How long it is valid in all, in milliseconds; missing if that is not known. */
  readonly lifetimeMs?: number | undefined;
  /** The name of an authority in its chain that expires then; missing if it is the certificate itself. */
  readonly name?: string | undefined;
}

/** A whole HTTP answer. */
export interface HttpAnswer extends ProbeFacts {
  readonly kind: 'answer';
  readonly httpStatus: number;
  /** The headers that a verdict depends on, as sent: not cleaned. */
  readonly headers: {
    readonly contentType: string | null;
    readonly location: string | null;
    /** The header `Content-Encoding`; missing if there is none. */
    readonly contentEncoding?: string | undefined;
    /** The header `Retry-After`; missing if there is none. */
    readonly retryAfter?: string | undefined;
    /** The headers by which a cache may show itself, each with its name. */
    readonly cache?: readonly (readonly [name: string, value: string])[];
  };
  /** The length of the body as sent, in bytes; `null` if the answer did not announce it. */
  readonly announcedBytes: number | null;
  /** The decoded body; empty if `bodyTooLarge`. */
  readonly body: Uint8Array;
  /** Whether the body, as sent or decompressed, is over the limit. */
  readonly bodyTooLarge: boolean;
}

export interface NetworkFailure extends ProbeFacts {
  readonly kind: 'failure';
  readonly reason: UnreachableReason;
  /** The error of the system, such as `ECONNREFUSED 127.0.0.1:4105`; for people, not cleaned. Empty if there is none. */
  readonly detail: string;
  /** The time limit that it ran over, in milliseconds; missing if it ran over none. */
  readonly limitMs?: number;
  /**
   * The system's own code, such as `ECONNREFUSED` or `CERT_NOT_YET_VALID`; `null` if the probe gave up by itself. `EAI_AGAIN`
   * stands for a name for which no resolver answered; if any did, the code is its answer, such as `ESERVFAIL`.
   */
  readonly errorCode: string | null;
  /** The status of an answer whose body did not arrive whole. */
  readonly httpStatus: number | null;
  /** The header `Retry-After` of such an answer; missing if there is none. */
  readonly retryAfter?: string | undefined;
}

export type Observation = HttpAnswer | NetworkFailure;

const CACHE_HEADERS = ['Age', 'X-Cache', 'CF-Cache-Status', 'Via'] as const;

const KEPT_LENGTH = 200;
const SHOWN_LENGTH = 60;

/** The headers of an answer that may show that, as sent; bounded. The names of `headers` are in lower case. */
export function cacheHeaders(headers: Readonly<Record<string, unknown>>): NonNullable<HttpAnswer['headers']['cache']> {
  return CACHE_HEADERS.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? [[name, value.slice(0, KEPT_LENGTH)] as const] : [];
  });
}

/**
 * `Age: 812`, or another header that says the same; `Via` alone names who is in between. `null` if none shows anything.
 * Sources: RFC 9111, 5.1 (`Age` "conveys the sender's estimate of the time since the response was generated or successfully
 * validated at the origin server"); RFC 9110, 7.6.3 (`Via`); Cloudflare, "Cloudflare cache responses".
 */
export function cacheProof(
  headers: readonly (readonly [name: string, value: string])[],
  clean: CleanText,
): string | null {
  if (headers.length === 0) return null;
  const proves: Readonly<Record<string, (value: string) => boolean>> = {
    Age: (value) => Number(value) > 0,
    'X-Cache': (value) => /hit|stale|updating|revalidated/i.test(value),
    'CF-Cache-Status': (value) => /^(hit|stale|updating|revalidated)$/i.test(value),
    Via: () => true,
  };
  const found = CACHE_HEADERS.map((name) => headers.find((header) => header[0] === name)).find(
    (header) => header !== undefined && proves[header[0]]?.(header[1].trim()),
  );
  return found === undefined ? null : `${found[0]}: ${clean(found[1], SHOWN_LENGTH)}`;
}
