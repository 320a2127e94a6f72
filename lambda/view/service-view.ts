/** What is made of the facts about one service before it is drawn. */

import { availability, inSlots, type Stretch } from '../core/history';
import type { ServiceChange } from '../core/service-change';
import type { Range } from './address';
import type { Known, KnownService } from './known';
import type { State } from './state';

/** The time that histories are drawn of: the last checks, one by one, or from one instant to another. */
export type Span = { readonly kind: 'checks' } | { readonly kind: 'time'; readonly from: number; readonly to: number };

/** Into how many parts a history is drawn. */
export const SLOTS = 60;

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
  const { state, checkedAt } = service;
  if (!state?.latest || checkedAt === null || now - checkedAt > staleAfterMs) return 'unknown';
  return state.latest.kind;
}

/** Since when it is as it is, in milliseconds since 1970; an incident's beginning counts from its first failing check. */
export function sinceOf(state: State, { state: stored, checkedAt }: KnownService): number | null {
  if (state === 'unknown') return checkedAt;
  const openedAt = stored?.incident?.openedAt ?? null;
  return state !== 'healthy' && openedAt !== null ? openedAt : (stored?.latest?.since ?? null);
}

/** Whether it is well again, but not for long enough that its incident is over. */
export function isRecovering(state: State, service: KnownService): boolean {
  return state === 'healthy' && (service.state?.incident ?? null) !== null;
}

export interface HistoryView {
  /** Oldest first, the newest at the end; those without checks were not watched. */
  readonly slots: readonly Stretch[];
  /** The share of checks that found it healthy, from 0 to 1; `null` without checks. */
  readonly availability: number | null;
  /** Each with the slot that it belongs to. */
  readonly changes: readonly { readonly slot: number; readonly change: ServiceChange }[];
}

/** A gap between two checks that is longer than this many intervals is drawn as one. */
const GAP_INTERVALS = 2.5;

export function historyView({ history, state }: KnownService, span: Span, intervalMs: number): HistoryView {
  const shown = span.kind === 'checks' ? lastChecks(history) : history.filter(({ to }) => to >= span.from);
  const slots = span.kind === 'checks' ? oneByOne(shown, intervalMs) : inSlots(shown, span.from, span.to, SLOTS);
  const changes = (state?.changes ?? []).flatMap((change) => {
    const slot = slots.findLastIndex(({ from, checks }) => checks > 0 && from <= change.at);
    return slot < 0 ? [] : [{ slot, change }];
  });
  return { slots, availability: availability(shown), changes };
}

function lastChecks(history: readonly Stretch[]): readonly Stretch[] {
  return history.slice(-SLOTS).filter(({ from, to }) => from === to);
}

function oneByOne(checks: readonly Stretch[], intervalMs: number): readonly Stretch[] {
  const slots = checks.flatMap((check, index) => {
    const before = checks[index - 1];
    return before && check.from - before.from > GAP_INTERVALS * intervalMs ? [nothingAt(before.from), check] : [check];
  });
  const missing = Array.from({ length: Math.max(0, SLOTS - slots.length) }, () => nothingAt(0));
  return [...missing, ...slots].slice(-SLOTS);
}

function nothingAt(time: number): Stretch {
  return { from: time, to: time, checks: 0, failures: {}, meanMs: null, maxMs: null, reason: null, memoryUsedMb: null };
}
