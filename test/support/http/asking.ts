/** Asks a test server as a run would: one probe, and the verdict on what it saw. */

import { httpProbe } from '../../../lambda/adapters/http/http-probe';
import { classify, type Verdict } from '../../../lambda/core/probe/classify';
import type { Observation } from '../../../lambda/core/probe/observation';
import type { ProbeRequest } from '../../../lambda/core/probe/probe-request';
import { EXPECTATION } from '../core/observations';

export const SERVICE = 'user-service';

/** The longest body that `ask` lets the probe read, in bytes. */
export const MAX_BODY_BYTES = 65_536;

/** A whole report of `SERVICE`, with the fields that a test wants otherwise. */
export function reportText(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    status: 'healthy',
    service: SERVICE,
    timestamp: new Date().toISOString(),
    environment: 'production',
    version: '1.4.2',
    uptime: 86_400.5,
    memory: { used: 256.25, total: 512 },
    ...fields,
  });
}

export interface ProbeOutcome {
  readonly observation: Observation;
  readonly verdict: Verdict;
}

/** `baseUrl` is without `/status`. */
export async function ask(
  baseUrl: string,
  overrides: Partial<ProbeRequest> = {},
  signal?: AbortSignal,
): Promise<ProbeOutcome> {
  const ours = {
    url: `${baseUrl}/status`,
    headers: {},
    timeoutMs: 20_000,
    maxBodyBytes: MAX_BODY_BYTES,
    ca: null,
    client: null,
  };
  const request = { ...ours, ...overrides };
  const observation = await httpProbe(request, signal);
  return {
    observation,
    verdict: classify(
      observation,
      { ...EXPECTATION, expectService: SERVICE, maxBodyBytes: request.maxBodyBytes },
      Date.now(),
    ),
  };
}

/** The two things that decisions hang on, in one text. */
export function judged({ verdict }: ProbeOutcome): string {
  return `${verdict.kind} ${verdict.reason}`;
}
