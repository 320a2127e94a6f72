/** What is made of the facts about one service before it is drawn. */

import { inSlots, isInTime, SLOTS, type Stretch, sumUp } from '../core/history/history';
import type { ServiceChange } from '../core/incident/service-change';
import type { Range } from './address';
import type { Known, KnownService } from './known';
import { isFailing, type State } from './state';

/** `null` where the config names no such service. */
export function serviceOf({ services }: Known, id: string | null): KnownService | null {
  return services.find(({ service }) => service.id === id) ?? null;
}

/** The time that histories are drawn of: the last checks, one by one, or from one instant to another. */
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
  const { state, checkedAt } = service;
  if (!state?.latest || checkedAt === null || now - checkedAt > staleAfterMs) return 'unknown';
  return state.latest.kind;
}

/**
 * Since when it is healthy, or fails in one way or another, in milliseconds since 1970; of one that is unknown, its last
 * check.
 */
export function sinceOf(state: State, { state: stored, checkedAt }: KnownService): number | null {
  const since = stored?.latest?.since ?? null;
  if (state === 'unknown') return checkedAt;
  if (state === 'healthy') return since;
  return stored?.open[0]?.openedAt ?? stored?.pending?.since ?? since;
}

/** Whether its incident, or what may become one, is older than its present kind of failure. */
export function hasChangedKind(state: State, service: KnownService): boolean {
  const since = sinceOf(state, service);
  return isFailing(state) && since !== null && (service.state?.latest?.since ?? since) > since;
}

/** Whether it is well again, but not for long enough that its incident is over. */
export function isRecovering(state: State, service: KnownService): boolean {
  return state === 'healthy' && (service.state?.open.length ?? 0) > 0;
}

export interface HistoryView {
  /** Oldest first, the newest at the end; those without checks were not watched. */
  readonly slots: readonly Stretch[];
  /** All of it as one; `from` is its first check. */
  readonly whole: Stretch;
  /** Each with the slot that it belongs to. */
  readonly changes: readonly { readonly slot: number; readonly change: ServiceChange }[];
}

/** A gap between two checks that is longer than this many intervals is drawn as one. */
const GAP_INTERVALS = 2.5;
/** How many intervals a slot of time lasts at least: with fewer, one would now and then have no check in it. */
const SLOT_INTERVALS = 1.5;

type Watch = Pick<Known, 'now' | 'intervalMs'>;

export function historyView({ now, intervalMs }: Watch, { history, state }: KnownService, span: Span): HistoryView {
  // A clock that was ahead has left checks that are yet to come.
  const until = span.kind === 'checks' ? now + 1 : span.to;
  const { first, slots } =
    span.kind === 'checks' ? lastChecks(history, until, intervalMs) : overTime(history, span, intervalMs);
  const changes = (state?.changes ?? []).flatMap((change) => {
    const slot = slots.findLastIndex(({ from, checks }) => checks > 0 && from <= change.at);
    return slot < 0 || change.at >= until ? [] : [{ slot, change }];
  });
  // Each check is in one slot: there are sixty of these, and thousands of those.
  return { slots, whole: sumUp(slots, first?.from ?? until, until), changes };
}

interface Slots {
  /** Of what the slots hold; `undefined` where they hold nothing. */
  readonly first: Stretch | undefined;
  readonly slots: readonly Stretch[];
}

function overTime(history: readonly Stretch[], { from, to }: Span & { kind: 'time' }, intervalMs: number): Slots {
  const shown = history.filter((one) => isInTime(one, from, to));
  // Of what is known only as the sum of an hour no shorter time can be told.
  const longest = shown.reduce((most, one) => Math.max(most, one.to - one.from), SLOT_INTERVALS * intervalMs);
  const count = Math.min(SLOTS, Math.max(1, Math.floor((to - from) / longest)));
  return { first: shown[0], slots: inSlots(shown, from, to, count) };
}

function lastChecks(history: readonly Stretch[], until: number, intervalMs: number): Slots {
  const seen = history.slice(-2 * SLOTS).filter(({ from }) => from < until);
  const single = seen.slice(-SLOTS).filter(({ from, to }) => from === to);
  const slots = oneByOne(single, intervalMs);
  return { first: slots.find(({ checks }) => checks > 0), slots };
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
