/** The advice for a reason: short, for someone who has just been woken. docs/reference/runbook.md has more. */

import { CONDITIONS, type ConditionCode } from '../conditions/conditions';
import {
  ADDRESSES_REASON,
  type FailureReason,
  type HttpReason,
  type ObjectiveReason,
  PULSE_REASON,
  REFUSES_REASON,
} from '../words/codes';

/** Stands for the HTTP statuses that have no advice of their own. */
type HttpClass = 'http_2xx' | 'http_3xx' | 'http_4xx' | 'http_5xx';
type AdvisedReason = FailureReason | HttpClass | HttpReason | ConditionCode | ObjectiveReason;

const CONDITION_ADVICE = Object.fromEntries(CONDITIONS.map(({ code, advice }) => [code, advice])) as Record<
  ConditionCode,
  string
>;

const ADVICE: Readonly<
  Record<FailureReason | HttpClass | ConditionCode | ObjectiveReason, string> & Partial<Record<HttpReason, string>>
> = {
  reported_unhealthy:
    'It runs and reports itself unhealthy: look at its logs and at what it depends on (database, queue, upstream).',
  http_503: 'Is it being deployed, overloaded, or without healthy instances behind its load balancer?',
  http_500: 'It runs but fails: look at its logs for the error above, and at what was deployed last.',
  http_502: 'The proxy in front got no valid answer: look at the instances behind it.',
  http_504: 'The proxy in front got no answer in time: look for slow or stuck instances behind it.',
  http_5xx: 'It runs but fails: look at its logs, and at what was deployed last.',
  http_2xx: 'It answers, but without a report: was the path or the proxy in front changed?',
  http_3xx: 'The address has moved or a login page is in front: check baseUrl against where it should point.',
  http_401: 'The service refuses the check: are the credentials in the config still valid?',
  http_403:
    'The service refuses the check: are the credentials in the config still valid, or does a firewall block it?',
  http_404: 'This path does not exist: check baseUrl and path, and whether it was lost in the last deployment.',
  http_429:
    'The service limits how often it is called: something else uses up the limit, or the interval is too short.',
  http_4xx: 'The request is refused: check baseUrl and headers in the config against what the service expects.',
  dns_failure: 'Does the name still exist? Check the DNS record and its zone, then the resolver of the checker.',
  connection_refused: 'The machine answers but nothing listens on the port: is the process running?',
  connection_reset:
    'The connection is closed at once: look for a crashing process, or a proxy or firewall that cuts it.',
  network_unreachable:
    'There is no route to the address: check routes, security groups, and the network of the checker itself.',
  tls_certificate_expired: 'Renew the certificate, and find out why its renewal did not run.',
  tls_certificate_host:
    'The certificate is for another name: was the wrong one installed, or does baseUrl name an alias?',
  tls_certificate_untrusted:
    'No trusted authority has signed the certificate: is its chain complete? A private authority has to be in tls.caFile.',
  tls_handshake:
    'The TLS handshake failed: was a proxy or its TLS configuration changed, or does the port speak plain HTTP?',
  timeout_connect: 'Nothing answers at that address: is the machine up, or does a firewall drop the packets?',
  timeout_response: 'It accepts connections but does not answer: is it overloaded, stuck, or waiting for a dependency?',
  timeout_body: 'It begins to answer and then stalls: is it overloaded, or stuck in writing its report?',
  malformed_response: 'Something else listens on that port, or a proxy garbles the answer.',
  truncated_response: 'The answer is cut short: look for a crashing process or a proxy that cuts connections.',
  token_refused:
    'The token server refuses the checker: are clientId, clientSecret, scope and audience in the config still valid?',
  token_unreachable: 'The service was not checked: look at the token server named above and the network path to it.',
  body_too_large: 'The answer is too large for a status report: was the path or the proxy in front changed?',
  not_json: 'The answer is not JSON: is it a login, maintenance or error page, or a report that is cut short?',
  not_a_report: 'It answers, but not with its status: was the format changed, or does something else answer?',
  unknown_status: 'It reports an unknown status: if it means healthy or degraded, add it to words in the config.',
  wrong_service: 'Another service answers at this address: check baseUrl, the DNS record and the load balancer.',
  report_stale:
    'The report is old, so the service may be down: request it past the cache, then exempt its status from caching.',
  ...CONDITION_ADVICE,
  availability_burns_fast:
    'Some checks fail: look at when they fail, at what was deployed last, and at single instances.',
  availability_burns_slowly:
    'Not urgent: find out in the next days which checks fail, and when. Then fix the cause or loosen the objective.',
  response_time_burns_fast:
    'Many answers are slow now: look at its load, at what it depends on, and at what was deployed last.',
  response_time_burns_slowly:
    'Not urgent: find out in the next days when answers are slow. Then fix the cause or loosen the objective.',
  removed_from_config: 'Nothing to do if it was removed on purpose; otherwise put it back into the config.',
};

/** Advice by the system's error code, if that says more than the reason. */
const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  CERT_NOT_YET_VALID:
    "The certificate is not valid yet: check the checker's clock, then when the certificate becomes valid.",
};

/**
 * Alerts about the client certificate, as Node names them, such as `ERR_SSL_TLSV1_ALERT_UNKNOWN_CA`. Source: RFC 8446, 6.2.
 */
const CLIENT_ALERT =
  /_ALERT_(CERTIFICATE_(REQUIRED|EXPIRED|REVOKED|UNKNOWN)|(BAD|UNSUPPORTED)_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/;
const CLIENT_ADVICE =
  'The service accepts only clients with a certificate that it trusts: compare tls.client with what it expects.';

/** The advice about the deployment's own incidents; the notice of such an incident links to its section of the runbook. */
const OWN_ADVICE: ReadonlyMap<string, string> = new Map([
  [
    REFUSES_REASON,
    'Is its address or token still valid, and does it answer? "statuswatch drill" sends it a test alert and shows its answer.',
  ],
  [
    PULSE_REASON,
    'Is its address still valid, and can the checker reach it? The service that expects the pulse may have raised an alarm.',
  ],
  [ADDRESSES_REASON, 'Run "statuswatch doctor": it shows how to fix each address.'],
]);

/** All reasons that have advice of their own; docs/reference/runbook.md has a section for each. */
export const ADVISED_REASONS: readonly string[] = Object.keys(ADVICE);

/**
 * The advice for a reason; if it has none of its own, the advice for its class (`http_4xx`). `errorCode` is the system's
 * error code of the failure, if there is any.
 */
export function adviceFor(reason: string, errorCode: string | null = null): string {
  // A token server is shown no client certificate.
  if (reason === 'tls_handshake' && CLIENT_ALERT.test(errorCode ?? '')) return CLIENT_ADVICE;
  if (errorCode !== null && Object.hasOwn(ADVICE_BY_CODE, errorCode)) return ADVICE_BY_CODE[errorCode] ?? '';
  const section = runbookSection(reason);
  const advice = section === null ? OWN_ADVICE.get(reason) : ADVICE[section];
  return advice ?? 'Look at the logs of the service, and at what was deployed last.';
}

/** The section of docs/reference/runbook.md for a reason, or for its class; `null` if there is none. */
export function runbookSection(reason: string): AdvisedReason | null {
  const byClass = reason.replace(/^http_(\d)\d\d$/, 'http_$1xx');
  return [reason, byClass].find(isAdvised) ?? null;
}

function isAdvised(reason: string): reason is AdvisedReason {
  return Object.hasOwn(ADVICE, reason);
}
