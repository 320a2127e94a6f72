/** The result of a probe: an HTTP answer, or a failure of a named kind. A sick target is data, never an exception. */

import type { NetworkReason } from '../words/codes';

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
}

interface Seen {
  readonly timings: Timings;
  /** The IP address that was connected to, if the probe got that far. */
  readonly remoteAddress: string | null;
  /** The end of the certificate's validity, in milliseconds since 1970; `null` without TLS. */
  readonly certificateExpiresAt: number | null;
}

/** A whole HTTP answer. */
export interface HttpAnswer extends Seen {
  readonly kind: 'answer';
  readonly httpStatus: number;
  /** The headers that matter to a verdict, as sent: not cleaned. */
  readonly headers: { readonly contentType: string | null; readonly location: string | null };
  /** The length of the body as sent, in bytes; `null` if the answer did not announce it. */
  readonly announcedBytes: number | null;
  /** The decoded body; empty if `bodyTooLarge`. */
  readonly body: Uint8Array;
  /** Whether the body, as sent or decompressed, is over the limit. */
  readonly bodyTooLarge: boolean;
}

export interface NetworkFailure extends Seen {
  readonly kind: 'failure';
  readonly reason: NetworkReason;
  /** What the system said, such as `ECONNREFUSED 127.0.0.1:4105`; for people, not cleaned. */
  readonly detail: string;
  /**
   * The system's own code, such as `ECONNREFUSED` or `CERT_NOT_YET_VALID`; `null` if the probe gave up by itself. `EAI_AGAIN`
   * stands for a name of which no resolver said anything; where one did, the code is its answer, such as `ESERVFAIL`.
   */
  readonly errorCode: string | null;
  /** The status of an answer whose body did not arrive whole. */
  readonly httpStatus: number | null;
}

export type Observation = HttpAnswer | NetworkFailure;
