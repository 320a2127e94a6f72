/** One run, from first probe to last verdict. */

import pLimit from 'p-limit';
import { classify } from './core/classify';
import { type Config, type Service, secretsOf } from './core/config';
import type { Observation } from './core/observation';
import type { Clock, Probe } from './core/ports';
import { probeRequestFor } from './core/probe-request';
import type { CheckResult, Run } from './core/run';

export interface RunPorts {
  readonly probe: Probe;
  readonly clock: Clock;
}

export interface RunOptions {
  /** Ends the run early: attempts under way end as timed out, and none is begun. */
  readonly signal?: AbortSignal;
  /** Called as each service's verdict is settled. */
  readonly onResult?: (result: CheckResult) => void;
}

/** Asks every service at once, up to `concurrency`; the trouble of one costs no other anything. */
export async function runCheck(config: Config, ports: RunPorts, options: RunOptions = {}): Promise<Run> {
  const { clock } = ports;
  const startedAt = clock.now();
  const start = clock.elapsed();
  const limit = pLimit(config.concurrency);
  const gate: Gate = (attempt) => limit(attempt);
  const results = await Promise.all(
    config.services.map(async (service) => {
      const result = await checkService(service, ports, gate, options.signal);
      options.onResult?.(result);
      return result;
    }),
  );
  return { startedAt, durationMs: clock.elapsed() - start, results };
}

/** Lets an attempt begin when one of the run's places is free. */
type Gate = (attempt: () => Promise<CheckResult>) => Promise<CheckResult>;

/** Asks until the service is healthy or its attempts are spent; the last verdict counts. */
async function checkService(service: Service, ports: RunPorts, gate: Gate, signal?: AbortSignal): Promise<CheckResult> {
  const { attempts, backoffMs } = service.retry;
  for (let attempt = 1; ; attempt++) {
    const result = await gate(() => attemptOnce(service, attempt, ports, signal));
    if (result.verdict.kind === 'healthy' || attempt >= attempts || signal?.aborted) return result;
    await ports.clock.sleep(backoffMs * 2 ** (attempt - 1), signal);
    if (signal?.aborted) return result;
  }
}

async function attemptOnce(
  service: Service,
  attempt: number,
  { probe, clock }: RunPorts,
  signal?: AbortSignal,
): Promise<CheckResult> {
  const checkedAt = clock.now();
  const observation = await probe(probeRequestFor(service), signal).catch(unprobed);
  const expectation = { ...service, secrets: secretsOf(service) };
  const verdict = classify(observation, expectation, clock.now());
  return { service, verdict, attempts: attempt, checkedAt, timings: observation.timings };
}

/** A probe that threw is a fault of the checker's side; the service still gets a verdict, and people get to know. */
function unprobed(error: unknown): Observation {
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null, totalMs: 0 };
  const detail = `the probe itself failed: ${String(error)}`;
  const nothingSeen = { timings, remoteAddress: null, certificateExpiresAt: null, httpStatus: null };
  return { kind: 'failure', reason: 'network_unreachable', detail, ...nothingSeen };
}
