/** Gets the verdict of a service within a run. */

import type { Service } from '../config/config';
import type { RenewSecrets } from '../config/secrets';
import { type AttemptPorts, attemptOnce } from './attempt';
import { type Check, hasVerdict } from './check-result';

export interface CheckPorts extends AttemptPorts {
  readonly renewSecrets?: RenewSecrets | undefined;
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
  let isRefusedThroughout = true;
  for (let attempt = 1; ; attempt++) {
    const asked = service;
    const check = await ports.gate(() => attemptOnce(asked, attempt, ports, signal));
    isRefusedThroughout &&= isFailedRequest(check);
    const done = isRefusedThroughout ? { ...check, isRefusedThroughout } : check;
    if (check.kind === 'healthy' || signal?.aborted) return done;
    if (renewSecrets && isRefusal(check)) {
      const renewed = await renewSecrets(service);
      renewSecrets = undefined;
      if (signal?.aborted) return done;
      if (renewed) {
        service = renewed;
        continue;
      }
    }
    if (pauses + 1 >= attempts) return done;
    await ports.clock.sleep(backoffMs * 2 ** pauses++, signal);
    if (signal?.aborted) return done;
  }
}

/** Whether it was answered with a 500 or a 403 that is no report: another `Origin` may change that. */
function isFailedRequest(check: Check): boolean {
  return hasVerdict(check) && (check.reason === 'http_500' || check.reason === 'http_403');
}

/** The statuses for a credential that is wrong or no longer valid. Source: RFC 9110, 15.5.2 and 15.5.4. */
function isRefusal(check: Check): boolean {
  return hasVerdict(check) && (check.httpStatus === 401 || check.httpStatus === 403);
}
