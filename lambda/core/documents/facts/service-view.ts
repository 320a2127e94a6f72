/** Facts about a service, derived for views. */

import { healthOf } from '../../conditions/condition';
import { earliestKept } from '../../history/history-items';
import type { LastHealthy } from '../../history/recent-runs';
import type { Clue } from '../../incident/clue';
import { answerClues } from '../../incident/clues/answer-clues';
import { cluesTo } from '../../incident/clues/others-failing';
import { openOutage } from '../../incident/incident';
import { type Standing, standingsOf } from '../../incident/objectives/standing';
import { ackOfService, MAY_HAVE_FAILED, type Silenceable, silenceOfService } from '../../silences/in-force';
import type { Silence } from '../../silences/silence';
import { type Brief, briefOf } from '../../state/overview';
import type { ServiceState } from '../../state/service-state';
import type { NamedRange, OwnRange, Range } from '../address';
import { isFailing, type State } from '../state';
import type { DeploymentFacts, ServiceFacts, ServiceWithState, ViewContext } from './deployment-facts';

/** `null` if the config names no such service. */
export function serviceOf({ services }: DeploymentFacts, id: string | null): ServiceFacts | null {
  return services.find(({ service }) => service.id === id) ?? null;
}

/** The time of which histories are drawn: the last checks, or from one instant to another. */
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

/** A time of which no history holds anything. */
const NEVER: OwnRange = { from: 0, to: 0 };

/** An address can hold any time: of years that nothing is kept of there is nothing to read, and nothing of what is yet to come. */
function keptPart({ from, to }: OwnRange, now: number): OwnRange {
  const first = earliestKept(now);
  const end = now + 1;
  return to <= first || from >= end ? NEVER : { from: Math.max(from, first), to: Math.min(to, end) };
}

/** How a service was when it was checked last, from its state or what is known besides; `null` if it was never checked. */
export function lastKnown(service: ServiceWithState): Brief | null {
  const found = lasts.get(service);
  if (found !== undefined) return found;
  const { state, brief } = service;
  const stored = state && briefOf(state);
  const last = stored && brief && stored.at < brief.at ? brief : (stored ?? brief ?? null);
  lasts.set(service, last);
  return last;
}

/** Each part of a view asks it of all services again. */
const lasts = new WeakMap<ServiceWithState, Brief | null>();

export function stateOf({ now, staleAfterMs }: ViewContext, service: ServiceWithState): State {
  const last = lastKnown(service);
  return last === null || now - last.at > staleAfterMs ? 'unknown' : healthOf(last.kind, last.conditions);
}

/**
 * Since when a service is healthy or degraded, or has failed without a healthy check between, in milliseconds since 1970.
 * If its state is unknown, the time of its last check.
 */
export function startOfState(state: State, service: ServiceWithState): number | null {
  const last = lastKnown(service);
  if (last === null) return null;
  if (state === 'unknown') return last.at;
  if (state === 'degraded') return Math.min(...last.conditions.map(({ since }) => since));
  if (!isFailing(state)) return last.since;
  // An outage that relapsed began before. A brief does not have its relapses.
  const outage = service.state && openOutage(service.state);
  return outage?.failing?.since ?? last.failingSince ?? last.since;
}

/**
 * Whether a service is known to have begun to fail at `since`: it was healthy shortly before. At the first check, or at the first after a
 * time without checks, it may have failed for long. `lastHealthy` is its last healthy check before it failed, or before it failed again.
 */
export function isBeginningKnown(
  { staleAfterMs }: DeploymentFacts,
  { history }: ServiceState,
  { since, lastHealthy }: { readonly since: number; readonly lastHealthy: LastHealthy | null },
): boolean {
  if (lastHealthy === null) return false;
  // Of what was before a relapse only the first check is kept.
  if (lastHealthy.at > since) return history.since !== null && history.since < since;
  return since - lastHealthy.at <= staleAfterMs;
}

/** Whether a service is healthy again, but not for long enough to end its incident. */
export function isRecovering(state: State, service: ServiceWithState): boolean {
  return (state === 'healthy' || state === 'degraded') && lastKnown(service)?.failingSince !== null;
}

/** Returns how a service meets each aim of its objective; empty without an objective, or if the service has no data. */
export function standingsOn({ now }: ViewContext, { service, state }: ServiceWithState): readonly Standing[] {
  return state === null ? [] : standingsOf(service.objective, state.history.counters, now);
}

/** Facts that may explain that a service fails, the newest first: the clues to its open outage, or else those of its answer. */
export function cluesOn({ state }: ServiceWithState): readonly Clue[] {
  const latest = state?.latest ?? null;
  if (state === null || latest === null || latest.kind === 'healthy') return [];
  const outage = openOutage(state);
  return outage === null ? answerClues(latest) : cluesTo(outage);
}

/** A service that fails without an outage, open or pending, was checked only once: nobody knows since when it has failed. */
export function silenceable(service: ServiceWithState): Silenceable {
  const last = lastKnown(service);
  const isKnown = last !== null && (last.kind === 'healthy' || last.failingSince !== null);
  const { failingSince, incidentSince } = isKnown ? last : MAY_HAVE_FAILED;
  return { id: service.service.id, failingSince, incidentSince };
}

/** The silences because of which nobody is notified of a service, the silence that ends last first; none if people are notified. */
export function silencesOn({ silences, now }: ViewContext, service: ServiceWithState): readonly Silence[] {
  if (silences.length === 0) return silences;
  const named = silenceable(service);
  return silences.filter((silence) => silenceOfService([silence], named, now) !== null);
}

/** Returns the acknowledgement of a service's outage, or, if it has none, of its other incidents; `null` if there is none. */
export function ackOn({ acks, now }: ViewContext, service: ServiceWithState): Silence | null {
  return acks.length === 0 ? null : ackOfService(acks, silenceable(service), now);
}
