/** The services of one shard in brief: what is needed to show how all are, however many there are. */

import type { Condition } from '../condition/condition';
import { openIncidents, openOutage } from '../incident/incident';
import { isHeldBackFromAll } from '../notify/held-back';
import { CONDITION_CODES, type VerdictKind } from '../words/codes';
import { isJsonObject, parseText } from '../words/json';
import { readInstant, readList, readVerdict } from '../words/stored-value';
import type { ServiceState } from './service-state';

/** How a service is. Times in milliseconds since 1970. */
export interface Brief {
  readonly kind: VerdictKind;
  /** The time of its last check. */
  readonly at: number;
  /** The first check in a row with this kind of verdict. */
  readonly since: number;
  /** Since when it has had its outage, open or pending; `null` if it has none. It may recover. */
  readonly failingSince: number | null;
  /** Since when it has had an incident of any kind, open or pending: the beginning of the oldest one; `null` if it has none (`incidentSinceOf`). */
  readonly incidentSince: number | null;
  /** The conditions that hold, the oldest first. */
  readonly conditions: readonly BriefCondition[];
}

export type BriefCondition = Pick<Condition, 'code' | 'since'>;

/** `null` if it was never checked. */
export function briefOf(state: ServiceState): Brief | null {
  if (state.latest === null) return null;
  const { kind, at, since } = state.latest;
  const conditions = state.conditions.length === 0 ? NO_CONDITIONS : state.conditions.map(briefCondition);
  return { kind, at, since, failingSince: failingSinceOf(state), incidentSince: incidentSinceOf(state), conditions };
}

const NO_CONDITIONS: readonly BriefCondition[] = [];

function briefCondition({ code, since }: Condition): BriefCondition {
  return { code, since };
}

/** Since when a service has had its outage, open or pending, in milliseconds since 1970; `null` if it has none. It may recover. */
export function failingSinceOf(state: Pick<ServiceState, 'incidents' | 'pending'>): number | null {
  return openOutage(state)?.openedAt ?? state.pending?.since ?? null;
}

/**
 * Since when a service has had an incident of any kind, open or pending, in milliseconds since 1970; `null` if it has none. What its outage has
 * cost is not counted as long as no receiver is notified of that: there is nothing to silence, and nobody needs to be on it.
 */
export function incidentSinceOf(state: ServiceState): number | null {
  const { pending } = state;
  const open = openIncidents(state).filter((one) => !isHeldBackFromAll(one, state));
  const since = [...open.map(({ openedAt }) => openedAt), ...(pending === null ? [] : [pending.since])];
  return since.length === 0 ? null : Math.min(...since);
}

/** Services that were ever checked, by their ids. */
export type Briefs = ReadonlyMap<string, Brief>;

/**
 * As JSON: a tuple for each service, with its times as distances from the earliest check. Conditions, and incidents
 * that are no outages, are lists of their own, since few services have any.
 */
function textOf(briefs: readonly (readonly [string, Brief])[]): string {
  const first = Math.min(...briefs.map(([, { at }]) => at));
  const list = briefs.map(([service, { kind, at, since, failingSince }]) => {
    const figures = [service, at - first, at - since];
    if (failingSince !== null) return [...figures, kind, at - failingSince];
    return kind === 'healthy' ? figures : [...figures, kind];
  });
  const conditions = briefs.flatMap(([service, { at, conditions: held }]) =>
    held.length === 0 ? [] : [[service, ...held.map(({ code, since }) => [code, at - since])]],
  );
  const incidents = briefs.flatMap(([service, { at, failingSince, incidentSince }]) =>
    incidentSince === null || incidentSince === failingSince ? [] : [[service, at - incidentSince]],
  );
  return JSON.stringify({
    ...{ at: briefs.length === 0 ? 0 : first, list },
    ...(conditions.length > 0 && { conditions }),
    ...(incidents.length > 0 && { incidents }),
  });
}

/** Reads what is written; what makes no sense is left out. */
function readText(text: string): readonly (readonly [string, Brief])[] {
  const raw = parseText(text);
  const first = isJsonObject(raw) ? readInstant(raw.at) : null;
  if (!isJsonObject(raw) || first === null) return [];
  const conditions = new Map(readList(raw.conditions, readHeld));
  const incidents = new Map(
    readList(raw.incidents, (one) => (Array.isArray(one) ? ([one[0], one[1]] as const) : null)),
  );
  return readList(raw.list, (tuple) => {
    const [service, later, ago, kind = 'healthy', failingFor] = Array.isArray(tuple) ? tuple : [];
    const at = readInstant(first + Number(later));
    const since = at === null ? null : readInstant(at - Number(ago));
    if (typeof service !== 'string' || at === null || since === null) return null;
    const failingSince = failingFor === undefined ? null : readInstant(at - Number(failingFor));
    const held = (conditions.get(service) ?? []).flatMap(({ code, heldFor }) => {
      const begun = readInstant(at - heldFor);
      return begun === null ? [] : [{ code, since: begun }];
    });
    const incidentSince = readInstant(at - Number(incidents.get(service))) ?? failingSince;
    return [service, { kind: readVerdict(kind), at, since, failingSince, incidentSince, conditions: held }] as const;
  });
}

/** The conditions of one service, and how long before its check each began, in milliseconds. */
function readHeld(raw: unknown) {
  const [service, ...held] = Array.isArray(raw) ? raw : [];
  if (typeof service !== 'string') return null;
  const read = readList(held, (one) => {
    const [name, heldFor] = Array.isArray(one) ? one : [];
    const code = CONDITION_CODES.find((known) => known === name);
    return code === undefined ? null : { code, heldFor: Number(heldFor) };
  });
  return [service, read] as const;
}

/** After so long an overview that no run has renewed says nothing any more: there are fewer shards than before. */
const KEPT_MS = 86_400_000;

/** The overview of one shard. */
export interface Overview {
  readonly shard: number;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export function overviewOf(states: ReadonlyMap<string, ServiceState>, shard: number, now: number): Overview {
  const briefs = [...states].flatMap(([service, state]) => {
    const brief = briefOf(state);
    return brief === null ? [] : [[service, brief] as const];
  });
  return { shard, text: textOf(briefs), expiresAt: now + KEPT_MS };
}

/** What the overviews of all shards say. If a service is in several, its latest check counts. */
export function briefsIn(texts: readonly string[]): Briefs {
  const briefs = new Map<string, Brief>();
  for (const [service, brief] of texts.flatMap(readText)) {
    if (brief.at >= (briefs.get(service)?.at ?? brief.at)) briefs.set(service, brief);
  }
  return briefs;
}

/** Keeps the overview of a shard, in place of the one before. Rejects if the store doesn't take it. */
export type KeepOverview = (overview: Overview) => Promise<void>;

/** The texts of all overviews that have not expired. Rejects if the store can't be read. */
export type ReadOverviews = (now: number) => Promise<readonly string[]>;
