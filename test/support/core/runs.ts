/** Runs for tests: configs from a few lines, and results from what a probe may have seen. */

import type { Condition } from '../../../lambda/core/conditions/condition';
import { CONDITION_CODES } from '../../../lambda/core/conditions/conditions';
import type { Config, Service } from '../../../lambda/core/config/config';
import { joinedConfig, splitConfig, type WholeConfig } from '../../../lambda/core/config/whole-config';
import { type CheckResult, type FailedCheck, uncheckedFailures } from '../../../lambda/core/probe/check-result';
import { classify } from '../../../lambda/core/probe/classify';
import { ownClockWarnings } from '../../../lambda/core/probe/clock-skew';
import { latestOf } from '../../../lambda/core/probe/latest-check';
import type { Observation } from '../../../lambda/core/probe/observation';
import type { Run } from '../../../lambda/core/run/run';
import { NEW_STATE } from '../../../lambda/core/state/service-state';
import type { RunFailure } from '../../../lambda/core/words/run-failure';
import { type RunDocument, runDocument } from '../../../local/documents/run-document';
import { configFrom } from '../../../local/input/load-config';
import { NOW } from './observations';

/** A config of services with the given base URLs, by id; `lines` are further lines of the file. */
export function configOf(baseUrls: Readonly<Record<string, string>>, lines: readonly string[] = []): Config {
  const entries = Object.entries(baseUrls).map(([id, baseUrl]) => `  - { id: ${id}, baseUrl: "${baseUrl}" }`);
  return configFrom('(test)', [...lines, 'services:', ...entries, ''].join('\n'), { probing: 'all' });
}

/** A config as a process has it, in so many shards. */
export function wholeOf(config: Config, count = 1): WholeConfig {
  const { shards, ...pieces } = splitConfig(config, count);
  return joinedConfig(pieces, (index) => shards[index] ?? []);
}

/** A line of a config: no condition is looked for. */
export const NO_CONDITIONS = `conditions: { ${CONDITION_CODES.map((code) => `${code}: off`).join(', ')} }`;

const services = new Map<string, Service>();

function serviceOf(id: string): Service {
  const service = services.get(id) ?? (configOf({ [id]: `https://${id}.internal` }).services[0] as Service);
  services.set(id, service);
  return service;
}

/** The verdict on `observation`, which names no other service than `id`. */
export function resultOf(id: string, observation: Observation, attempts = 1): CheckResult {
  const service = serviceOf(id);
  const verdict = classify(observation, { ...service, secrets: [] }, NOW);
  return { ...verdict, service, attempts, at: NOW, timings: observation.timings };
}

/** A run in which nothing failed but the asking of `unchecked`. */
export function runOf(
  results: readonly CheckResult[],
  durationMs = 123.4,
  unchecked: readonly FailedCheck[] = [],
): Run {
  const failures = uncheckedFailures(unchecked);
  return {
    startedAt: NOW,
    durationMs,
    results,
    unchecked,
    states: new Map(),
    sent: [],
    silences: [],
    requestedSilences: null,
    warnings: ownClockWarnings(results),
    failures,
  };
}

/** The document of a run, whose states lack what its results have found. */
export function afterRun(run: Run): RunDocument {
  const services = [...run.results, ...run.unchecked].map(({ service }) => service);
  const found = run.results.map((result) => {
    const before = run.states.get(result.service.id) ?? { state: NEW_STATE, revision: 1, unsaved: false };
    return [result.service.id, { ...before, state: { ...before.state, latest: latestOf(result, null, 0) } }] as const;
  });
  const config = { ...configOf({ any: 'https://any.internal' }, ['name: shop']), services };
  return runDocument(config, { ...run, states: new Map([...run.states, ...found]) });
}

/** The run, after which a service has a condition. */
export function degradedIn(run: Run, id: string, condition: Pick<Condition, 'code' | 'message' | 'since'>): Run {
  const before = run.states.get(id) ?? { state: NEW_STATE, revision: 1, unsaved: false };
  const conditions = [...before.state.conditions, { ...condition, stage: 0, notifies: false }];
  return { ...run, states: new Map([...run.states, [id, { ...before, state: { ...before.state, conditions } }]]) };
}

const NO_FILES = 'it could not be checked: EMFILE: too many open files';

/** That the checker itself could not ask a service; `failure` is that of the whole run, where it is inconclusive. */
export function notAskedOf(
  id: string,
  failure: RunFailure = { output: 'probe', service: id, message: NO_FILES },
): FailedCheck {
  return { service: serviceOf(id), kind: null, failure };
}
