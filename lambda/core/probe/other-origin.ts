/** Checks a service once with the opposite of its `Origin`, which may explain why it refuses. This changes no verdict. */

import type { Service } from '../config/config';
import { type AttemptPorts, attemptOnce } from './attempt';
import { type Check, hasVerdict, type OtherOrigin } from './check-result';
import { originKeys } from './probe-request';

/**
 * Resolves to its answer; `null` if no time is left before `until`, by `clock.elapsed`, or if it sends no report. A request takes no longer than
 * the service's own time limit. Never rejects.
 */
export async function checkWithOtherOrigin(
  service: Service,
  until: number,
  ports: AttemptPorts,
  signal?: AbortSignal,
): Promise<OtherOrigin | null> {
  const check = await ports.gate(async () => {
    // Other services may have been checked first.
    const leftMs = Math.floor(until - ports.clock.elapsed());
    return leftMs <= 0 || signal?.aborted ? null : attemptOnce(withOtherOrigin(service, leftMs), 1, ports, signal);
  });
  return check === null ? null : otherOriginIn(check, service);
}

function otherOriginIn(check: Check, service: Service): OtherOrigin | null {
  if (!hasVerdict(check) || check.report === null || check.httpStatus === null) return null;
  return { httpStatus: check.httpStatus, keys: originKeys(service) };
}

/** Returns the service without its configured `Origin`, or with the origin of its own address if it has none. */
function withOtherOrigin(service: Service, longestMs: number): Service {
  const limited = { ...service, timeoutMs: Math.min(service.timeoutMs, longestMs) };
  const keys = originKeys(service);
  if (keys.length === 0) return { ...limited, origin: new URL(service.statusUrl).origin };
  const headers = Object.entries(service.headers).filter(([name]) => !keys.includes(`headers.${name}`));
  return { ...limited, origin: null, headers: Object.fromEntries(headers) };
}
