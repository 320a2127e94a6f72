/** How one service gets its verdict within a run. */

import type { Check } from './check-result';
import { classify } from './classify';
import { type Service, secretsOf } from './config';
import { secretCleaner } from './hide-secrets';
import type { Clock, Probe } from './ports';
import { probeRequestFor } from './probe-request';
import { messageOf } from './run-failure';

export interface CheckPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  /** Lets an attempt begin when one of the run's places is free. */
  readonly gate: (attempt: () => Promise<Check>) => Promise<Check>;
}

/**
 * Asks until the service is healthy or its attempts are spent; the last attempt counts, so that a failure that the checker
 * could not confirm is none. Never rejects.
 */
export async function checkService(service: Service, ports: CheckPorts, signal?: AbortSignal): Promise<Check> {
  const { attempts, backoffMs } = service.retry;
  for (let attempt = 1; ; attempt++) {
    const check = await ports.gate(() => attemptOnce(service, attempt, ports, signal));
    if (check.verdict?.kind === 'healthy' || attempt >= attempts || signal?.aborted) return check;
    await ports.clock.sleep(backoffMs * 2 ** (attempt - 1), signal);
    if (signal?.aborted) return check;
  }
}

async function attemptOnce(
  service: Service,
  attempt: number,
  { probe, clock }: CheckPorts,
  signal?: AbortSignal,
): Promise<Check> {
  const checkedAt = clock.now();
  const secrets = secretsOf(service);
  try {
    const observation = await probe(probeRequestFor(service), signal);
    const verdict = classify(observation, { ...service, secrets }, clock.now());
    return { service, verdict, attempts: attempt, checkedAt, timings: observation.timings };
  } catch (error) {
    const message = `it could not be asked: ${secretCleaner(secrets)(messageOf(error))}`;
    return { service, verdict: null, failure: { output: 'probe', service: service.id, message } };
  }
}
