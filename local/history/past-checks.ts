/** The checks of one service within bounds: the latest one by one, those before summed up by the hour. */

import { type Stretch, sumUp } from '../../lambda/core/history/history';
import { FAILURE_KINDS, type FailureKind } from '../../lambda/core/words/codes';

export const HOUR_MS = 3_600_000;
/** A day at one a minute, and an hour more. */
const CHECKS_KEPT = 1_500;
/** Over this, all but `CHECKS_KEPT` are summed up: rarely, and many at a time. */
export const MOST_CHECKS = 1_650;

/** Before anything is dropped for its age, so many checks of one service have to agree on the time: a day at one a minute. */
export const CHECKS_AGREED = 1_440;

export interface Past {
  /** Whole UTC hours, oldest first; the checks that are kept one by one are missing from the last. */
  readonly hours: readonly Stretch[];
  /** Oldest first. All are later than the beginning of the last hour. */
  readonly checks: readonly Stretch[];
}

export const NO_PAST: Past = { hours: [], checks: [] };

/** Adds single checks of whatever time: one that lies before those kept one by one counts in its hour. */
export function addChecks({ hours, checks }: Past, added: readonly Stretch[]): Past {
  const isNext = added.length === 1 && (added[0]?.from ?? 0) >= (checks.at(-1)?.from ?? Number.NEGATIVE_INFINITY);
  const all = isNext ? [...checks, ...added] : inOrder([...checks, ...added]);
  const summedUntil = endOf(hours, checks[0]);
  const late = added.filter(({ from }) => from < summedUntil).length;
  const excess = all.length > MOST_CHECKS ? all.length - CHECKS_KEPT : 0;
  const count = Math.max(late, excess);
  return count === 0 ? { hours, checks: all } : sumUpFirst(hours, all, count);
}

/** From hours and single checks in any order, as a file may give them. */
export function pastOf(hours: readonly Stretch[], checks: readonly Stretch[]): Past {
  return addChecks({ hours: sumUpByHour(hours), checks: [] }, checks);
}

/** The time that a day's checks of some service have reached; before all times where none has so many. */
export function agreedTime(pasts: Iterable<Past>): number {
  let time = Number.NEGATIVE_INFINITY;
  for (const { checks } of pasts) time = Math.max(time, checks.at(-CHECKS_AGREED)?.from ?? time);
  return time;
}

/** What is left at `now` of what is kept for `keepMs`; the past itself where all of it is. */
export function agedPast(past: Past, now: number, keepMs: number): Past {
  const since = now - keepMs;
  const mostHours = Math.ceil(keepMs / HOUR_MS);
  const [hour, check] = [past.hours[0], past.checks[0]];
  const isTooOld = (hour && hour.to <= since) || (check && check.from < since);
  if (!isTooOld && past.hours.length <= mostHours) return past;
  return {
    hours: past.hours.filter(({ to }) => to > since).slice(-mostHours),
    checks: past.checks.filter(({ from }) => from >= since),
  };
}

/** Oldest first, without overlaps: the last hour ends where single checks begin. */
export function stretchesOf({ hours, checks }: Past): readonly Stretch[] {
  const last = hours.at(-1);
  const end = endOf(hours, checks[0]);
  if (!last || checks.length === 0 || end === last.to) return [...hours, ...checks];
  return [...hours.slice(0, -1), { ...last, to: end }, ...checks];
}

const NO_FAILURES: Stretch['failures'] = {};
const ONE_FAILURE = Object.fromEntries(FAILURE_KINDS.map((kind) => [kind, { [kind]: 1 }])) as Record<
  FailureKind,
  Stretch['failures']
>;

/** The same in less memory: nearly all stretches have the same few failures. */
export function lean(stretch: Stretch): Stretch {
  const kinds = FAILURE_KINDS.filter((kind) => stretch.failures[kind] !== undefined);
  const [kind] = kinds;
  if (!kind) return { ...stretch, failures: NO_FAILURES };
  const isOne = kinds.length === 1 && stretch.failures[kind] === 1;
  return isOne ? { ...stretch, failures: ONE_FAILURE[kind] } : stretch;
}

/** Where what is summed up ends and single checks can begin. */
function endOf(hours: readonly Stretch[], firstCheck: Stretch | undefined): number {
  const last = hours.at(-1);
  return last ? Math.min(last.to, firstCheck?.from ?? last.from + 1) : Number.NEGATIVE_INFINITY;
}

/** Sums up the first `count` checks, and those that would lie at the very beginning of the last hour. */
function sumUpFirst(hours: readonly Stretch[], checks: readonly Stretch[], count: number): Past {
  const lastHour = Math.max(hourOf(checks[count - 1]?.from ?? 0), hours.at(-1)?.from ?? Number.NEGATIVE_INFINITY);
  const next = checks.findIndex(({ from }, index) => index >= count && from > lastHour);
  const end = next === -1 ? checks.length : next;
  const firstHour = hourOf(checks[0]?.from ?? 0);
  const untouched = hours.findLastIndex(({ from }) => from < firstHour) + 1;
  const summed = sumUpByHour([...hours.slice(untouched), ...checks.slice(0, end)]);
  return { hours: [...hours.slice(0, untouched), ...summed], checks: checks.slice(end) };
}

function sumUpByHour(stretches: readonly Stretch[]): readonly Stretch[] {
  const byHour = new Map<number, Stretch[]>();
  for (const stretch of inOrder(stretches)) {
    const hour = hourOf(stretch.from);
    const known = byHour.get(hour);
    if (known) known.push(stretch);
    else byHour.set(hour, [stretch]);
  }
  return [...byHour].map(([hour, parts]) => lean(sumUp(parts, hour, hour + HOUR_MS)));
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS;
}

function inOrder(stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches.toSorted((left, right) => left.from - right.from);
}
