/** The checks of one service, kept within bounds: the latest one by one, earlier ones in hourly rollups. */

import { type Rollup, sumUp } from '../../lambda/core/history/history';
import { FAILURE_KINDS, type FailureKind } from '../../lambda/core/words/codes';

export const HOUR_MS = 3_600_000;
/** A day with one check a minute, and an hour more. */
const CHECKS_KEPT = 1_500;
/** If there are more checks than this, all but `CHECKS_KEPT` are summed up: rarely, and many at a time. */
export const MOST_CHECKS = 1_650;

/** So many checks of one service have to agree on the time before anything is dropped for its age: a day with one a minute. */
export const CHECKS_AGREED = 1_440;

export interface Past {
  /** Rollups of whole UTC hours, oldest first. The last one leaves out the checks that are kept one by one. */
  readonly hours: readonly Rollup[];
  /** Single checks, oldest first. All are later than the beginning of the last hour. */
  readonly checks: readonly Rollup[];
}

export const NO_PAST: Past = { hours: [], checks: [] };

/** Adds single checks of any time. A check that is earlier than those kept one by one counts in its hour. */
export function addChecks({ hours, checks }: Past, added: readonly Rollup[]): Past {
  const isNext = added.length === 1 && (added[0]?.from ?? 0) >= (checks.at(-1)?.from ?? Number.NEGATIVE_INFINITY);
  const all = isNext ? [...checks, ...added] : inOrder([...checks, ...added]);
  const summedUntil = endOf(hours, checks[0]);
  const late = added.filter(({ from }) => from < summedUntil).length;
  const excess = all.length > MOST_CHECKS ? all.length - CHECKS_KEPT : 0;
  const count = Math.max(late, excess);
  return count === 0 ? { hours, checks: all } : sumUpFirst(hours, all, count);
}

/** A past made from hours and single checks in any order, as a file may give them. */
export function pastOf(hours: readonly Rollup[], checks: readonly Rollup[]): Past {
  return addChecks({ hours: sumUpByHour(hours), checks: [] }, checks);
}

/** The time that a day's checks of some service have reached; minus infinity if no service has so many. */
export function agreedTime(pasts: Iterable<Past>): number {
  let time = Number.NEGATIVE_INFINITY;
  for (const { checks } of pasts) time = Math.max(time, checks.at(-CHECKS_AGREED)?.from ?? time);
  return time;
}

/** What is left of a past at `now`, if it is kept for `keepMs`; the same object if nothing is too old. */
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

/** All rollups of a past, oldest first, without overlaps: the last hour ends where single checks begin. */
export function rollupsOf({ hours, checks }: Past): readonly Rollup[] {
  const last = hours.at(-1);
  const end = endOf(hours, checks[0]);
  if (!last || checks.length === 0 || end === last.to) return [...hours, ...checks];
  return [...hours.slice(0, -1), { ...last, to: end }, ...checks];
}

const NO_FAILURES: Rollup['failures'] = {};
const ONE_FAILURE = Object.fromEntries(FAILURE_KINDS.map((kind) => [kind, { [kind]: 1 }])) as Record<
  FailureKind,
  Rollup['failures']
>;

/** The same rollup in less memory: nearly all rollups have the same few failures, so these are shared. */
export function lean(rollup: Rollup): Rollup {
  const kinds = FAILURE_KINDS.filter((kind) => rollup.failures[kind] !== undefined);
  const [kind] = kinds;
  if (!kind) return { ...rollup, failures: NO_FAILURES };
  const isOne = kinds.length === 1 && rollup.failures[kind] === 1;
  return isOne ? { ...rollup, failures: ONE_FAILURE[kind] } : rollup;
}

/** The time at which the hourly rollups end and single checks can begin. */
function endOf(hours: readonly Rollup[], firstCheck: Rollup | undefined): number {
  const last = hours.at(-1);
  return last ? Math.min(last.to, firstCheck?.from ?? last.from + 1) : Number.NEGATIVE_INFINITY;
}

/** Sums up the first `count` checks, and those after them that lie at the very beginning of the last hour. */
function sumUpFirst(hours: readonly Rollup[], checks: readonly Rollup[], count: number): Past {
  const lastHour = Math.max(hourOf(checks[count - 1]?.from ?? 0), hours.at(-1)?.from ?? Number.NEGATIVE_INFINITY);
  const next = checks.findIndex(({ from }, index) => index >= count && from > lastHour);
  const end = next === -1 ? checks.length : next;
  const firstHour = hourOf(checks[0]?.from ?? 0);
  const untouched = hours.findLastIndex(({ from }) => from < firstHour) + 1;
  const summed = sumUpByHour([...hours.slice(untouched), ...checks.slice(0, end)]);
  return { hours: [...hours.slice(0, untouched), ...summed], checks: checks.slice(end) };
}

function sumUpByHour(rollups: readonly Rollup[]): readonly Rollup[] {
  const byHour = new Map<number, Rollup[]>();
  for (const rollup of inOrder(rollups)) {
    const hour = hourOf(rollup.from);
    const known = byHour.get(hour);
    if (known) known.push(rollup);
    else byHour.set(hour, [rollup]);
  }
  return [...byHour].map(([hour, parts]) => lean(sumUp(parts, hour, hour + HOUR_MS)));
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS;
}

function inOrder(rollups: readonly Rollup[]): readonly Rollup[] {
  return rollups.toSorted((left, right) => left.from - right.from);
}
