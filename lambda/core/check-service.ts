/** How one service gets its verdict within a run. */

import type { CheckResult } from './check-result';
import { classify } from './classify';
import { type Service, secretsOf } from './config';
import type { Observation } from './observation';
import type { Clock, Probe } from './ports';
import { probeRequestFor } from './probe-request';

export interface CheckPorts {
  readonly probe: Probe;
  readonly clock: Clock;
  /** Lets an attempt begin when one of the run's places is free. */
  readonly gate: (attempt: () => Promise<CheckResult>) => Promise<CheckResult>;
}

/** Asks until the service is healthy or its attempts are spent; the last verdict counts. Never rejects for a sick service. */
export async function checkService(service: Service, ports: CheckPorts, signal?: AbortSignal): Promise<CheckResult> {
  const { attempts, backoffMs } = service.retry;
  for (let attempt = 1; ; attempt++) {
    const result = await ports.gate(() => attemptOnce(service, attempt, ports, signal));
    if (result.verdict.kind === 'healthy' || attempt >= attempts || signal?.aborted) return result;
    await ports.clock.sleep(backoffMs * 2 ** (attempt - 1), signal);
    if (signal?.aborted) return result;
  }
}

async function attemptOnce(
  service: Service,
  attempt: number,
  { probe, clock }: CheckPorts,
  signal?: AbortSignal,
): Promise<CheckResult> {
  const checkedAt = clock.now();
  const ask = async () => probe(probeRequestFor(service), signal);
  const observation = await ask().catch(unprobed);
  const expectation = { ...service, secrets: secretsOf(service) };
  const verdict = classify(observation, expectation, clock.now());
  return { service, verdict, attempts: attempt, checkedAt, timings: observation.timings };
}

/** A probe that threw is a fault of the checker's side; the service still gets a verdict, and people get to know. */
function unprobed(error: unknown): Observation {
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null, totalMs: 0 };
  const detail = `the probe itself failed: ${String(error)}`;
  const nothingSeen = { timings, remoteAddress: null, certificateExpiresAt: null, httpStatus: null, errorCode: null };
  return { kind: 'failure', reason: 'network_unreachable', detail, ...nothingSeen };
}
