/** What a probe may have seen, in few words. */

import type { Expectation } from '../../../lambda/core/probe/contracts/contract';
import type { HttpAnswer, NetworkFailure, Timings } from '../../../lambda/core/probe/observation';
import type { UnreachableReason } from '../../../lambda/core/words/codes';

/** The time of every answer, in milliseconds since 1970. */
export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

export const EXPECTATION: Expectation = {
  contract: 'own',
  words: null,
  at: 'status',
  expectService: 'user-service',
  environment: null,
  requireService: false,
  maxReportAgeMs: null,
  maxBodyBytes: 65_536,
  secrets: [],
};

export const TIMINGS: Timings = { dnsMs: 1, connectMs: 2, tlsMs: null, firstByteMs: 4, downloadMs: 8, totalMs: 15 };

const SEEN = { timings: TIMINGS, remoteAddress: '10.0.0.1', certificateExpiresAt: null };

/** A whole report, with the fields that a test wants otherwise; `undefined` leaves one out. */
export function reportOf(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    status: 'healthy',
    service: 'user-service',
    timestamp: '2026-03-01T12:00:00.000Z',
    environment: 'production',
    version: '1.4.2',
    uptime: 3_600.5,
    memory: { used: 256.25, total: 512 },
    ...fields,
  };
}

/** An answer whose body is a text as it stands, or any other value as JSON. */
export function answer(httpStatus: number, body: unknown): HttpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    kind: 'answer',
    httpStatus,
    headers: { contentType: null, location: null },
    announcedBytes: null,
    body: new TextEncoder().encode(text),
    bodyTooLarge: false,
    ...SEEN,
  };
}

export function failure(reason: UnreachableReason, rest: Partial<NetworkFailure> = {}): NetworkFailure {
  return { kind: 'failure', reason, detail: '', errorCode: null, httpStatus: null, ...SEEN, ...rest };
}
