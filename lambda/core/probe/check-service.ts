/** How one service gets its verdict within a run. */

import { type Service, secretsOf } from '../config/config';
import type { RenewSecrets } from '../config/secrets';
import type { Clock } from '../words/clock';
import { secretCleaner } from '../words/hide-secrets';
import { messageOf } from '../words/run-failure';
import { type Check, hasVerdict } from './check-result';
import { classify } from './classify';
import type { Probe } from './probe-request';
import { probeRequestFor } from './probe-request';

export interface CheckPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  readonly renewSecrets?: RenewSecrets;
  /** Begins an attempt once the run's `concurrency` allows it. */
  readonly gate: (attempt: () => Promise<Check>) => Promise<Check>;
}

/**
 * Asks until the service is healthy or its attempts are used up. The last attempt counts: a failure that could not be
 * confirmed is none. If the service refuses the request for the first time, and its secrets have changed meanwhile, it is
 * asked once more, at once. Never rejects.
 */
export async function checkService(configured: Service, ports: CheckPorts, signal?: AbortSignal): Promise<Check> {
  const { attempts, backoffMs } = configured.retry;
  let service = configured;
  let { renewSecrets } = ports;
  let pauses = 0;
  for (let attempt = 1; ; attempt++) {
    const asked = service;
    const check = await ports.gate(() => attemptOnce(asked, attempt, ports, signal));
    if (check.kind === 'healthy' || signal?.aborted) return check;
    if (renewSecrets && isRefusal(check)) {
      const renewed = await renewSecrets(service);
      renewSecrets = undefined;
      if (signal?.aborted) return check;
      if (renewed) {
        service = renewed;
        continue;
      }
    }
    if (pauses + 1 >= attempts) return check;
    await ports.clock.sleep(backoffMs * 2 ** pauses++, signal);
    if (signal?.aborted) return check;
  }
}

/** The statuses for a credential that is wrong or no longer valid. Source: RFC 9110, 15.5.2 and 15.5.4. */
function isRefusal(check: Check): boolean {
  return hasVerdict(check) && (check.httpStatus === 401 || check.httpStatus === 403);
}

async function attemptOnce(
  service: Service,
  attempt: number,
  { probe, clock }: CheckPorts,
  signal?: AbortSignal,
): Promise<Check> {
  const at = clock.now();
  const secrets = secretsOf(service);
  try {
    const observation = await probe(probeRequestFor(service), signal);
    const verdict = classify(observation, { ...service, secrets }, clock.now());
    const { timings, remoteAddress } = observation;
    return { ...verdict, service, at, attempts: attempt, timings, ...(remoteAddress !== null && { remoteAddress }) };
  } catch (error) {
    const message = `it could not be asked: ${secretCleaner(secrets)(messageOf(error))}`;
    return { service, kind: null, failure: { output: 'probe', service: service.id, message } };
  }
}
