/** The services of a shard in brief: enough to show the state of all, however many there are. */

import * as v from 'valibot';
import { CONDITION_CODES } from '../conditions/conditions';
import { instant, listOf, readStored, recordOf, verdict } from '../fields/stored-value';
import { openOutage } from '../incident/incident';
import { unexplainedIncidents } from '../notify/held-back';
import type { ServiceState } from './service-state';

/** How a service is. Times in milliseconds since 1970. */
const briefSchema = v.object({
  kind: verdict,
  /** The time of its last check. */
  at: instant,
  /** The first check in a row with this kind of verdict. */
  since: instant,
  /** Since when it has had its outage, open or pending; `null` if it has none. It may recover. */
  failingSince: v.nullable(instant),
  /** The beginning of its oldest incident of any kind, open or pending; `null` if it has none (`incidentSinceOf`). */
  incidentSince: v.nullable(instant),
  /** The conditions that hold, the oldest first. */
  conditions: listOf(v.object({ code: v.picklist(CONDITION_CODES), since: instant })),
});
export type Brief = Readonly<v.InferOutput<typeof briefSchema>>;

/** Briefs by services, as they are stored; an invalid brief is left out. */
const stored = recordOf<Brief>(v.string(), briefSchema);

/** `null` if it was never checked. */
export function briefOf(state: ServiceState): Brief | null {
  if (state.latest === null) return null;
  const { kind, at, since } = state.latest;
  const conditions = state.conditions.map(({ code, since }) => ({ code, since }));
  return { kind, at, since, failingSince: failingSinceOf(state), incidentSince: incidentSinceOf(state), conditions };
}

/** Since when a service has had its outage, open or pending, in milliseconds since 1970; `null` if it has none. It may recover. */
export function failingSinceOf(state: Pick<ServiceState, 'incidents' | 'pending'>): number | null {
  return openOutage(state)?.openedAt ?? state.pending?.since ?? null;
}

/**
 * Since when a service has had an incident of any kind, open or pending, in milliseconds since 1970; `null` if it has none. What its outage has
 * cost is not counted as long as no receiver is notified of that: nobody needs to silence or acknowledge it.
 */
export function incidentSinceOf(state: ServiceState): number | null {
  const { pending } = state;
  const since = [
    ...unexplainedIncidents(state).map(({ openedAt }) => openedAt),
    ...(pending === null ? [] : [pending.since]),
  ];
  return since.length === 0 ? null : Math.min(...since);
}

/** Services that were ever checked, by their ids. */
export type Briefs = ReadonlyMap<string, Brief>;

/** After so long an overview that no run has renewed says nothing any more: there are fewer shards than before. */
const KEPT_MS = 86_400_000;

/** The overview of a shard. */
export interface Overview {
  readonly shard: number;
  /** The briefs of all services that were ever checked, by id. */
  readonly briefs: Readonly<Record<string, Brief>>;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export function overviewOf(states: ReadonlyMap<string, ServiceState>, shard: number, now: number): Overview {
  const briefs = [...states].flatMap(([service, state]) => {
    const brief = briefOf(state);
    return brief === null ? [] : [[service, brief] as const];
  });
  return { shard, briefs: Object.fromEntries(briefs), expiresAt: now + KEPT_MS };
}

/** The briefs of all shards, as they are stored. If a service is in several, its latest check counts. */
export function briefsIn(shards: readonly unknown[]): Briefs {
  const briefs = new Map<string, Brief>();
  for (const [service, brief] of shards.flatMap((shard) => Object.entries(readStored(stored, shard) ?? {}))) {
    if (brief.at >= (briefs.get(service)?.at ?? brief.at)) briefs.set(service, brief);
  }
  return briefs;
}

/** Keeps the overview of a shard, in place of the overview before. Rejects if the store doesn't take it. */
export type SaveOverview = (overview: Overview) => Promise<void>;

/** The briefs of all overviews that have not expired, as they are stored. Rejects if the store can't be read. */
export type ReadOverviews = (now: number) => Promise<readonly unknown[]>;
