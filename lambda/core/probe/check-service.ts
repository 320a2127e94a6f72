/** Gets the verdict of a service within a run. */

import type { Service } from '../config/config';
import type { RenewSecrets } from '../config/secrets';
import { type AttemptPorts, attemptOnce } from './attempt';
import { type Check, type CheckResult, hasVerdict } from './check-result';

export interface CheckPorts extends AttemptPorts {
  readonly renewSecrets?: RenewSecrets | undefined;
}

/**
 * Checks a service until it is healthy or its attempts are used up; the last attempt counts. A 429 that names a later time ends the check. If the
 * service refuses the request for the first time, and its secrets have changed or another token can be used, it gets one more attempt at once. Never
 * rejects.
 */
export async function checkService(configured: Service, ports: CheckPorts, signal?: AbortSignal): Promise<Check> {
  const { attempts, backoffMs } = configured.retry;
  let service = configured;
  let isRenewed = false;
  let pauses = 0;
  let isRefusedThroughout = true;
  let failingSince: number | null = null;
  for (let attempt = 1; ; attempt++) {
    const current = service;
    const check = await ports.gate(() => attemptOnce(current, attempt, ports, signal));
    isRefusedThroughout &&= isFailedRequest(check);
    if (check.kind === 'healthy') {
      ports.authorizer?.noteAccepted(service);
      return check;
    }
    if (hasVerdict(check)) failingSince ??= check.at;
    const done = failed(check, failingSince, isRefusedThroughout);
    if (signal?.aborted) return done;
    if (!isRenewed && (isRefusal(check) || isUnusable(check))) {
      isRenewed = true;
      const renewed = await renewedService(service, check, ports);
      if (signal?.aborted) return done;
      if (renewed) {
        service = renewed;
        continue;
      }
    }
    if (pauses + 1 >= attempts || isUnusable(check)) return done;
    const pauseMs = backoffMs * 2 ** pauses++;
    if (hasVerdict(check) && check.retryAt !== undefined && check.retryAt > ports.clock.now() + pauseMs) return done;
    await ports.clock.sleep(pauseMs, signal);
    if (signal?.aborted) return done;
  }
}

function failed(check: Check, failingSince: number | null, isRefusedThroughout: boolean): Check {
  if (!hasVerdict(check)) return check;
  return {
    ...check,
    ...(isRefusedThroughout && { isRefusedThroughout }),
    ...(failingSince !== null && failingSince !== check.at && { failingSince }),
  };
}

/**
 * Makes one attempt, for callers that do their own retries. If the service refuses the request, its secrets are read again, or its token is
 * dropped, for the next attempt. Never rejects.
 */
export async function checkOnce(service: Service, ports: CheckPorts, signal?: AbortSignal): Promise<Check> {
  const check = await ports.gate(() => attemptOnce(service, 1, ports, signal));
  if (check.kind === 'healthy') ports.authorizer?.noteAccepted(service);
  if (isRefusal(check) || isUnusable(check)) await renewedService(service, check, ports);
  return check;
}

/** Returns whether it answered 500 or 403 without a report: another `Origin` may change that. */
function isFailedRequest(check: Check): boolean {
  return hasVerdict(check) && (check.reason === 'http_500' || check.reason === 'http_403');
}

/** Returns the service with its secrets read again, or with its token dropped; `null` if neither changes the request. */
async function renewedService(service: Service, check: Check, ports: CheckPorts): Promise<Service | null> {
  const renewed = (await ports.renewSecrets?.(service)) ?? null;
  const isOtherToken = isTokenRefusal(check) && (ports.authorizer?.dropToken(service) ?? false);
  return renewed ?? (isOtherToken ? service : null);
}

/**
 * The statuses for a credential that is wrong or no longer valid, and a token server that refuses it. Source: RFC 9110, 15.5.2 and 15.5.4.
 */
function isRefusal(check: Check): boolean {
  if (!hasVerdict(check)) return false;
  const { httpStatus, reason } = check;
  return httpStatus === 401 || httpStatus === 403 || reason === 'token_refused' || refusesClient(check);
}

/** Source: RFC 6750, 3.1: `invalid_token` has the status 401; 403 is for a token that is valid, and not for this. */
function isTokenRefusal(check: Check): boolean {
  return hasVerdict(check) && check.httpStatus === 401;
}

/**
 * Whether a service refuses the client certificate that it was shown: by an alert, by closing the connection, or with the 400 of nginx.
 * Source of the last: nginx, ngx_http_ssl_module, "Error Processing": "495 an error has occurred during the client certificate
 * verification", which it answers as 400.
 */
function refusesClient({ service, reason }: CheckResult): boolean {
  return service.tls?.client != null && CLIENT_REFUSALS.includes(reason);
}

const CLIENT_REFUSALS = ['tls_handshake', 'connection_reset', 'http_400'];

/** Whether a setting of the service can't be used: only another value would help. */
function isUnusable(check: Check): boolean {
  return !hasVerdict(check) && check.cause !== undefined;
}
