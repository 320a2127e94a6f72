/** Makes a verdict of an observation: of a failure by its kind, of an answer by the contract of its service. */

import type { CertificateLife } from '../conditions/rule';
import { limitPhrase, reasonPhrase } from '../reasons/reason-phrases';
import type { CleanText } from '../words/clean-text';
import type { Contract, VerdictKind } from '../words/codes';
import { parseJson } from '../words/json';
import { judgeCommon } from './contracts/common';
import type { Answered, Expectation, Judged, Judgement } from './contracts/contract';
import { judgeHttp } from './contracts/http';
import { judgeOwn } from './contracts/own';
import { judgeText } from './contracts/text';
import { secretCleaner } from './hide-secrets';
import { type CertificateExpiry, cacheProof, type NetworkFailure, type Observation } from './observation';
import type { ErrorBody, Report, Warning } from './report';
import { type StatedCause, statedCauseOf } from './unhealthy-cause';

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
  readonly certificate: CertificateLife | null;
  /** The lifetime of the client certificate that the checker presents; missing if it presents none. */
  readonly clientCertificate?: CertificateLife;
  /** The header that shows that a cache answered, such as `Age: 812`; missing if none does. */
  readonly cachedBy?: string;
  /** The cause in an answer without a report, in addition to the message; missing if there is none. */
  readonly statedCause?: StatedCause;
}

const DAY_MS = 86_400_000;

/** Judges an observation. `now` is the time of the answer, in milliseconds since 1970. Never throws. */
export function classify(observation: Observation, expectation: Expectation, now: number): Verdict {
  const { secrets, expectService, environment } = expectation;
  const clean = secretCleaner(secrets, environment === null ? [expectService] : [expectService, environment]);
  const certificates = readCertificates(observation, now, clean);
  if (observation.kind === 'failure') {
    const { httpStatus, errorCode } = observation;
    const nothingSaid = { report: null, errorBody: null, warnings: [] };
    return { ...judgeFailure(observation, clean), httpStatus, errorCode, ...nothingSaid, ...certificates };
  }
  const json = observation.bodyTooLarge ? undefined : parseJson(observation.body);
  const cachedBy = cacheProof(observation.headers.cache ?? [], clean);
  const judged = JUDGES[expectation.contract]({ answer: observation, json, expectation, clean, now, cachedBy });
  // With another contract the message has what JSON says.
  const isUnread = expectation.contract === 'own' || json === undefined;
  const needsCause = judged.report === null && judged.kind !== 'healthy' && isUnread;
  const stated = needsCause ? statedCauseOf(observation, json, judged.message, clean) : null;
  return {
    httpStatus: observation.httpStatus,
    errorCode: null,
    ...judged,
    ...(stated && { statedCause: stated }),
    ...certificates,
    ...(cachedBy !== null && { cachedBy }),
  };
}

function judgeFailure(observed: NetworkFailure, clean: CleanText): Judgement {
  const failure = failureText(observed);
  const shown = clean(observed.detail);
  return { kind: 'unreachable', reason: observed.reason, message: shown === '' ? failure : `${failure} (${shown})` };
}

/** A failure in words, without its detail. */
export function failureText({
  reason,
  errorCode,
  limitMs,
}: Pick<NetworkFailure, 'reason' | 'errorCode' | 'limitMs'>): string {
  const phrase = reasonPhrase(reason, errorCode);
  return limitMs === undefined ? phrase : limitPhrase(phrase, limitMs);
}

const JUDGES: Readonly<Record<Contract, (answered: Answered) => Judged>> = {
  own: judgeOwn,
  common: judgeCommon,
  text: judgeText,
  http: judgeHttp,
};

/** The longest name of a certificate. */
export const NAME_LENGTH = 80;

function readCertificates(
  {
    certificateExpiresAt: expiresAt,
    certificateName: name,
    certificateLifetimeMs: lifetimeMs,
    clientCertificate,
  }: Observation,
  now: number,
  clean: CleanText,
): Pick<Verdict, 'certificate' | 'clientCertificate'> {
  return {
    certificate: expiresAt === null ? null : lifeOf({ expiresAt, lifetimeMs, name }, now, clean),
    ...(clientCertificate && { clientCertificate: lifeOf(clientCertificate, now, clean) }),
  };
}

function lifeOf({ expiresAt, lifetimeMs, name }: CertificateExpiry, now: number, clean: CleanText): CertificateLife {
  const daysLeft = Math.floor((expiresAt - now) / DAY_MS);
  return {
    expiresAt,
    daysLeft,
    ...(lifetimeMs !== undefined && { lifetimeMs }),
    ...(name !== undefined && { name: clean(name, NAME_LENGTH) }),
  };
}
