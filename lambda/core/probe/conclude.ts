/** What a run may conclude of its checks: nothing, where all failed for reasons of the checker's own network. */

import type { Service } from '../config/config';
import type { RunFailure } from '../words/run-failure';
import { type Check, type CheckResult, hasVerdict } from './check-result';

/** On fewer hosts, what they share may be down as well as the checker's own network. */
const LEAST_HOSTS = 3;

/**
 * By the reason of a verdict, the system's codes that say that nothing of the service was reached.
 * Sources: getaddrinfo(3), connect(2), ip(7); POSIX, connect.
 */
const OWN_CODES: Readonly<Record<string, readonly string[]>> = {
  // The probe gives this code only if no resolver has answered. That there is no such name (ENOTFOUND) is an answer.
  dns_failure: ['EAI_AGAIN'],
  network_unreachable: ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'EACCES', 'EPERM'],
};

/**
 * Whether the checker's own network alone can be why a check is not healthy: no resolver answered, there was no route, or
 * the service could not be asked at all. Also `true` where the service may be the cause: one check alone proves nothing.
 */
export function mayBeOwnFault(check: Check): boolean {
  if (!hasVerdict(check)) return true;
  const { reason, errorCode } = check;
  if (reason === 'timeout_connect') return wasResolving(check);
  return OWN_CODES[reason]?.includes(errorCode ?? '') ?? false;
}

function wasResolving({ timings }: CheckResult): boolean {
  return timings.dnsMs !== null && timings.connectMs === null;
}

/**
 * The checks that a run goes on with, in the same order. If all of them may be the checker's own fault, and the services
 * are on three hosts or more, the run is inconclusive: none has a verdict, and all share one failure. A check that may be
 * the checker's own fault is therefore held back, until another is not, or until all are there. Any other passes at once.
 */
export function conclude(asking: readonly Promise<Check>[], services: readonly Service[]): readonly Promise<Check>[] {
  const hosts = new Set(services.map((service) => new URL(service.statusUrl).hostname)).size;
  if (hosts < LEAST_HOSTS) return asking;
  const failure = firstConclusive(asking).then(
    () => null,
    async () => inconclusive(await Promise.all(asking), hosts),
  );
  return asking.map(async (checking) => {
    const check = await checking;
    if (!mayBeOwnFault(check)) return check;
    const shared = await failure;
    return shared === null ? check : { service: check.service, kind: null, failure: shared };
  });
}

/** Rejects once there is none. */
function firstConclusive(asking: readonly Promise<Check>[]): Promise<void> {
  return Promise.any(
    asking.map(async (checking) => {
      if (mayBeOwnFault(await checking)) throw new Error('it may be the checker itself');
    }),
  );
}

function inconclusive(checks: readonly Check[], hosts: number): RunFailure {
  // One example of each reason: of two hundred services most say the same.
  const examples = new Map(
    checks.map((check) => [hasVerdict(check) ? check.reason : undefined, check] as const).reverse(),
  );
  const said = [...examples.values()].reverse().map((check) => `${check.service.id}: ${messageOf(check)}`);
  const what = `none of ${checks.length} services, on ${hosts} hosts, could be asked`;
  const message = `inconclusive: ${what}, for reasons of the checker's own network; nothing is concluded from this run`;
  return { output: 'probe', service: null, message: `${message} (${said.join('; ')})` };
}

function messageOf(check: Check): string {
  return hasVerdict(check) ? check.message : check.failure.message;
}
