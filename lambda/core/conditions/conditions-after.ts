/** The conditions of a service after a check, and what their rules remember. */

import * as v from 'valibot';
import { count, instant, readStored, recordOf } from '../fields/stored-value';
import type { JsonObject } from '../words/json';
import type { Condition } from './condition';
import { CONDITION_CODES, CONDITION_RULES, type ConditionCode, conditionPolicies } from './conditions';
import { partlyUnreachable } from './partly-unreachable';
import { afterSign, type HealthyCheck, type Progress, type Streak } from './rule';

/** The memory of the rules of a service from the checks before: plain JSON, as it is stored. */
export interface Habits {
  /** The time of the last healthy check, in milliseconds since 1970; `null` before the first. */
  readonly at: number | null;
  /** Signs in a row that may begin or end a condition. */
  readonly rows: { readonly [Code in ConditionCode]?: Streak };
  readonly memory: { readonly [Code in ConditionCode]?: unknown };
}

export const NO_HABITS: Habits = { at: null, rows: {}, memory: {} };

/** After this long, and this many intervals, without a healthy check, earlier checks no longer count. */
const STALE_MS = 15 * 60_000;
const STALE_INTERVALS = 3;

export interface ConditionState {
  /** The conditions that hold, the oldest first. */
  readonly conditions: readonly Condition[];
  readonly habits: Habits;
}

/** Applies a healthy check. */
export function conditionsAfter({ conditions, habits }: ConditionState, seen: HealthyCheck): ConditionState {
  const { now, service, intervalMs } = seen;
  const policies = conditionPolicies(service);
  // A clock that was set back counts as well.
  const isStale = habits.at === null || Math.abs(now - habits.at) > Math.max(STALE_MS, STALE_INTERVALS * intervalMs);
  const rows: { [Code in ConditionCode]?: Streak } = {};
  const memory: { [Code in ConditionCode]?: unknown } = {};
  const holding: Condition[] = [];
  for (const { code, pace, look } of CONDITION_RULES) {
    const policy = policies[code];
    if (policy.do === 'off') continue;
    const condition = conditions.length === 0 ? null : (conditions.find((held) => held.code === code) ?? null);
    const row = habits.rows[code];
    // Other regions have sent no report: the conditions that depend on it stay.
    if (seen.check.views !== undefined && code !== partlyUnreachable.code) {
      if (condition !== null) holding.push(condition);
      if (row !== undefined) rows[code] = row;
      if (habits.memory[code] !== undefined) memory[code] = habits.memory[code];
      continue;
    }
    const seenNow = look(seen, policy, habits.memory[code] ?? null, condition !== null);
    const before: Progress<ConditionCode> = { condition, row: row ?? null };
    const after = afterSign(before, code, seenNow.look, {
      pace: pace(policy, service),
      notifies: policy.do === 'notify',
      isStale,
      now,
    });
    if (after.condition !== null) holding.push(after.condition);
    if (after.row !== null) rows[code] = after.row;
    if (seenNow.memory !== null) memory[code] = seenNow.memory;
  }
  if (holding.length > 1) holding.sort((left, right) => left.since - right.since);
  return { conditions: holding, habits: { at: now, rows, memory } };
}

/** Reads stored habits. An invalid memory is reset. */
export const habitsSchema: v.GenericSchema<unknown, Habits> = v.object({
  at: v.fallback(v.nullable(instant), NO_HABITS.at),
  rows: v.fallback(recordOf(v.picklist(CONDITION_CODES), v.object({ since: instant, runs: count })), NO_HABITS.rows),
  memory: v.fallback(v.pipe(v.record(v.string(), v.unknown()), v.transform(readMemory)), NO_HABITS.memory),
});

function readMemory(stored: JsonObject): Habits['memory'] {
  const known = CONDITION_RULES.map(({ code, schema }) => [code, readStored(schema, stored[code])] as const);
  return Object.fromEntries(known.filter(([, memory]) => memory !== null));
}
