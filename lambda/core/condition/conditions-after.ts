/** The conditions of a service after a check, and what its rules remember. */

import { conditionPolicies } from '../config/condition-policies';
import { CONDITION_CODES, type ConditionCode } from '../words/codes';
import { jsonObjectOf } from '../words/json';
import { readCount, readInstant } from '../words/stored-value';
import { halfAnswers, slow } from './answers';
import type { Condition } from './condition';
import { certificateExpiresSoon, clockSkewed, reportFrozen } from './dates';
import { mixedVersions, wrongEnvironment } from './identity';
import { memoryFilling } from './memory-filling';
import { memoryFull } from './memory-full';
import { restarting } from './restarting';
import { afterSign, type HealthyCheck, type Progress, type Row, type Rule } from './rule';

const RULES: readonly Rule<ConditionCode, unknown>[] = [
  certificateExpiresSoon,
  restarting,
  memoryFull,
  memoryFilling,
  reportFrozen,
  slow,
  clockSkewed,
  wrongEnvironment,
  mixedVersions,
  halfAnswers,
];

/** What the rules know of a service from the checks before: plain JSON, as it is stored. */
export interface Habits {
  /** The last healthy check, in milliseconds since 1970; `null` before the first. */
  readonly at: number | null;
  /** Signs in a row that may begin or end a condition. */
  readonly rows: { readonly [Code in ConditionCode]?: Row };
  readonly memory: { readonly [Code in ConditionCode]?: unknown };
}

export const NO_HABITS: Habits = { at: null, rows: {}, memory: {} };

/** After so long, and so many intervals, without a healthy check, what was seen before it says nothing of now. */
const STALE_MS = 15 * 60_000;
const STALE_INTERVALS = 3;

export interface ConditionState {
  /** Those that hold, the oldest first. */
  readonly conditions: readonly Condition[];
  readonly habits: Habits;
}

/** Applies a healthy check. */
export function conditionsAfter({ conditions, habits }: ConditionState, seen: HealthyCheck): ConditionState {
  const { now, service, intervalMs } = seen;
  const policies = conditionPolicies(service);
  // A clock that was set back counts as well.
  const isStale = habits.at === null || Math.abs(now - habits.at) > Math.max(STALE_MS, STALE_INTERVALS * intervalMs);
  const rows: { [Code in ConditionCode]?: Row } = {};
  const memory: { [Code in ConditionCode]?: unknown } = {};
  const holding: Condition[] = [];
  for (const { code, pace, read, look } of RULES) {
    const policy = policies[code];
    if (policy.do === 'off') continue;
    const condition = conditions.length === 0 ? null : (conditions.find((one) => one.code === code) ?? null);
    const known = Object.hasOwn(habits.memory, code) ? habits.memory[code] : read(undefined);
    const seenNow = look(seen, policy, known, condition !== null);
    const before: Progress = { condition, row: habits.rows[code] ?? null };
    const after = afterSign(before, code, seenNow.look, {
      ...{ pace: pace(policy), notifies: policy.do === 'notify', isStale, now },
    });
    if (after.condition !== null) holding.push(after.condition);
    if (after.row !== null) rows[code] = after.row;
    if (seenNow.memory !== null) memory[code] = seenNow.memory;
  }
  if (holding.length > 1) holding.sort((left, right) => left.since - right.since);
  return { conditions: holding, habits: { at: now, rows, memory } };
}

/** As it is stored: plain JSON. Each save pays for its length. */
export function storeHabits({ at, rows, memory }: Habits): object {
  const stored = RULES.flatMap(({ code, store }) => {
    const known = memory[code];
    return known === undefined ? [] : [[code, store ? store(known) : known]];
  });
  return { at, rows, memory: Object.fromEntries(stored) };
}

/** Reads what is stored; what makes no sense is begun anew. */
export function readHabits(raw: unknown): Habits {
  const stored = jsonObjectOf(raw);
  const [rows, memory] = [jsonObjectOf(stored.rows), jsonObjectOf(stored.memory)];
  const known = RULES.filter(({ code }) => Object.hasOwn(memory, code));
  return {
    at: readInstant(stored.at),
    rows: Object.fromEntries(
      CONDITION_CODES.flatMap((code) => {
        const row = readRow(rows[code]);
        return row === null ? [] : [[code, row]];
      }),
    ),
    memory: Object.fromEntries(known.map(({ code, read }) => [code, read(memory[code])])),
  };
}

function readRow(raw: unknown): Row | null {
  if (!Array.isArray(raw)) return null;
  const [since, runs] = [readInstant(raw[0]), readCount(raw[1])];
  return since === null || runs === null ? null : [since, runs];
}
