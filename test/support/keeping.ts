/** Runs of the keeping of incidents, minute by minute, over a store and a sink in memory. */

import type { Alert } from '../../lambda/core/alert';
import type { CheckResult } from '../../lambda/core/check-result';
import type { Service } from '../../lambda/core/config';
import { type Kept, keepIncident, retireService } from '../../lambda/core/keep-incident';
import { type Known, type KnownStates, recall } from '../../lambda/core/known-states';
import type { RunFailure } from '../../lambda/core/run-failure';
import { readState, type ServiceState } from '../../lambda/core/service-state';
import type { MemoryOutputs } from './memory-outputs';
import { NOW, TIMINGS } from './observations';
import { configOf } from './runs';
import { findingOf, MINUTE_MS } from './story';

const LINKS = { dashboard: null, logs: null };

/** The lines of a config that has one of these stories told with both thresholds at one. */
const AT_ONCE = ['alerts: { successThreshold: 1, remindEvery: never }'];

/** A result by its reason (see `findingOf`), at `minute`. */
export function resultAt(minute: number, id: string, reason: string, lines = AT_ONCE): CheckResult {
  const service = serviceOf(id, lines);
  const verdict = { ...findingOf(reason), errorBody: null, warnings: [], certificate: null };
  return { service, verdict, attempts: 1, checkedAt: NOW + minute * MINUTE_MS, timings: TIMINGS };
}

const services = new Map<string, Service>();

/** Thousands of runs ask for the same few. */
function serviceOf(id: string, lines: readonly string[]): Service {
  const key = [id, ...lines].join('\n');
  const service = services.get(key) ?? (configOf({ [id]: `https://${id}.internal` }, lines).services[0] as Service);
  services.set(key, service);
  return service;
}

export interface ProcessRun {
  readonly sent: readonly Alert[];
  readonly failures: readonly RunFailure[];
}

/** A process of the checker: what it remembers of its runs before is its own. */
export interface Process {
  /** One run: what it found by service. Services that are stored and not named have left the config. */
  run(minute: number, found: Readonly<Record<string, string>>, lines?: string[]): Promise<ProcessRun>;
}

export function startProcess({ store, send }: Pick<MemoryOutputs, 'store' | 'send'>): Process {
  let remembered: KnownStates = new Map();
  return {
    run: async (minute, found, lines) => {
      const recollection = await recall(store, remembered);
      const ports = {
        store,
        send,
        certain: recollection.certain,
        deployment: 'shop',
        links: LINKS,
        intervalMs: MINUTE_MS,
        elapsed: () => 0,
      };
      const keep = async (id: string): Promise<[string, Kept]> => {
        const known = recollection.states.get(id);
        const reason = found[id];
        if (reason !== undefined) return [id, await keepIncident(resultAt(minute, id, reason, lines), known, ports)];
        return [id, await retireService(id, known as Known, NOW + minute * MINUTE_MS, ports)];
      };
      const ids = new Set([...Object.keys(found), ...recollection.states.keys()]);
      const kept = await Promise.all([...ids].map(keep));
      remembered = new Map(kept.flatMap(([id, { known }]) => (known ? [[id, known] as const] : [])));
      return {
        sent: kept.flatMap(([, { sent }]) => sent),
        failures: [...recollection.faults, ...kept.flatMap(([, { failures }]) => failures)],
      };
    },
  };
}

/** The state of a service as the store holds it. */
export function storedState({ stored }: MemoryOutputs, id: string): ServiceState {
  const state = readState(stored.get(id)?.state);
  if (!state) throw new Error(`nothing is stored of ${id}`);
  return state;
}
