/** The parts of every rule of a condition: its input, its sign, and how signs begin and end a condition. */

import * as v from 'valibot';
import type { ConditionPolicies, ConditionSubject } from '../../config/condition-policies';
import type { LastHealthy } from '../../history/recent-runs';
import type { RunningHistory } from '../../history/running-history';
import type { ServiceChange } from '../../history/service-change';
import type { Checked } from '../../probe/check-result';
import type { Report } from '../../probe/report';
import type { ConditionCode } from '../../words/codes';
import type { Condition } from './condition';

/** A healthy check, and what is known of its service besides. */
export interface HealthyCheck {
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
  readonly check: Checked;
  readonly report: Report | null;
  readonly service: ConditionSubject;
  /** The check before this check, and the last healthy report before it; `null` if there is none. */
  readonly before: Checked | null;
  readonly lastHealthy: LastHealthy | null;
  /** The change that this check has found; `null` if there is none. */
  readonly change: ServiceChange | null;
  /** All that are kept, with that of this check. */
  readonly changes: readonly ServiceChange[];
  /** With this check. */
  readonly history: RunningHistory;
  /** By how much most clocks of the run before were ahead, so that the checker's own is suspected; 0 if it is not. */
  readonly ownSkewMs: number;
  /** The time from one run to the next, in milliseconds. */
  readonly intervalMs: number;
}

/**
 * `on`: the rule finds its fault; `off`: it is clearly not there; `between`: neither, so a condition that holds stays; `over`: a condition
 * must end, as after a restart.
 */
export interface Look {
  readonly sign: 'on' | 'off' | 'between' | 'over';
  /** A sentence with the figures, of clean text; empty if there is nothing new to say. */
  readonly message: string;
  readonly stage: number;
  /** If it began before this check, in milliseconds since 1970. */
  readonly since?: number;
}

export const OFF: Look = { sign: 'off', message: '', stage: 0 };
export const BETWEEN: Look = { sign: 'between', message: '', stage: 0 };
export const OVER: Look = { sign: 'over', message: '', stage: 0 };

export function on(message: string, rest: Partial<Look> = {}): Look {
  return { sign: 'on', message, stage: 0, ...rest };
}

/** For how many runs in a row, and for how long at least, in milliseconds. */
interface Lasting {
  readonly runs: number;
  readonly ms: number;
}

/** How long the sign must be `on` until a condition begins, and `off` until it ends. */
export interface Pace {
  readonly begins: Lasting;
  readonly ends: Lasting;
}

export const AT_ONCE: Lasting = { runs: 1, ms: 0 };

/** These are methods so that one list can hold the rules of all codes: each rule gets its own policy and its own memory. */
export interface Rule<Code extends ConditionCode, Memory> {
  readonly code: Code;
  pace(policy: ConditionPolicies[Code]): Pace;
  /** Reads the stored memory: plain JSON, bounded. */
  readonly schema: v.GenericSchema<unknown, Memory>;
  /**
   * Says what a healthy check shows, and what to remember of it; `memory` is `null` for a new service, and `holds` says whether the condition
   * holds before the check.
   */
  look(
    seen: HealthyCheck,
    policy: ConditionPolicies[Code],
    memory: Memory | null,
    holds: boolean,
  ): { readonly look: Look; readonly memory: Memory | null };
}

/** A rule that remembers nothing. */
export function simpleRule<Code extends ConditionCode>(
  code: Code,
  pace: Rule<Code, never>['pace'],
  look: (seen: HealthyCheck, policy: ConditionPolicies[Code], holds: boolean) => Look,
): Rule<Code, never> {
  return {
    code,
    pace,
    schema: v.never(),
    look: (seen, policy, _, holds) => ({ look: look(seen, policy, holds), memory: null }),
  };
}

/** Signs in a row that may begin or end a condition: when they began, and how many there were. */
export interface Streak {
  readonly since: number;
  readonly runs: number;
}

export interface Progress {
  readonly condition: Condition | null;
  readonly row: Streak | null;
}

/**
 * Applies a sign. A condition that does not hold needs a streak of `on` to begin, a condition that holds a streak of `off` to end; any other
 * sign breaks the streak. If the checks before are too long ago (`isStale`), a single `off` ends it.
 */
export function afterSign(
  { condition, row }: Progress,
  code: ConditionCode,
  look: Look,
  { pace, notifies, isStale, now }: { pace: Pace; notifies: boolean; isStale: boolean; now: number },
): Progress {
  const before = isStale ? null : row;
  if (condition === null) {
    if (look.sign !== 'on') return NOT_HELD;
    const signs = streakAfter(before, Math.min(look.since ?? now, now));
    if (!isLong(signs, pace.begins, now)) return { condition: null, row: signs };
    const { message, stage } = look;
    return { condition: { code, since: signs.since, message, stage, notifies }, row: null };
  }
  const message = look.message === '' ? condition.message : look.message;
  const stage = look.sign === 'on' ? Math.max(look.stage, condition.stage) : condition.stage;
  const held = { ...condition, message, stage, notifies };
  if (look.sign === 'over') return NOT_HELD;
  if (look.sign !== 'off') return { condition: held, row: null };
  const signs = streakAfter(before, now);
  return isStale || isLong(signs, pace.ends, now) ? NOT_HELD : { condition: held, row: signs };
}

function streakAfter(before: Streak | null, first: number): Streak {
  return before === null ? { since: first, runs: 1 } : { since: before.since, runs: before.runs + 1 };
}

function isLong({ since, runs }: Streak, least: Lasting, now: number): boolean {
  return runs >= least.runs && now - since >= least.ms;
}

const NOT_HELD: Progress = { condition: null, row: null };
