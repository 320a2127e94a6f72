/** Asks a service once with the opposite of its `Origin`, which may explain why it refuses: that changes no verdict. */

import type { Service } from '../config/config';
import { type AttemptPorts, attemptOnce } from './attempt';
import { type Check, hasVerdict, type OtherOrigin } from './check-result';
import { originKeys } from './probe-request';

/**
 * Its answer; `null` if there is no time left `until` then, by `clock.elapsed`, or if it sends no report. A request takes no longer than
 * the service's own time limit. Never rejects.
 */
export async function askWithOtherOrigin(
  service: Service,
  until: number,
  ports: AttemptPorts,
  signal?: AbortSignal,
): Promise<OtherOrigin | null> {
  const check = await ports.gate(async () => {
    // Others may have been asked before it.
    const leftMs = Math.floor(until - ports.clock.elapsed());
    return leftMs <= 0 || signal?.aborted ? null : attemptOnce(withOtherOrigin(service, leftMs), 1, ports, signal);
  });
  return check === null ? null : otherOriginIn(check, service);
}

function otherOriginIn(check: Check, service: Service): OtherOrigin | null {
  if (!hasVerdict(check) || check.report === null || check.httpStatus === null) return null;
  return { httpStatus: check.httpStatus, keys: originKeys(service) };
}

/** Without the `Origin` that is configured; if none is, with that of its own address. */
function withOtherOrigin(service: Service, longestMs: number): Service {
  const limited = { ...service, timeoutMs: Math.min(service.timeoutMs, longestMs) };
  const keys = originKeys(service);
  if (keys.length === 0) return { ...limited, origin: new URL(service.statusUrl).origin };
  const headers = Object.entries(service.headers).filter(([name]) => !keys.includes(`headers.${name}`));
  return { ...limited, origin: null, headers: Object.fromEntries(headers) };
}
