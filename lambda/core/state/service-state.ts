/** The state of a service: its figures, its incidents, and what receivers were notified of; and whether it must be saved at once. */

import type { Condition } from '../condition/condition';
import { type Habits, NO_HABITS } from '../condition/conditions-after';
import { NO_HISTORY, type RunningHistory } from '../history/running-history';
import { INITIAL_STATE, type Incident } from '../incident/incident';
import type { ServiceChange } from '../incident/service-change';
import type { AlertedService } from '../message/alert';
import type { Withheld } from '../notify/withheld';
import type { LatestCheck } from '../probe/latest-check';
import { stableHash } from '../words/service-id';
import type { Settling } from './settle';

/** The version of the stored form. What has another one is begun anew. */
export const SCHEMA = 1;

/** What is not said below to be joined is a figure: of two states those with the larger run number count (`joinStates`). */
export interface ServiceState extends Settling {
  /** What alerts say about the service besides its id; needed if it is removed from the config. */
  readonly about: AlertedService | null;
  /** The result of the last check; in the store, of the last check before the last save. */
  readonly latest: LatestCheck | null;
  /** Restarts and changes of version, latest last; bounded. */
  readonly changes: readonly ServiceChange[];
  /** The conditions that hold, the oldest first; at most one of each code. */
  readonly conditions: readonly Condition[];
  /** What the rules of the conditions remember of the checks before. */
  readonly habits: Habits;
  /** When the service was removed from the config, in milliseconds since 1970; `null` if it is in the config. */
  readonly removedAt: number | null;
  /** The alerts of which nobody was notified while the service was silenced, latest last; bounded. Joined. */
  readonly withheld: readonly Withheld[];
  /** Joined. */
  readonly history: RunningHistory;
  /** The time of the last save, in milliseconds since 1970. Joined. */
  readonly savedAt: number;
}

export const NEW_STATE: ServiceState = {
  ...INITIAL_STATE,
  notified: {},
  receivers: null,
  about: null,
  latest: null,
  changes: [],
  conditions: [],
  habits: NO_HABITS,
  removedAt: null,
  forgotten: {},
  withheld: [],
  history: NO_HISTORY,
  savedAt: 0,
};

/** How often a service is saved that has nothing new but figures. */
export const FIGURES_REFRESH_MS = 5 * 60_000;

/** After this many intervals without a check, a service is stale. */
export const STALE_INTERVALS = 3;

/** After how many milliseconds without a check a stored state is stale; it may be as old as its last save. */
export function staleAfterMs(intervalMs: number): number {
  return STALE_INTERVALS * intervalMs + FIGURES_REFRESH_MS;
}

/** How many runs of a process may be unsaved. */
export function unsavedRuns(intervalMs: number): number {
  return Math.ceil(FIGURES_REFRESH_MS / intervalMs) + 1;
}

/** Whether the latest check of a service failed. */
export function isFailing({ latest }: Pick<ServiceState, 'latest'>): boolean {
  return latest !== null && latest.kind !== 'healthy';
}

/**
 * Whether a state must be saved after a run at `now`. Incidents, what is pending, conditions and what receivers know are saved at once, figures
 * at the service's own moment within five minutes.
 */
export function mustSave(service: string, before: ServiceState, after: ServiceState, now: number): boolean {
  if (before === after) return false;
  const hasFigures = after.run !== before.run;
  if (hasFigures && refreshAt(service, now) !== refreshAt(service, before.savedAt)) return true;
  return lasting(before) !== lasting(after);
}

/** What must not be lost of a state, as text. The figures of a matter that is no outage may change with each run for weeks, and can. */
export function lasting(state: ServiceState): string {
  const { incidents, pending, conditions, notified, withheld, removedAt, about, lastHealthy, changes } = state;
  // Healthy runs are counted while an outage recovers: it would be over too late.
  const outages = incidents.map((one) => (one.kind === 'outage' ? one : factsOf(one)));
  const held = conditions.map(({ code, stage, notifies }) => [code, stage, notifies]);
  const version = lastHealthy?.version ?? null;
  return JSON.stringify([outages, pending, held, notified, withheld, removedAt, about === null, version, changes]);
}

function factsOf({ id, over, stage }: Incident): unknown {
  return [id, over, stage];
}

/** Counts the refreshes of a service. Each service has its own moment for them, so that not all are saved in the same run. */
function refreshAt(service: string, now: number): number {
  return Math.floor((now + (stableHash(service) % FIGURES_REFRESH_MS)) / FIGURES_REFRESH_MS);
}
