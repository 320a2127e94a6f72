/** Facts about a service, derived for views. */

import { healthOf } from '../../conditions/condition';
import { earliestKept } from '../../history/history-items';
import type { Clue } from '../../incident/clue';
import { answerClues } from '../../incident/clues/answer-clues';
import { cluesTo } from '../../incident/clues/others-failing';
import { openOutage } from '../../incident/incident';
import { type Standing, standingsOf } from '../../incident/objectives/standing';
import { ackOfService, MAY_HAVE_FAILED, type Silenceable, silenceOfService } from '../../silences/in-force';
import type { Silence } from '../../silences/silence';
import { type Brief, briefOf } from '../../state/overview';
import type { NamedRange, OwnRange, Range } from '../address';
import { isFailing, type State } from '../state';
import type { DeploymentFacts, ServiceFacts, ServiceWithState, ViewContext } from './deployment-facts';

/** Returns a service by its id; `null` if the config has none. */
export function serviceOf({ services }: DeploymentFacts, id: string | null): ServiceFacts | null {
  return services.find(({ service }) => service.id === id) ?? null;
}

/** The time that histories cover: the last checks, or from one instant to another. */
export type Span = { readonly kind: 'checks' } | { readonly kind: 'time'; readonly from: number; readonly to: number };

const HOUR_MS = 3_600_000;
const RANGE_MS: Readonly<Record<Exclude<NamedRange, 'latest'>, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '90d': 90 * 24 * HOUR_MS,
};

export function spanOf(range: Range, now: number): Span {
  if (range === 'latest') return { kind: 'checks' };
  if (typeof range === 'object') return { kind: 'time', ...keptPart(range, now) };
  return { kind: 'time', from: now - RANGE_MS[range], to: now + 1 };
}

/** A time without any history. */
const NEVER: OwnRange = { from: 0, to: 0 };

/** Returns the part of a range that can have stored data: an address can name years without data, or the future. */
function keptPart({ from, to }: OwnRange, now: number): OwnRange {
  const first = earliestKept(now);
  const end = now + 1;
  return to <= first || from >= end ? NEVER : { from: Math.max(from, first), to: Math.min(to, end) };
}

/** Returns a service's status at its last check, from its state or its newer brief; `null` if it was never checked. */
export function lastKnown(service: ServiceWithState): Brief | null {
  const found = lasts.get(service);
  if (found !== undefined) return found;
  const { state, brief } = service;
  const stored = state && briefOf(state);
  const last = stored && brief && stored.at < brief.at ? brief : (stored ?? brief ?? null);
  lasts.set(service, last);
  return last;
}

/** A cache, since each part of a view needs this for all services. */
const lasts = new WeakMap<ServiceWithState, Brief | null>();

export function stateOf({ now, staleAfterMs }: ViewContext, service: ServiceWithState): State {
  const last = lastKnown(service);
  return last === null || now - last.at > staleAfterMs ? 'unknown' : healthOf(last.kind, last.conditions);
}

/**
 * Returns when a service became healthy or degraded, or began to fail without a healthy check since, in milliseconds since 1970. If its
 * state is unknown, returns the time of its last check.
 */
export function startOfState(state: State, service: ServiceWithState): number | null {
  const last = lastKnown(service);
  if (last === null) return null;
  if (state === 'unknown') return last.at;
  if (state === 'degraded') return Math.min(...last.conditions.map(({ since }) => since));
  if (!isFailing(state)) return last.since;
  // An outage that relapsed began earlier. A brief does not have the relapses.
  const outage = service.state && openOutage(service.state);
  return outage?.failing?.since ?? last.failingSince ?? last.since;
}

/** Returns whether a service is healthy again, but not for long enough to resolve its incident. */
export function isRecovering(state: State, service: ServiceWithState): boolean {
  return (state === 'healthy' || state === 'degraded') && lastKnown(service)?.failingSince !== null;
}

/** Returns how a service meets each aim of its objective; empty without an objective, or if the service has no data. */
export function standingsOn({ now }: ViewContext, { service, state }: ServiceWithState): readonly Standing[] {
  return state === null ? [] : standingsOf(service.objective, state.history.counters, now);
}

/** Returns facts that may explain a failure, the newest first: the clues to the open outage, or else those in the answer. */
export function cluesOn({ state }: ServiceWithState): readonly Clue[] {
  const latest = state?.latest ?? null;
  if (state === null || latest === null || latest.kind === 'healthy') return [];
  const outage = openOutage(state);
  return outage === null ? answerClues(latest) : cluesTo(outage);
}

/** Returns the data that silences apply to. A failing service without an outage, open or pending, may have failed for any time. */
export function silenceable(service: ServiceWithState): Silenceable {
  const last = lastKnown(service);
  const isKnown = last !== null && (last.kind === 'healthy' || last.failingSince !== null);
  const { failingSince, incidentSince } = isKnown ? last : MAY_HAVE_FAILED;
  return { id: service.service.id, failingSince, incidentSince };
}

/** Returns the silences that apply to a service, the one that ends last first. */
export function silencesOn({ silences, now }: ViewContext, service: ServiceWithState): readonly Silence[] {
  if (silences.length === 0) return silences;
  const named = silenceable(service);
  return silences.filter((silence) => silenceOfService([silence], named, now) !== null);
}

/** Returns the acknowledgement of a service's outage, or, if it has none, of its other incidents; `null` if there is none. */
export function ackOn({ acks, now }: ViewContext, service: ServiceWithState): Silence | null {
  return acks.length === 0 ? null : ackOfService(acks, silenceable(service), now);
}
