/** The result of a check: a run finds it, and the state of the service keeps it. */

import type { Service } from '../config/config';
import { isCheckable } from '../config/secrets';
import type { RegionViews } from '../words/regions/region-views';
import type { RunFailure } from '../words/run-failure';
import { nameSome } from '../words/shown-value';
import type { Verdict } from './classify';
import type { Timings } from './observation';

/** The verdict of the last attempt, and how it was come by. */
export interface Checked extends Verdict {
  /** The start of the last attempt, in milliseconds since 1970. */
  readonly at: number;
  /** How many attempts were made. */
  readonly attempts: number;
  /** The timings of the last attempt. */
  readonly timings: Timings;
  /** The IP address that the last attempt was about; missing if it is not known. */
  readonly remoteAddress?: string;
  /** The report in the answer to a request with the opposite of its `Origin`; missing if there was none. */
  readonly otherOrigin?: OtherOrigin;
  /** The results of the regions, if the checker did not reach it; missing if no other region checked it. A healthy check with it has no figures. */
  readonly views?: RegionViews;
}

export interface OtherOrigin {
  readonly httpStatus: number;
  /** The keys of its config that set an `Origin`; empty if its request had none. */
  readonly keys: readonly string[];
}

/** The finding, or the run's failure if the checker itself could not check it. */
export type Check = CheckResult | FailedCheck;

export interface CheckResult extends Checked {
  readonly service: Service;
  /** The start of the first attempt, in milliseconds since 1970, if several failed; missing otherwise. */
  readonly failingSince?: number;
  /** Whether each attempt was answered 500 or 403 without a report: another `Origin` may change that. Missing if not. */
  readonly isRefusedThroughout?: boolean;
  /** When the service may be checked again, as a 429 said, in milliseconds since 1970; missing if none did. */
  readonly retryAt?: number;
}

/** A service that could not be checked: there is nothing to judge, to measure or to notify. */
export interface FailedCheck {
  readonly service: Service;
  readonly kind: null;
  /** All services of an inconclusive run share the same failure. */
  readonly failure: RunFailure;
  /** The setting of the service that can't be used: another attempt would not help. Missing if the cause is another. */
  readonly cause?: 'client_certificate';
}

/** Returns whether the service was checked. */
export function hasVerdict(check: Check): check is CheckResult {
  return check.kind !== null;
}

/** The failures of checks, each once. Many services may share a client certificate: then there is one failure, which names them. */
export function uncheckedFailures(failed: readonly FailedCheck[]): readonly RunFailure[] {
  const unusable = failed.filter(({ cause }) => cause !== undefined);
  const messages = new Set(unusable.map(({ failure }) => failure.message));
  const shared = [...messages].map((message): RunFailure => {
    const ids = unusable.filter(({ failure }) => failure.message === message).map(({ service }) => service.id);
    return { output: 'secrets', service: null, message: `${message}, ${notChecked(ids)}` };
  });
  const others = failed.filter(({ cause }) => cause === undefined).map(({ failure }) => failure);
  return [...new Set(others), ...shared];
}

function notChecked(ids: readonly string[]): string {
  return `so ${nameSome(ids)} ${ids.length === 1 ? 'was' : 'were'} not checked`;
}

/** The checks of services that lack a secret. Checked without it, they would look sick, and people would be notified of that. */
export function checksWithoutSecret(services: readonly Service[]): readonly Promise<Check>[] {
  const lacking = services.filter((service) => !isCheckable(service));
  const message = `a secret is missing, ${notChecked(lacking.map(({ id }) => id))}`;
  const failure: RunFailure = { output: 'secrets', service: null, message };
  return lacking.map(async (service) => ({ service, kind: null, failure }));
}
