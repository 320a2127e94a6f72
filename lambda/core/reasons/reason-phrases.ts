/** Reasons in words: the same in subjects and sentences of alerts, on pages and on a terminal. The codes stay in documents. */

import { conditionOf } from '../conditions/conditions';
import {
  ADDRESSES_REASON,
  type FailureReason,
  NETWORK_REASONS,
  type ObjectiveReason,
  PULSE_REASON,
  REFUSES_REASON,
  REMOVED_REASON,
} from '../words/codes';

type PhrasedReason =
  | FailureReason
  | ObjectiveReason
  | 'ok'
  | typeof REFUSES_REASON
  | typeof PULSE_REASON
  | typeof ADDRESSES_REASON;

/** The phrases of all reasons except conditions, which have their own. Each can be read alone, or after the name of a service and a colon: `ledger: connection refused`. */
const REASON_PHRASES: Readonly<Record<PhrasedReason, string>> = {
  ok: 'healthy',
  dns_failure: 'name not resolved',
  connection_refused: 'connection refused',
  connection_reset: 'connection closed before an answer',
  network_unreachable: 'no route to the address',
  tls_certificate_expired: 'TLS certificate expired',
  tls_certificate_host: 'TLS certificate for another host',
  tls_certificate_untrusted: 'TLS certificate not trusted',
  tls_handshake: 'TLS handshake failed',
  timeout_connect: 'no connection in time',
  timeout_response: 'no answer in time',
  timeout_body: 'answer not complete in time',
  malformed_response: 'answer is not HTTP',
  truncated_response: 'answer cut short',
  token_refused: 'token server gave no token',
  token_unreachable: 'no token from the token server',
  reported_unhealthy: 'reported unhealthy',
  body_too_large: 'answer too large',
  not_json: 'answer is not JSON',
  not_a_report: 'answer is not a report',
  unknown_status: 'unknown status',
  wrong_service: 'another service answered',
  report_stale: 'report too old',
  [REMOVED_REASON]: 'no longer in the config',
  [REFUSES_REASON]: 'alerts not accepted',
  [PULSE_REASON]: 'pulse not delivered',
  [ADDRESSES_REASON]: 'addresses not as configured',
  availability_burns_fast: 'availability budget burns fast',
  availability_burns_slowly: 'availability budget burns slowly',
  response_time_burns_fast: 'response time budget burns fast',
  response_time_burns_slowly: 'response time budget burns slowly',
};

/** If the system's code of a failure says more than the reason. */
const PHRASES_BY_CODE: Readonly<Record<string, string>> = {
  CERT_NOT_YET_VALID: 'TLS certificate not valid yet',
};

/** llhttp's codes of an answer that begins as HTTP does; HPE_INVALID_CONSTANT is that of another. */
const FAULTY_HTTP = /^HPE_(?!INVALID_CONSTANT)/;

const HTTP_REASON = /^http_(\d+)$/;

/**
 * `connection refused`, `HTTP 503`. A code that is not known is shown as words; it comes from the state, so it may be garbage. `errorCode` is
 * the system's code of a failure, if there is any.
 */
export function reasonPhrase(reason: string, errorCode: string | null = null): string {
  if (errorCode !== null && reason.startsWith('tls_') && Object.hasOwn(PHRASES_BY_CODE, errorCode))
    return PHRASES_BY_CODE[errorCode] ?? '';
  if (reason === 'malformed_response' && FAULTY_HTTP.test(errorCode ?? '')) return 'answer is faulty HTTP';
  if (Object.hasOwn(REASON_PHRASES, reason)) return REASON_PHRASES[reason as PhrasedReason];
  const condition = conditionOf(reason);
  if (condition !== null) return condition.phrase;
  const [, status] = HTTP_REASON.exec(reason) ?? [];
  return status === undefined ? reason.replaceAll('_', ' ') : `HTTP ${status}`;
}

const IN_TIME = / in time$/;
/** The end of the message of a check that ran over its limit. */
const WITHIN = / within \d+(?:\.\d+)? m?s$/;

/** The phrase of a failure with its limit, if it ran over one: `no answer within 3 s`. */
export function limitPhrase(phrase: string, limitMs: number): string {
  const limit = limitMs < 1_000 ? `${limitMs} ms` : `${limitMs / 1_000} s`;
  return phrase.replace(IN_TIME, ` within ${limit}`);
}

/** A finding in a few words, without any text of the service: `connection refused`, `HTTP 503`, `no answer within 3 s`. */
export function findingPhrase({
  reason,
  message,
  errorCode = null,
}: {
  readonly reason: string;
  readonly message: string;
  readonly errorCode?: string | null;
}): string {
  const [limit] = WITHIN.exec(message) ?? [];
  const phrase = reasonPhrase(reason, errorCode);
  return limit === undefined ? phrase : phrase.replace(IN_TIME, limit);
}

/** A finding in a line of a list: its message, but of a network failure the phrase, without addresses and codes of the system. */
export function findingInLine(found: { readonly reason: string; readonly message: string }): string {
  const isOfNetwork = (NETWORK_REASONS as readonly string[]).includes(found.reason);
  return isOfNetwork ? findingPhrase(found) : found.message;
}
