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
import { ClientUnusable, needsAuthorizer, type Probe, probeRequestFor } from './probe-request';

export interface AttemptPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  /** Authorizes services that need a token or a signature; without it they can't be checked. */
  readonly authorizer?: Authorizer | undefined;
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
    const observation = await observe(service, authorization, ports, signal);
    const seenAt = clock.now();
    const verdict = classify(observation, expectationOf(service, secrets), seenAt);
    const { timings, remoteAddress } = observation;
    const address = remoteAddress === null ? {} : { remoteAddress };
    return { service, at, attempts: attempt, timings, ...verdict, ...address, ...limitOf(observation, seenAt) };
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

/** Sends the request, unless there is no token for it. */
async function observe(
  service: Service,
  authorization: Authorization,
  { probe }: AttemptPorts,
  signal?: AbortSignal,
): Promise<Observation> {
  if (authorization.kind === 'failure') return authorization.failure;
  const observation = await probe(probeRequestFor(service, authorization), signal);
  const { tokenMs } = authorization;
  return tokenMs === undefined ? observation : { ...observation, timings: { ...observation.timings, tokenMs } };
}

/** Source: RFC 6585, 4, of 429: "MAY include a Retry-After header indicating how long to wait before making a new request". */
function limitOf(observation: Observation, now: number): Pick<CheckResult, 'retryAt'> {
  if (observation.kind === 'failure' || observation.httpStatus !== 429) return {};
  const at = retryAt(observation.headers.retryAfter ?? '', now);
  return at === null ? {} : { retryAt: at };
}

function expectationOf(service: Service, secrets: readonly string[]): Expectation {
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
