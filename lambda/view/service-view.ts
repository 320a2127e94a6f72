/** What is made of the facts about one service before it is drawn. */

import { BUCKETS, inBuckets, isInTime, type Rollup, sumUp } from '../core/history/history';
import type { ServiceChange } from '../core/incident/service-change';
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
  const { state, checkedAt } = service;
  if (!state?.latest || checkedAt === null || now - checkedAt > staleAfterMs) return 'unknown';
  return state.latest.kind;
}

/**
 * Since when a service is healthy, or fails in one way or another, in milliseconds since 1970. If its state is unknown,
 * the time of its last check.
 */
export function sinceOf(state: State, { state: stored, checkedAt }: KnownService): number | null {
  const since = stored?.latest?.since ?? null;
  if (state === 'unknown') return checkedAt;
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

export interface HistoryView {
  /** Oldest first; in a bucket without checks the service was not watched. */
  readonly buckets: readonly Rollup[];
  /** All buckets as one rollup; `from` is the time of the first check. */
  readonly whole: Rollup;
  /** Each change with the index of its bucket. */
  readonly changes: readonly { readonly bucket: number; readonly change: ServiceChange }[];
}

/** A gap between two checks that is longer than this many intervals is drawn as one. */
const GAP_INTERVALS = 2.5;
/** How many intervals a bucket lasts at least: a shorter one would now and then have no check in it. */
const BUCKET_INTERVALS = 1.5;

type Watch = Pick<Known, 'now' | 'intervalMs'>;

export function historyView({ now, intervalMs }: Watch, { history, state }: KnownService, span: Span): HistoryView {
  // A clock that was ahead has left checks whose time is yet to come.
  const until = span.kind === 'checks' ? now + 1 : span.to;
  const { first, buckets } =
    span.kind === 'checks' ? lastChecks(history, until, intervalMs) : overTime(history, span, intervalMs);
  const changes = (state?.changes ?? []).flatMap((change) => {
    const bucket = buckets.findLastIndex(({ from, checks }) => checks > 0 && from <= change.at);
    return bucket < 0 || change.at >= until ? [] : [{ bucket, change }];
  });
  // Each check is in one bucket, so this sums up sixty buckets, not thousands of checks.
  return { buckets, whole: sumUp(buckets, first?.from ?? until, until), changes };
}

interface Buckets {
  /** The first rollup with a check; `undefined` if the buckets hold none. */
  readonly first: Rollup | undefined;
  readonly buckets: readonly Rollup[];
}

function overTime(history: readonly Rollup[], { from, to }: Span & { kind: 'time' }, intervalMs: number): Buckets {
  const shown = history.filter((one) => isInTime(one, from, to));
  // An hourly rollup can't be split: no bucket is shorter than the longest rollup.
  const longest = shown.reduce((most, one) => Math.max(most, one.to - one.from), BUCKET_INTERVALS * intervalMs);
  const count = Math.min(BUCKETS, Math.max(1, Math.floor((to - from) / longest)));
  return { first: shown[0], buckets: inBuckets(shown, from, to, count) };
}

function lastChecks(history: readonly Rollup[], until: number, intervalMs: number): Buckets {
  const seen = history.slice(-2 * BUCKETS).filter(({ from }) => from < until);
  const single = seen.slice(-BUCKETS).filter(({ from, to }) => from === to);
  const buckets = oneByOne(single, intervalMs);
  return { first: buckets.find(({ checks }) => checks > 0), buckets };
}

function oneByOne(checks: readonly Rollup[], intervalMs: number): readonly Rollup[] {
  const buckets = checks.flatMap((check, index) => {
    const before = checks[index - 1];
    return before && check.from - before.from > GAP_INTERVALS * intervalMs ? [nothingAt(before.from), check] : [check];
  });
  const missing = Array.from({ length: Math.max(0, BUCKETS - buckets.length) }, () => nothingAt(0));
  return [...missing, ...buckets].slice(-BUCKETS);
}

function nothingAt(time: number): Rollup {
  return { from: time, to: time, checks: 0, failures: {}, meanMs: null, maxMs: null, reason: null, memoryUsedMb: null };
}
