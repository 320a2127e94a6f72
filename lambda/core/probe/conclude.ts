/** Decides whether a run is inconclusive: whether all its checks failed because of the checker's own network. */

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

/** Checks the checker's own network. Never rejects. */
export type LookAtNetwork = () => Promise<OwnNetwork>;

/** The system's codes when there is no route. EHOSTUNREACH is not among them: a host in the same network that is off causes it too. */
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
 * The system's codes, by the reason of the verdict, that mean that the service was not reached at all.
 * Sources: getaddrinfo(3), connect(2), ip(7); POSIX, connect.
 */
const OWN_CODES: Readonly<Record<string, readonly string[]>> = {
  // The probe gives this code only if no resolver has answered. That there is no such name (ENOTFOUND) is an answer.
  dns_failure: ['EAI_AGAIN'],
  network_unreachable: UNREACHED_CODES,
  token_unreachable: ['EAI_AGAIN', ...UNREACHED_CODES],
};

/**
 * Whether the checker's own network may be the only reason why a check is not healthy: no resolver answered, there was no route,
 * or the service could not be checked at all. The service may still be the cause: a single check proves nothing.
 */
export function mayBeOwnFault(check: Check): boolean {
  if (!hasVerdict(check)) return true;
  const { reason, errorCode } = check;
  if (reason === 'timeout_connect') return wasResolving(check.timings);
  return OWN_CODES[reason]?.includes(errorCode ?? '') ?? false;
}

/**
 * Returns what is wrong with the checker's own network if that explains a failed check: the resolver if a name could not be resolved, the
 * route if an address was not reached. `null` if the network works, or may not be the cause.
 */
export function ownCause(check: CheckResult, { hasRoute, resolves }: OwnNetwork): string | null {
  if (UNREACHED_CODES.includes(check.errorCode ?? ''))
    return !hasRoute && ROUTE_CODES.includes(check.errorCode) ? 'it has no default route' : null;
  return resolves ? null : 'its resolver does not answer';
}

/**
 * Returns the checks that a run uses, in the same order. If all of them may be the checker's own fault, and the services are on two
 * hosts or more, the run is inconclusive: none has a verdict, and all share the same failure. On a single host, `look` must also find
 * the cause of each in the checker's own network. So a check that may be the checker's own fault waits until one is not, or until all
 * are done. Any other passes at once.
 */
export function conclude(
  checking: readonly Promise<Check>[],
  services: readonly Service[],
  look?: LookAtNetwork,
): readonly Promise<Check>[] {
  const hosts = new Set(services.map(firstHostOf)).size;
  if (hosts === 0 || (hosts < LEAST_HOSTS && look === undefined)) return checking;
  const failure = firstConclusive(checking).then(
    () => null,
    async () => {
      const checks = await Promise.all(checking);
      // Each failure says that its service could not be checked, and why: it need not be the network.
      if (!checks.some(hasVerdict)) return null;
      if (hosts >= LEAST_HOSTS || look === undefined) return inconclusive(checks, hosts, []);
      const network = await look();
      const causes = checks.map((check) => (hasVerdict(check) ? ownCause(check, network) : null));
      const known = causes.filter((cause) => cause !== null);
      return known.length < causes.length ? null : inconclusive(checks, hosts, known);
    },
  );
  return checking.map(async (promise) => {
    const check = await promise;
    if (!mayBeOwnFault(check) || isExplained(check)) return check;
    const shared = await failure;
    return shared === null ? check : { service: check.service, kind: null, failure: shared };
  });
}

/** Returns the host of the first request: services with the same token server fail together if it does. */
function firstHostOf({ auth, statusUrl }: Service): string {
  return new URL(auth?.kind === 'oauth2' ? auth.tokenUrl : statusUrl).hostname;
}

/** Whether it is known why the service could not be checked, and the network is not the reason. */
function isExplained(check: Check): boolean {
  return !hasVerdict(check) && check.cause !== undefined;
}

/** Resolves with the first check that is conclusive; rejects if none is. */
function firstConclusive(checking: readonly Promise<Check>[]): Promise<void> {
  return Promise.any(
    checking.map(async (promise) => {
      if (mayBeOwnFault(await promise)) throw new Error('it may be the checker itself');
    }),
  );
}

function inconclusive(checks: readonly Check[], hosts: number, causes: readonly string[]): RunFailure {
  // One example for each reason: most services fail for the same one.
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
