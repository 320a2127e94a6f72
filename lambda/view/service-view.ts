/** What is made of the facts about one service before it is drawn. */

import type { Range } from './address';
import type { Known, KnownService } from './known';
import { isFailing, type State } from './state';

/** `null` if the config names no such service. */
export function serviceOf({ services }: Known, id: string | null): KnownService | null {
  return services.find(({ service }) => service.id === id) ?? null;
}

/** The time of which histories are drawn: the last checks, one by one, or from one instant to another. */
export type Span = { readonly kind: 'checks' } | { readonly kind: 'time'; readonly from: number; readonly to: number };

const HOUR_MS = 3_600_000;
const RANGE_MS: Readonly<Record<Exclude<Range, 'latest'>, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '90d': 90 * 24 * HOUR_MS,
};

export function spanOf(range: Range, now: number): Span {
  return range === 'latest' ? { kind: 'checks' } : { kind: 'time', from: now - RANGE_MS[range], to: now + 1 };
}

export function stateOf({ now, staleAfterMs }: Pick<Known, 'now' | 'staleAfterMs'>, service: KnownService): State {
  const latest = service.state?.latest ?? null;
  return latest === null || now - latest.at > staleAfterMs ? 'unknown' : latest.kind;
}

/**
 * Since when a service is healthy, or fails in one way or another, in milliseconds since 1970. If its state is unknown,
 * the time of its last check.
 */
export function sinceOf(state: State, { state: stored }: KnownService): number | null {
  const since = stored?.latest?.since ?? null;
  if (state === 'unknown') return stored?.latest?.at ?? null;
  if (state === 'healthy') return since;
  return stored?.open[0]?.openedAt ?? stored?.pending?.since ?? since;
}

/** Whether its incident, open or pending, is older than its present kind of failure. */
export function hasChangedKind(state: State, service: KnownService): boolean {
  const since = sinceOf(state, service);
  return isFailing(state) && since !== null && (service.state?.latest?.since ?? since) > since;
}

/** Whether a service is well again, but not for long enough to end its incident. */
export function isRecovering(state: State, service: KnownService): boolean {
  return state === 'healthy' && (service.state?.open.length ?? 0) > 0;
}
