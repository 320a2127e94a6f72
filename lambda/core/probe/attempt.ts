/** A single attempt to check a service. */

import type { Service } from '../config/config';
import { secretsOf } from '../config/service-values';
import type { Clock } from '../words/clock';
import { retryAt } from '../words/retry-after';
import { errorMessage } from '../words/run-failure';
import { type Authorization, type Authorizer, NOTHING_NEEDED } from './authorization';
import type { Check, CheckResult } from './check-result';
import { classify } from './classify';
import type { Expectation } from './contracts/contract';
import { secretCleaner } from './hide-secrets';
import type { Observation } from './observation';
import { ClientUnusable, needsAuthorizer, type Probe, type ProbeRequest, probeRequestFor } from './probe-request';
import type { AskedRequest } from './regions/region-question';

export interface AttemptPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  /** Authorizes services that need a token or a signature; without it they can't be checked. */
  readonly authorizer?: Authorizer | undefined;
  /** Notes each attempt that sent a request; missing if nobody needs to know. */
  readonly note?: ((request: AskedRequest, check: CheckResult) => void) | undefined;
  /** Begins an attempt once the run's `concurrency` allows it. */
  readonly gate: <Value>(attempt: () => Promise<Value>) => Promise<Value>;
}

/** Checks a service once. Never rejects: if the checker itself could not send the request, the check has no verdict. */
export async function attemptOnce(
  service: Service,
  attempt: number,
  ports: AttemptPorts,
  signal?: AbortSignal,
): Promise<Check> {
  const { clock } = ports;
  let secrets = secretsOf(service);
  try {
    const authorization = needsAuthorizer(service) ? await authorize(service, ports, signal) : NOTHING_NEEDED;
    const at = clock.now();
    if (authorization.kind === 'credentials') secrets = [...secrets, ...authorization.secrets];
    const { request, observation } = await observe(service, authorization, ports, signal);
    const seenAt = clock.now();
    const verdict = classify(observation, expectationOf(service, secrets), seenAt);
    const { timings, remoteAddress } = observation;
    const address = remoteAddress === null ? {} : { remoteAddress };
    const check = { service, at, attempts: attempt, timings, ...verdict, ...address, ...limitOf(observation, seenAt) };
    if (request !== null) ports.note?.({ id: service.id, url: request.url, headers: request.headers }, check);
    return check;
  } catch (error) {
    if (error instanceof ClientUnusable) return clientFailure(service, error);
    const message = `it could not be checked: ${secretCleaner(secrets)(errorMessage(error))}`;
    return { service, kind: null, failure: { output: 'probe', service: service.id, message } };
  }
}

function authorize(service: Service, { authorizer }: AttemptPorts, signal?: AbortSignal): Promise<Authorization> {
  if (!authorizer) throw new Error(`nothing can authorize it here (auth.${service.auth?.kind})`);
  return authorizer.authorize(service, signal);
}

/** A service whose token can't be had is not asked: then there is no request. */
async function observe(
  service: Service,
  authorization: Authorization,
  { probe }: AttemptPorts,
  signal?: AbortSignal,
): Promise<{ readonly request: ProbeRequest | null; readonly observation: Observation }> {
  if (authorization.kind === 'failure') return { request: null, observation: authorization.failure };
  const request = probeRequestFor(service, authorization);
  const observation = await probe(request, signal);
  const { tokenMs } = authorization;
  if (tokenMs === undefined) return { request, observation };
  return { request, observation: { ...observation, timings: { ...observation.timings, tokenMs } } };
}

/** Source: RFC 6585, 4, of 429: "MAY include a Retry-After header indicating how long to wait before making a new request". */
function limitOf(observation: Observation, now: number): Pick<CheckResult, 'retryAt'> {
  if (observation.kind === 'failure' || observation.httpStatus !== 429) return {};
  const at = retryAt(observation.headers.retryAfter ?? '', now);
  return at === null ? {} : { retryAt: at };
}

/** Returns what a check expects of the answer of a service. `secrets` are hidden in its texts. */
export function expectationOf(service: Service, secrets: readonly string[]): Expectation {
  const { contract, words, at, expectService, environment, requireService, maxBodyBytes, maxReportAgeMs } = service;
  return { contract, words, at, expectService, environment, requireService, maxBodyBytes, maxReportAgeMs, secrets };
}

function clientFailure(service: Service, { message }: ClientUnusable): Check {
  const failure = {
    output: 'secrets',
    service: service.id,
    message: `the client certificate can't be used (${message})`,
  } as const;
  return { service, kind: null, failure, cause: 'client_certificate' };
}
