/** A single attempt to ask a service. */

import type { Service } from '../config/config';
import { secretsOf } from '../config/service-values';
import type { Clock } from '../words/clock';
import { errorMessage } from '../words/run-failure';
import type { Check } from './check-result';
import { classify } from './classify';
import { secretCleaner } from './hide-secrets';
import { type Probe, probeRequestFor } from './probe-request';

export interface AttemptPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  /** Begins an attempt once the run's `concurrency` allows it. */
  readonly gate: <Value>(attempt: () => Promise<Value>) => Promise<Value>;
}

/** Never rejects: what the checker itself could not ask is a check without a verdict. */
export async function attemptOnce(
  service: Service,
  attempt: number,
  { probe, clock }: AttemptPorts,
  signal?: AbortSignal,
): Promise<Check> {
  const at = clock.now();
  const secrets = secretsOf(service);
  try {
    const observation = await probe(probeRequestFor(service), signal);
    const verdict = classify(observation, { ...service, secrets }, clock.now());
    const { timings, remoteAddress } = observation;
    const address = remoteAddress === null ? {} : { remoteAddress };
    return { ...verdict, service, at, attempts: attempt, timings, ...address };
  } catch (error) {
    const message = `it could not be asked: ${secretCleaner(secrets)(errorMessage(error))}`;
    return { service, kind: null, failure: { output: 'probe', service: service.id, message } };
  }
}
