/** How one service gets its verdict within a run. */

import { type Service, secretsOf, worstCaseMs } from '../config/config';
import type { RenewSecrets } from '../config/secrets';
import type { Clock } from '../words/clock';
import { secretCleaner } from '../words/hide-secrets';
import { messageOf } from '../words/run-failure';
import { type Check, hasVerdict } from './check-result';
import { classify } from './classify';
import type { Probe } from './probe-request';
import { originKeys, probeRequestFor } from './probe-request';

export interface CheckPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  readonly renewSecrets?: RenewSecrets;
  /** Begins an attempt once the run's `concurrency` allows it. */
  readonly gate: (attempt: () => Promise<Attempt>) => Promise<Attempt>;
  /** Whether another failing run opens an outage of a service. Without it no service is asked differently. Never rejects. */
  readonly opensNext?: (service: Service) => Promise<boolean>;
}

interface Attempt {
  readonly check: Check;
  /** Whether others would pay for another attempt. */
  readonly isLast: boolean;
}

/**
 * Asks until the service is healthy or its attempts are used up. The last attempt counts: a failure that could not be
 * confirmed is none; but a service whose handshake blocks the process is asked once. If the service refuses the request
 * for the first time, and its secrets have changed meanwhile, it is asked once more, at once. If all its answers were 500
 * or 403 and its outage is about to open, it is asked once with the opposite of its `Origin`, which changes no verdict.
 * Never rejects.
 */
export async function checkService(configured: Service, ports: CheckPorts, signal?: AbortSignal): Promise<Check> {
  const begun = ports.clock.elapsed();
  const { check, asked, isAllRefused } = await ask(configured, ports, signal);
  if (!isAllRefused || !hasVerdict(check) || signal?.aborted) return check;
  if (!(await ports.opensNext?.(configured)) || signal?.aborted) return check;
  // Answers that came in time leave some of it: a check takes no longer than it may without this request.
  const { timeoutMs, retry } = configured;
  const leftMs = Math.floor(worstCaseMs(timeoutMs, retry) - (ports.clock.elapsed() - begun));
  if (leftMs <= 0) return check;
  const other = { ...withOtherOrigin(asked), timeoutMs: Math.min(timeoutMs, leftMs) };
  const { check: answer } = await ports.gate(() => attemptOnce(other, 1, ports, signal));
  if (!hasVerdict(answer) || answer.report === null || answer.httpStatus === null) return check;
  return { ...check, otherOrigin: { httpStatus: answer.httpStatus, keys: originKeys(asked) } };
}

interface AttemptsResult {
  readonly check: Check;
  /** As it was asked last. */
  readonly asked: Service;
  /** Whether every attempt was answered with a 500 or a 403 that is no report. */
  readonly isAllRefused: boolean;
}

async function ask(configured: Service, ports: CheckPorts, signal?: AbortSignal): Promise<AttemptsResult> {
  const { attempts, backoffMs } = configured.retry;
  let service = configured;
  let { renewSecrets } = ports;
  let pauses = 0;
  let isAllRefused = true;
  for (let attempt = 1; ; attempt++) {
    const asked = service;
    const { check, isLast } = await ports.gate(() => attemptOnce(asked, attempt, ports, signal));
    isAllRefused &&= hasVerdict(check) && (check.reason === 'http_500' || check.reason === 'http_403');
    const done = { check, asked, isAllRefused };
    if (check.kind === 'healthy' || isLast || signal?.aborted) return done;
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

/** The statuses for a credential that is wrong or no longer valid. Source: RFC 9110, 15.5.2 and 15.5.4. */
function isRefusal(check: Check): boolean {
  return hasVerdict(check) && (check.httpStatus === 401 || check.httpStatus === 403);
}

/** Without the `Origin` that is configured; if none is, with that of its own address. */
function withOtherOrigin(service: Service): Service {
  const keys = originKeys(service);
  if (keys.length === 0) return { ...service, origin: new URL(service.statusUrl).origin };
  const headers = Object.entries(service.headers).filter(([name]) => !keys.includes(`headers.${name}`));
  return { ...service, origin: null, headers: Object.fromEntries(headers) };
}

async function attemptOnce(
  service: Service,
  attempt: number,
  { probe, clock }: CheckPorts,
  signal?: AbortSignal,
): Promise<Attempt> {
  const at = clock.now();
  const secrets = secretsOf(service);
  try {
    const observation = await probe(probeRequestFor(service), signal);
    const verdict = classify(observation, { ...service, secrets }, clock.now());
    const { timings, remoteAddress, blocksProcess = false } = observation;
    const address = remoteAddress !== null && { remoteAddress };
    return { check: { ...verdict, service, at, attempts: attempt, timings, ...address }, isLast: blocksProcess };
  } catch (error) {
    const message = `it could not be asked: ${secretCleaner(secrets)(messageOf(error))}`;
    const failure = { output: 'probe', service: service.id, message } as const;
    return { check: { service, kind: null, failure }, isLast: false };
  }
}
