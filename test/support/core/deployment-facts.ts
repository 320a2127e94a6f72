/** What is known of services after a story of checks, one a minute, the last of them at `NOW`. */

import type { ConditionCode } from '../../../lambda/core/conditions/conditions';
import type { DeploymentFacts, ServiceFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { type PastCheck, pastCheckOf } from '../../../lambda/core/history/past-check';
import { classify } from '../../../lambda/core/probe/classify';
import type { Observation } from '../../../lambda/core/probe/observation';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import { bucketsFrom } from './buckets';
import { keepChecks } from './keeping';
import { memoryOutputs } from './memory-outputs';
import { answer, failure, NOW, reportOf } from './observations';
import { configOf } from './runs';

const MINUTE_MS = 60_000;

/** What a check found: in a word, or a healthy report with the fields that matter; `none` is a minute without a check. */
export type Found = 'well' | '503' | '500' | 'refused' | 'none' | Readonly<Record<string, unknown>>;

/** `times` checks that all found the same. */
export function often(found: Found, times: number): Found[] {
  return Array.from({ length: times }, () => found);
}

/** Stories may differ in length: each ends at `NOW`. The buckets are of five minutes, of the whole story. `lines` are further lines of the config. */
export async function knownOf(
  stories: Readonly<Record<string, readonly Found[]>>,
  more: Partial<DeploymentFacts> = {},
  lines: readonly string[] = ['alerts: { successThreshold: 2 }'],
): Promise<DeploymentFacts> {
  const services = await Promise.all(Object.entries(stories).map(([id, story]) => serviceAfter(id, story, lines)));
  return {
    deployment: 'shop',
    now: NOW,
    intervalMs: MINUTE_MS,
    staleAfterMs: 3 * MINUTE_MS,
    services,
    removed: [],
    own: null,
    silences: [],
    acks: [],
    isDeployed: false,
    problems: [],
    ...more,
  };
}

/** The services of what is known, one of them with these conditions: by their codes, and how many minutes ago each began. */
export function degrade(
  known: DeploymentFacts,
  id: string,
  held: Readonly<Partial<Record<ConditionCode, number>>>,
): DeploymentFacts {
  const conditions = (Object.entries(held) as [ConditionCode, number][]).map(([code, minutes]) => ({
    code,
    since: known.now - minutes * MINUTE_MS,
    stage: 0,
    notifies: true,
    message: `${code} in figures`,
  }));
  const services = known.services.map((one) =>
    one.service.id === id && one.state ? { ...one, state: { ...one.state, conditions } } : one,
  );
  return { ...known, services };
}

async function serviceAfter(id: string, story: readonly Found[], lines: readonly string[]): Promise<ServiceFacts> {
  const { store, send } = memoryOutputs();
  const [service] = configOf({ [id]: `https://${id}.internal` }, lines).services;
  if (!service) throw new Error('the config lacks its service');
  let states: Snapshots = new Map();
  const checks: PastCheck[] = [];
  for (const [index, found] of story.entries()) {
    if (found === 'none') continue;
    const checkedAt = NOW - (story.length - 1 - index) * MINUTE_MS;
    const observation = observationOf(id, found, { checkedAt, uptime: 3_600 + index * 60 });
    const verdict = classify(observation, { ...service, secrets: [] }, checkedAt);
    const attempts = verdict.kind === 'healthy' ? 1 : 3;
    const result = { ...verdict, service, attempts, at: checkedAt, timings: observation.timings };
    const run = { configured: [service], startedAt: checkedAt, groupFrom: 3 };
    states = (await keepChecks([Promise.resolve(result)], { store, send }, states, run)).states;
    checks.push(pastCheckOf(result, false));
  }
  const state = states.get(id)?.state ?? null;
  return { service, state, buckets: bucketsFrom(checks, state?.changes) };
}

function observationOf(id: string, found: Found, now: { checkedAt: number; uptime: number }): Observation {
  const timestamp = new Date(now.checkedAt).toISOString();
  if (found === 'refused') {
    const timings = { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: null, downloadMs: null, totalMs: 1 };
    return failure('connection_refused', { detail: 'ECONNREFUSED 10.0.0.1:443', timings });
  }
  if (found === '500' || found === '503') {
    return answer(Number(found), { error: 'Database connection failed', timestamp, service: id });
  }
  const fields = typeof found === 'object' ? found : {};
  return answer(200, reportOf({ service: id, timestamp, uptime: now.uptime, ...fields }));
}
