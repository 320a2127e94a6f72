/** Asks addresses for their status, to find their services. */

import pLimit from 'p-limit';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config, Service } from '../../lambda/core/config/config';
import { type Check, hasVerdict } from '../../lambda/core/probe/check-result';
import { checkService } from '../../lambda/core/probe/check-service';
import { askWithOtherOrigin } from '../../lambda/core/probe/other-origin';

export interface Discovery {
  readonly baseUrl: string;
  /** The `Origin` that the service needs, since it answers 500 or 403 without one; `null` if it needs none. */
  readonly origin: string | null;
  readonly check: Check;
}

/**
 * Asks all services at once, up to `concurrency`. A service that refuses requests without an `Origin`, but accepts the origin of its own
 * address, is asked with it from then on. Never rejects because of a service.
 */
export function discover(
  { services, concurrency }: Config,
  signal: AbortSignal,
  onResult: (check: Check) => void,
): Promise<readonly Discovery[]> {
  const ports = { probe: httpProbe, clock: systemClock, gate: pLimit(concurrency) };
  const takesOrigin = async (service: Service) =>
    (await askWithOtherOrigin(service, Number.POSITIVE_INFINITY, ports, signal)) !== null;
  const asking = services.map(async (service): Promise<Discovery> => {
    const { baseUrl } = service;
    const { origin } = new URL(baseUrl);
    const plain = await checkService(service, ports, signal);
    const needsOrigin = hasVerdict(plain) && plain.isRefusedThroughout === true && (await takesOrigin(plain.service));
    const check = needsOrigin ? await checkService({ ...service, origin }, ports, signal) : plain;
    onResult(check);
    return { baseUrl, origin: needsOrigin ? origin : null, check };
  });
  return Promise.all(asking);
}
