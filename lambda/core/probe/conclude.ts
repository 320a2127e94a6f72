/** The conclusion of a run's checks: none, if all failed for reasons of the checker's own network. */

import type { Service } from '../config/config';
import type { RunFailure } from '../words/run-failure';
import { type Check, type CheckResult, hasVerdict } from './check-result';
import { wasResolving } from './observation';

/** A single unreachable host proves nothing about the checker's network, so the network is then checked itself. */
const LEAST_HOSTS = 2;

/** The state of the network of the checker's own machine. */
export interface OwnNetwork {
  /** Whether it has a default route. */
  readonly hasRoute: boolean;
  /** Whether a resolver answers, whatever the answer is. */
  readonly resolves: boolean;
}

/** Never rejects. */
export type LookAtNetwork = () => Promise<OwnNetwork>;

/** The system's codes without a route. EHOSTUNREACH is not one of them: a host in the same network that is off causes it too. */
const ROUTE_CODES: readonly (string | null)[] = ['ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN'];

const UNREACHED_CODES: readonly string[] = [
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'EACCES',
  'EPERM',
];

/**
 * By the reason of a verdict, the system's codes that say that nothing of the service was reached.
 * Sources: getaddrinfo(3), connect(2), ip(7); POSIX, connect.
 */
const OWN_CODES: Readonly<Record<string, readonly string[]>> = {
  // The probe gives this code only if no resolver has answered. That there is no such name (ENOTFOUND) is an answer.
  dns_failure: ['EAI_AGAIN'],
  network_unreachable: UNREACHED_CODES,
  token_unreachable: ['EAI_AGAIN', ...UNREACHED_CODES],
};

/**
 * Whether the checker's own network alone can be why a check is not healthy: no resolver answered, there was no route, or
 * the service could not be checked at all. Also `true` where the service may be the cause: a single check proves nothing.
 */
export function mayBeOwnFault(check: Check): boolean {
  if (!hasVerdict(check)) return true;
  const { reason, errorCode } = check;
  if (reason === 'timeout_connect') return wasResolving(check.timings);
  return OWN_CODES[reason]?.includes(errorCode ?? '') ?? false;
}

/**
 * The part of the own network that is the cause of a check that may be its fault: the resolver, of a name that could not be resolved, or the
 * route, of an address without a route. `null` if it is in order, or not the cause for certain.
 */
export function ownCause(check: CheckResult, { hasRoute, resolves }: OwnNetwork): string | null {
  if (UNREACHED_CODES.includes(check.errorCode ?? ''))
    return !hasRoute && ROUTE_CODES.includes(check.errorCode) ? 'it has no default route' : null;
  return resolves ? null : 'its resolver does not answer';
}

/**
 * The checks that a run uses, in the same order. If all of them may be the checker's own fault, and the services
 * are on two hosts or more, the run is inconclusive: none has a verdict, and all share the same failure. On a single host it is so
 * only if a look at the checker's own network finds the cause of each. A check that may be the checker's own fault is
 * therefore held back, until another is not, or until all are there. Any other passes at once.
 */
export function conclude(
  asking: readonly Promise<Check>[],
  services: readonly Service[],
  look?: LookAtNetwork,
): readonly Promise<Check>[] {
  const hosts = new Set(services.map(firstHostOf)).size;
  if (hosts === 0 || (hosts < LEAST_HOSTS && look === undefined)) return asking;
  const failure = firstConclusive(asking).then(
    () => null,
    async () => {
      const checks = await Promise.all(asking);
      // Each failure says that its service could not be checked, and why: it need not be the network.
      if (!checks.some(hasVerdict)) return null;
      if (hosts >= LEAST_HOSTS || look === undefined) return inconclusive(checks, hosts, []);
      const network = await look();
      const causes = checks.map((check) => (hasVerdict(check) ? ownCause(check, network) : null));
      const known = causes.filter((cause) => cause !== null);
      return known.length < causes.length ? null : inconclusive(checks, hosts, known);
    },
  );
  return asking.map(async (checking) => {
    const check = await checking;
    if (!mayBeOwnFault(check) || isExplained(check)) return check;
    const shared = await failure;
    return shared === null ? check : { service: check.service, kind: null, failure: shared };
  });
}

/** Returns the host of the first request: services with the same token server fail together if it does. */
function firstHostOf({ auth, statusUrl }: Service): string {
  return new URL(auth?.kind === 'oauth2' ? auth.tokenUrl : statusUrl).hostname;
}

/** Whether it is known why the service could not be checked: the network is not why. */
function isExplained(check: Check): boolean {
  return !hasVerdict(check) && check.cause !== undefined;
}

/** Rejects once there is none. */
function firstConclusive(asking: readonly Promise<Check>[]): Promise<void> {
  return Promise.any(
    asking.map(async (checking) => {
      if (mayBeOwnFault(await checking)) throw new Error('it may be the checker itself');
    }),
  );
}

function inconclusive(checks: readonly Check[], hosts: number, causes: readonly string[]): RunFailure {
  // An example of each reason: of two hundred services most give the same.
  const examples = new Map(
    checks.map((check) => [hasVerdict(check) ? check.reason : undefined, check] as const).reverse(),
  );
  const shown = [...examples.values()].reverse().map((check) => `${check.service.id}: ${checkMessage(check)}`);
  const what =
    checks.length === 1
      ? 'the only service could not be checked'
      : `none of ${checks.length} services, on ${hosts} ${hosts === 1 ? 'host' : 'hosts'}, could be checked`;
  const why = causes.length === 0 ? '' : ` (${[...new Set(causes)].join(', ')})`;
  const message = `inconclusive: ${what}, for reasons of the checker's own network${why}; nothing is concluded from this run`;
  return { output: 'probe', service: null, message: `${message} (${shown.join('; ')})` };
}

function checkMessage(check: Check): string {
  return hasVerdict(check) ? check.message : check.failure.message;
}
