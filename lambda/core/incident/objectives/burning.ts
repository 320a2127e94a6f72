/**
 * Whether the budget of an objective is used too fast: multiwindow, multi-burn-rate alerts. Source: Google, "The Site Reliability
 * Workbook", chapter 5, "Alerting on SLOs", table 5-8.
 */

import type { Service } from '../../config/config';
import { BUCKET_MS, type Resolution } from '../../history/bucket';
import type { SloCounters } from '../../history/slo-counters';
import type { ObjectiveReason } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { thousands } from '../../words/plural';
import { type Problem, severityOfWarning } from '../advance-problems';
import { type FailingPeriod, type Incident, joinSpentBy } from '../incident';
import {
  type Aim,
  type AimCounts,
  aimsOf,
  burnRateOf,
  countedSince,
  countsOf,
  shareText,
  standingOf,
} from './standing';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The window that the source speaks of. */
const MONTH_MS = 30 * DAY_MS;

/** A budget is used too fast if that is so of a long window, and of a short window too: it is used too fast now. */
export interface WindowPair {
  readonly pace: 'fast' | 'slowly';
  /** How many times as fast as the objective allows. */
  readonly rate: number;
  readonly longMs: number;
  readonly shortMs: number;
}

const PAIRS: readonly WindowPair[] = [
  { pace: 'fast', rate: 14.4, longMs: HOUR_MS, shortMs: 5 * MINUTE_MS },
  { pace: 'fast', rate: 6, longMs: 6 * HOUR_MS, shortMs: 30 * MINUTE_MS },
  { pace: 'slowly', rate: 3, longMs: DAY_MS, shortMs: 2 * HOUR_MS },
  { pace: 'slowly', rate: 1, longMs: 3 * DAY_MS, shortMs: 6 * HOUR_MS },
];

/** The pairs for an objective's window: in proportion to it, in whole slots of five minutes. */
export function pairsFor(windowMs: number): readonly WindowPair[] {
  const scaled = (ms: number) => Math.ceil((ms * windowMs) / MONTH_MS / BUCKET_MS.fine) * BUCKET_MS.fine;
  return PAIRS.map((pair) => ({ ...pair, longMs: scaled(pair.longMs), shortMs: scaled(pair.shortMs) }));
}

/** Fewer bad checks than these are chance: at a check a minute, a single bad check in an hour is more than 14.4 times what 99.9 % allows. */
const LEAST_BAD = 3;
/** A service with less history than this has no rate. */
const LEAST_HISTORY_MS = HOUR_MS;

/** A time of failing without a healthy check between. */
export interface FailingTime extends Pick<FailingPeriod, 'since' | 'runs'> {
  /** The id of its outage; `null` if it is none yet. */
  readonly incident: string | null;
  /** `null` while it fails. */
  readonly until: number | null;
}

export interface Burning {
  readonly problems: readonly Problem[];
  /** The counters, with the last time that the budget was used too fast; `null` if there are none. */
  readonly counters: SloCounters | null;
}

/**
 * The problems of an objective at `now`, in milliseconds since 1970: one for each aim and pace. An open problem stays so until its
 * budget has not been used too fast for as long as the longer window of its pace: the failures in that window may have the same
 * cause, and a service that fails now and then has one incident, not one each time. The slow problem is not opened beside the fast
 * problem of the same aim, unless outages spent the fast budget and not the slow budget. Nothing here depends on who was notified.
 */
export function burning(
  { objective, severity }: Pick<Service, 'objective' | 'severity'>,
  counters: SloCounters | null,
  { open, failingPeriods }: { readonly open: readonly Incident[]; readonly failingPeriods: readonly FailingTime[] },
  now: number,
): Burning {
  if (objective === null || counters === null) return { problems: [], counters };
  const problems: (Problem & Pick<Incident, 'spentBy'>)[] = [];
  let { burns } = counters;
  for (const aim of aimsOf(objective)) {
    const pairs = pairsFor(aim.windowMs);
    const isKnown = open.some(({ kind }) => kind === 'objective');
    // Most services are well most of the time: nothing has to be decided then.
    if (!isKnown && countsWithin(aim, counters, (pairs.at(-1) as WindowPair).longMs, now).bad < LEAST_BAD) continue;
    for (const pace of PACES) {
      const reason = reasonOf(aim, pace);
      const own = pairs.filter((pair) => pair.pace === pace);
      const before = open.filter((incident) => incident.kind === 'objective' && incident.reason === reason);
      const isOpen = before.length > 0;
      const found = own.flatMap((pair) => tooFast(aim, pair, counters, failingPeriods, now) ?? []);
      const spent = [...before, ...found].map(({ spentBy }) => spentBy);
      if (spent.length === 0) continue;
      const spentBy = spent.reduce((left, right) => joinSpentBy(left, right));
      const fast = problems.find((problem) => problem.reason === reasonOf(aim, 'fast'));
      const saysMore = fast !== undefined && fast.spentBy.length > 0 && spentBy.length === 0;
      if (!isOpen && fast !== undefined && !saysMore) continue;
      if (found.length > 0) burns = { ...burns, [reason]: now };
      const longest = own.at(-1) as WindowPair;
      const last = burns[reason] ?? Number.NEGATIVE_INFINITY;
      const isHeld = isOpen && last >= countedSince(aim, counters, now) && now - last < longest.longMs;
      if (found.length === 0 && !isHeld) continue;
      const { pair } = found.find(({ spentBy }) => spentBy.length === 0) ?? found[0] ?? { pair: longest };
      const message = burnMessage(aim, pair, counters, now, found.length > 0);
      problems.push({
        kind: 'objective',
        reason,
        message,
        since: now,
        stage: 0,
        spentBy,
        severity: pace === 'fast' ? severity : severityOfWarning(severity),
      });
    }
  }
  return { problems, counters: burns === counters.burns ? counters : { ...counters, burns } };
}

const PACES = ['fast', 'slowly'] as const;

function reasonOf({ aim }: Aim, pace: WindowPair['pace']): ObjectiveReason {
  return `${aim === 'availability' ? 'availability' : 'response_time'}_burns_${pace}`;
}

/** A pair of windows in which a budget is used too fast. */
interface TooFast {
  readonly pair: WindowPair;
  /** The outage without which it would not be; empty if there is none. */
  readonly spentBy: readonly string[];
}

/** Returns `null` if the budget is not used too fast, or only by failures that are not an outage yet. */
function tooFast(
  aim: Aim,
  pair: WindowPair,
  counters: SloCounters,
  failingPeriods: readonly FailingTime[],
  now: number,
): TooFast | null {
  if (!isTooFast(aim, pair, counters, now)) return null;
  const all = aim.aim === 'availability' ? failingPeriods : [];
  const spender = all.find((period) => isAllOf(period, aim, counters, pair.longMs, now));
  if (spender === undefined) return { pair, spentBy: [] };
  return spender.incident === null ? null : { pair, spentBy: [spender.incident] };
}

function isTooFast(aim: Aim, { rate, longMs, shortMs }: WindowPair, counters: SloCounters, now: number): boolean {
  const long = countsWithin(aim, counters, longMs, now);
  if (long.bad < LEAST_BAD) return false;
  const known = now - countedSince(aim, counters, now);
  if (known < LEAST_HISTORY_MS) return false;
  // Before its history a service counts as good: a new service is not yet bad for three days.
  const share = Math.min(1, known / longMs);
  const exceeds = (counts: AimCounts, part: number) => (burnRateOf(aim, counts) ?? 0) * part > rate;
  return exceeds(long, share) && exceeds(countsWithin(aim, counters, shortMs, now), 1);
}

/** Returns the finest resolution that is stored for a window. */
function resolutionFor(counters: SloCounters, windowMs: number, now: number): Resolution {
  return windowMs <= 6 * HOUR_MS || counters.slots.fine.from <= now - windowMs ? 'fine' : 'hours';
}

function countsWithin(aim: Aim, counters: SloCounters, windowMs: number, now: number): AimCounts {
  return countsOf(aim, counters, resolutionFor(counters, windowMs, now), now - windowMs, now);
}

/** Whether one failing period explains a window, except for one or two failures, which are chance; as exact as the slots are. */
function isAllOf(
  { since, until, runs }: FailingTime,
  aim: Aim,
  counters: SloCounters,
  windowMs: number,
  now: number,
): boolean {
  const from = now - windowMs;
  if (until !== null && until < from - HOUR_MS) return false;
  const resolution = resolutionFor(counters, windowMs, now);
  const startOf = (time: number) => Math.floor(time / BUCKET_MS[resolution]) * BUCKET_MS[resolution];
  const before = countsOf(aim, counters, resolution, from, startOf(since) - 1);
  const after =
    until === null ? 0 : countsOf(aim, counters, resolution, startOf(until) + BUCKET_MS[resolution], now).bad;
  const inside = countsOf(aim, counters, resolution, from, now).bad - before.bad - after;
  const others = before.bad + after + (since < from ? 0 : Math.max(0, inside - runs));
  // A few failures of which each was an outage are not chance.
  return others === 0 || (runs >= LEAST_BAD && others < LEAST_BAD);
}

/** `99.9 % of checks should be healthy: 12 of 60 in the last hour were not; at this rate the month's budget is gone in 2 d 4 h`. */
function burnMessage(aim: Aim, { longMs }: WindowPair, counters: SloCounters, now: number, goesOn: boolean): string {
  const { checks, bad } = countsWithin(aim, counters, longMs, now);
  const should =
    aim.underMs === null
      ? 'checks should be healthy'
      : `healthy checks should be answered in less than ${aim.underMs} ms`;
  const since = Math.max(countedSince(aim, counters, now), now - aim.windowMs);
  const month = countsOf(aim, counters, 'days', now - aim.windowMs, now);
  const { budgetLeftMs } = standingOf(aim, { ...month, since }, now);
  const budget = `the ${windowName(aim.windowMs)} budget`;
  const goneInMs = (budgetLeftMs * checks) / Math.max(1, bad);
  const left = goesOn
    ? `at this rate ${budget} is gone in ${describeDuration(goneInMs)}`
    : `${describeDuration(budgetLeftMs)} of ${budget} are left`;
  const rest = budgetLeftMs <= 0 ? `${budget} is used up` : left;
  return `${shareText(aim.target)} of ${should}: ${thousands(bad)} of ${thousands(checks)} in the last ${lengthText(longMs)} were not; ${rest}`;
}

function windowName(windowMs: number): string {
  const days = windowMs / DAY_MS;
  const names: Readonly<Record<number, string>> = { 1: "day's", 7: "week's", 30: "month's" };
  return names[days] ?? `${days} days'`;
}

function lengthText(ms: number): string {
  if (ms === HOUR_MS) return 'hour';
  return ms === DAY_MS ? 'day' : describeDuration(ms);
}
