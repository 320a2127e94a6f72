/** Makes a verdict of an observation. The order of the rules: worst first, the first match wins. */

import { type CleanText, cleanText } from '../words/clean-text';
import type { NetworkReason, Reason, VerdictKind } from '../words/codes';
import { describeDuration } from '../words/duration';
import { bodyText, isJsonObject, jsonKind, jsonObjectOf, parseJson } from '../words/json';
import { withoutQuery } from '../words/shown-value';
import { clockSkewMs, timestampWarnings } from './clock-skew';
import { secretCleaner } from './hide-secrets';
import { jsonFault } from './json-fault';
import { cacheProof, type HttpAnswer, type NetworkFailure, type Observation } from './observation';
import { type ErrorBody, type Report, readErrorBody, readReport, type Warning } from './report';
import { type StatedCause, statedCauseOf, unhealthyCause } from './unhealthy-cause';

export interface Verdict {
  readonly kind: VerdictKind;
  /** A stable code: decisions depend on it, never on the message. A stored code may be garbage. */
  readonly reason: string;
  /** A clean line for people. */
  readonly message: string;
  readonly httpStatus: number | null;
  /** The system's own code of a network failure, such as `CERT_NOT_YET_VALID`; `null` if there is none. */
  readonly errorCode: string | null;
  readonly report: Report | null;
  readonly errorBody: ErrorBody | null;
  readonly warnings: readonly Warning[];
  /** The certificate of the chain that expires first; `name` is missing if that is the service's own. */
  readonly certificate: { readonly expiresAt: number; readonly daysLeft: number; readonly name?: string } | null;
  /** The header that shows that a cache answered, such as `Age: 812`; missing if none does. */
  readonly cachedBy?: string;
  /** The cause that an answer without a report gives besides the message; missing if it gives none. */
  readonly statedCause?: StatedCause;
}

/** The expectations that an answer is compared with. */
export interface Expectation {
  /** The service that the report must give. */
  readonly expectService: string;
  /** The environment that it should give; `null` accepts any. */
  readonly environment: string | null;
  /** Whether a report has to give a service at all. */
  readonly requireService: boolean;
  /** The limit of the body that the probe kept, in bytes. */
  readonly maxBodyBytes: number;
  /** A report whose timestamp is older, in milliseconds, is no valid answer; `null` accepts any. */
  readonly maxReportAgeMs: number | null;
  /** Texts that must never be shown, should the service repeat them. */
  readonly secrets: readonly string[];
}

const DAY_MS = 86_400_000;

type Judgement = Pick<Verdict, 'kind' | 'message'> & { readonly reason: Reason };

/** Judges an observation. `now` is the time of the answer, in milliseconds since 1970. Never throws. */
export function classify(observation: Observation, expectation: Expectation, now: number): Verdict {
  const { secrets, expectService, environment } = expectation;
  const clean = secretCleaner(secrets, environment === null ? [expectService] : [expectService, environment]);
  const certificate = readCertificate(observation, now, clean);
  if (observation.kind === 'failure') {
    const { httpStatus, errorCode } = observation;
    const nothingSaid = { report: null, errorBody: null, warnings: [] };
    return { ...judgeFailure(observation, clean), httpStatus, errorCode, ...nothingSaid, certificate };
  }
  const json = observation.bodyTooLarge ? undefined : parseJson(observation.body);
  const found = readReport(json, clean);
  const errorBody = found ? null : readErrorBody(json, clean);
  const cachedBy = cacheProof(observation.headers.cache ?? [], clean);
  const judged = judgeAnswer(observation, json, found?.report ?? null, errorBody, {
    ...expectation,
    clean,
    now,
    cachedBy,
  });
  const stated = found ? null : statedCauseOf(observation, json, judged.message, clean);
  return {
    ...judged,
    ...(stated && { statedCause: stated }),
    httpStatus: observation.httpStatus,
    errorCode: null,
    report: found?.report ?? null,
    errorBody,
    warnings: [...(found?.warnings ?? []), ...(found ? timestampWarnings(found.report.timestamp, json) : [])],
    certificate,
    ...(cachedBy !== null && { cachedBy }),
  };
}

const FAILURES: Record<NetworkReason, string> = {
  dns_failure: 'the name could not be resolved',
  connection_refused: 'the connection was refused',
  connection_reset: 'the connection was closed before an answer came',
  network_unreachable: 'there is no route to the address',
  tls_certificate_expired: 'the TLS certificate has expired',
  tls_certificate_host: 'the TLS certificate is for another host',
  tls_certificate_untrusted: 'the TLS certificate is not trusted',
  tls_handshake: 'the TLS handshake failed',
  timeout_connect: 'no connection within the time limit',
  timeout_response: 'connected, but no answer within the time limit',
  timeout_body: 'the answer began but did not end within the time limit',
  malformed_response: 'what came back is not valid HTTP',
  truncated_response: 'the answer was cut short',
};

/** Failures whose reason alone says too little. */
const FAILURES_BY_CODE: Readonly<Record<string, string>> = {
  CERT_NOT_YET_VALID: 'the TLS certificate is not valid yet',
};

function judgeFailure({ reason, detail, errorCode }: NetworkFailure, clean: CleanText): Judgement {
  const failure = FAILURES_BY_CODE[errorCode ?? ''] ?? FAILURES[reason];
  const shown = clean(detail);
  return { kind: 'unreachable', reason, message: shown === '' ? failure : `${failure} (${shown})` };
}

function judgeAnswer(
  answer: HttpAnswer,
  json: unknown,
  report: Report | null,
  errorBody: ErrorBody | null,
  expectation: Expectation & { readonly clean: CleanText; readonly now: number; readonly cachedBy: string | null },
): Judgement {
  const { clean } = expectation;
  const status = answer.httpStatus;
  const given = errorBody ? `: ${errorBody.error}` : '';
  if (report?.status === 'unhealthy') {
    return {
      kind: 'unhealthy',
      reason: 'reported_unhealthy',
      message: reportedUnhealthy(status, json, clean),
    };
  }
  if (status === 503) return { kind: 'unhealthy', reason: 'http_503', message: `answered 503${given}` };
  if (status >= 500 && status <= 599)
    return { kind: 'error', reason: `http_${status}`, message: `answered ${status}${given}` };
  if (status !== 200)
    return { kind: 'invalid', reason: `http_${status}`, message: unexpectedStatus(answer, given, clean) };
  if (answer.bodyTooLarge) {
    return { kind: 'invalid', reason: 'body_too_large', message: tooLarge(answer, expectation) };
  }
  if (json === undefined) return { kind: 'invalid', reason: 'not_json', message: notJson(answer, clean) };
  if (report === null) return { kind: 'invalid', reason: 'not_a_report', message: notAReport(json, clean) };
  const wrong = wrongService(report, json, expectation);
  if (wrong !== null) return { kind: 'invalid', reason: 'wrong_service', message: wrong };
  const stale = staleReport(report, expectation);
  if (stale !== null) return { kind: 'invalid', reason: 'report_stale', message: stale };
  return { kind: 'healthy', reason: 'ok', message: 'healthy' };
}

function reportedUnhealthy(status: number, json: unknown, clean: CleanText): string {
  const cause = unhealthyCause(json, clean);
  return `reports itself unhealthy (HTTP ${status})${cause === '' ? '' : `: ${cause}`}`;
}

/** If the announced length is within the limit, the body was over it only after decompression. */
function tooLarge({ announcedBytes }: HttpAnswer, { maxBodyBytes }: Expectation): string {
  if (announcedBytes === null) return `the answer is larger than maxBodyBytes (${maxBodyBytes} bytes)`;
  if (announcedBytes > maxBodyBytes) return `the answer has ${announcedBytes} bytes, maxBodyBytes is ${maxBodyBytes}`;
  return `the answer of ${announcedBytes} bytes is, unpacked, larger than maxBodyBytes (${maxBodyBytes} bytes)`;
}

function wrongService({ service }: Report, json: unknown, expectation: Expectation): string | null {
  const { expectService, requireService } = expectation;
  if (saysOther(json, expectService)) return `the report is of "${service}", not of "${expectService}"`;
  if (service !== null || !requireService) return null;
  const given = jsonObjectOf(json).service;
  const fault = given === undefined ? 'names no service' : `has a "service" that is ${jsonKind(given)}, not a text`;
  return `the report ${fault}; requireService asks for "${expectService}"`;
}

function staleReport(
  { timestamp }: Report,
  { maxReportAgeMs, now, cachedBy }: Expectation & { now: number; cachedBy: string | null },
): string | null {
  const skewMs = timestamp === null || maxReportAgeMs === null ? null : clockSkewMs(timestamp, now);
  if (skewMs === null || maxReportAgeMs === null || -skewMs <= maxReportAgeMs) return null;
  const proof = cachedBy === null ? '' : `; a cache answered (${cachedBy})`;
  return `the report is ${describeDuration(-skewMs)} old, maxReportAge is ${describeDuration(maxReportAgeMs)}${proof}`;
}

function unexpectedStatus({ httpStatus, headers }: HttpAnswer, given: string, clean: CleanText): string {
  if (httpStatus >= 300 && httpStatus <= 399 && headers.location !== null) {
    return `answered ${httpStatus}, a redirect to ${withoutQuery(clean(headers.location))}, which is not followed`;
  }
  return `answered ${httpStatus} where 200 was expected${given}`;
}

function notJson({ body, headers }: HttpAnswer, clean: CleanText): string {
  if (body.length === 0) return 'answered 200 with an empty body';
  const type = headers.contentType === null ? '' : ` (${clean(headers.contentType, 80)})`;
  const text = bodyText(body);
  const fault = /^\s*[{[]/.test(text) ? jsonFault(text) : null;
  if (fault?.kind === 'cut') return `answered 200 with JSON that is cut short after ${fault.at} characters${type}`;
  if (fault) return `answered 200 with JSON that is broken at character ${fault.at + 1}${type}`;
  return `answered 200 with something that is not JSON${type}`;
}

function notAReport(json: unknown, clean: CleanText): string {
  if (!isJsonObject(json)) return 'answered 200 with JSON that is not an object';
  const { status } = json;
  if (status === undefined) return 'answered 200 with JSON that has no "status"';
  if (typeof status !== 'string') return `answered 200 with a "status" that is ${jsonKind(status)}, not a text`;
  return `answered 200 with the status "${clean(status, 40)}", which is neither "healthy" nor "unhealthy"`;
}

/** This compares what was sent, not what is shown of it: hiding a secret changes no decision. */
function saysOther(json: unknown, expected: string): boolean {
  const given = jsonObjectOf(json).service;
  return typeof given === 'string' && cleanText(given) !== cleanText(expected);
}

/** The longest name of a certificate. */
export const NAME_LENGTH = 80;

function readCertificate(
  { certificateExpiresAt: expiresAt, certificateName }: Observation,
  now: number,
  clean: CleanText,
): Verdict['certificate'] {
  if (expiresAt === null) return null;
  const daysLeft = Math.floor((expiresAt - now) / DAY_MS);
  return { expiresAt, daysLeft, ...(certificateName !== undefined && { name: clean(certificateName, NAME_LENGTH) }) };
}
