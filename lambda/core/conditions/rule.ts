/** The form of a condition: its texts, config keys and rule; what a rule sees, the sign it returns, and how signs begin and end a condition. */

import * as v from 'valibot';
import type * as makers from '../keys/values';
import type { ConditionAction, Contract, ReportedStatus, VerdictKind } from '../words/codes';
import type { RegionViews } from '../words/regions/region-views';

/** The fields of a report that conditions depend on. */
interface SeenReport {
  readonly status: ReportedStatus;
  readonly timestamp: string | null;
  readonly environment: string | null;
  readonly version: string | null;
  readonly uptime: number | null;
  readonly memory: { readonly used: number | null; readonly total: number | null };
}

/** The remaining life of a certificate, in whole days: below 0 once it has expired. */
export interface CertificateLife {
  readonly expiresAt: number;
  readonly daysLeft: number;
  /** Its whole lifetime in milliseconds; missing if unknown. */
  readonly lifetimeMs?: number;
  readonly name?: string;
}

/** The parts of a check that conditions depend on, whatever its verdict. */
export interface SeenCheck {
  readonly at: number;
  readonly reason: string;
  readonly message: string;
  readonly attempts: number;
  readonly report: SeenReport | null;
  readonly certificate: CertificateLife | null;
  /** Missing if the checker shows no client certificate. */
  readonly clientCertificate?: CertificateLife;
  /** The header that shows that a cache answered; missing if none does. */
  readonly cachedBy?: string;
  /** The results of the regions for a service that only others reach; missing if the checker reached it. */
  readonly views?: RegionViews;
}

interface SeenChange {
  readonly at: number;
  readonly restarted: boolean;
  readonly version: { readonly from: string; readonly to: string } | null;
}

/** The parts of a service that its conditions depend on. */
export interface ConditionSubject {
  readonly environment: string | null;
  readonly slowMs: number | null;
  /** The settings from the config, by code. */
  readonly conditions: { readonly [code: string]: object | undefined };
  /** How many failing runs in a row open an outage. */
  readonly alerts: { readonly failureThreshold: number };
}

/** A check, and how far its clock is off: enough for a sign that a single check shows. */
export interface SingleCheck {
  readonly check: SeenCheck;
  /** How far the clock of the report is ahead, in milliseconds; `null` if the report gives no time. */
  readonly skewMs: number | null;
  /** How far most clocks of the run before were ahead, so that the checker's own is suspected; 0 if it is not. */
  readonly ownSkewMs: number;
}

/** A healthy check with everything else that a rule may look at. */
export interface HealthyCheck extends SingleCheck {
  /** The time of the check, in milliseconds since 1970. */
  readonly now: number;
  /** The response time in milliseconds; `null` if there is none. */
  readonly responseMs: number | null;
  /** Whether the request started the service, which scales to zero. */
  readonly startedByCheck: boolean;
  readonly report: SeenReport | null;
  readonly service: ConditionSubject;
  /** The check before this check, and the last healthy report before it; `null` if there is none. */
  readonly before: { readonly report: SeenReport | null } | null;
  readonly lastHealthy: { readonly at: number; readonly uptime: number | null } | null;
  /** The change that this check has found; `null` if there is none. */
  readonly change: SeenChange | null;
  /** All stored changes, this one included. */
  readonly changes: readonly SeenChange[];
  /** The last checks, oldest first, this one included. */
  readonly history: { readonly checks: readonly { readonly kind: VerdictKind; readonly ms: number | null }[] };
  /** The time from one run to the next, in milliseconds. */
  readonly intervalMs: number;
}

/**
 * `on`: the rule finds its fault; `off`: the fault is clearly not there; `between`: neither, so a condition that holds stays; `over`: a condition
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

/** A number of runs in a row, and the least time that they take, in milliseconds. */
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

/** The values of a condition's keys, with their units in their names, and its action. */
export type Policy<Keys extends makers.Shape> = Required<makers.WithUnits<makers.Values<Keys>>> & {
  readonly do: ConditionAction;
};

interface Described<Code extends string, Keys extends makers.Shape> {
  readonly code: Code;
  /** A few words, read alone or after the name of a service and a colon. */
  readonly phrase: string;
  /** The words of its incidents: `The memory of mail has been nearly full for`. Without `subject`, the service is the subject. */
  readonly title: { readonly subject?: (service: string) => string; readonly state: string };
  /** For someone who has just been woken; docs/reference/runbook.md has a section with the code as its title. */
  readonly advice: string;
  /** The description of its key in the config. */
  readonly meaning: string;
  /** The contracts with which it can begin; missing if all. */
  readonly contracts?: readonly Contract[];
  /** Returns its keys in the config, without `do`. The makers are an argument, so that no Lambda has zod. */
  readonly keys: (make: typeof makers) => Keys;
  readonly defaults: NoInfer<Policy<Keys>>;
  /** Whether its alerts have the severity of the service; otherwise that of a warning. */
  readonly isAsSevereAsService?: boolean;
  /** Whether the settings of a service make `notify` the default. */
  readonly notifiesIf?: (service: ConditionSubject) => boolean;
}

/** These are methods so that one list can hold all conditions: each gets its own policy and its own memory. */
export interface ConditionRule<Code extends string, Keys extends makers.Shape, Memory> extends Described<Code, Keys> {
  pace(policy: Policy<Keys>, service: ConditionSubject): Pace;
  /** Reads the stored memory: plain JSON, bounded. */
  readonly schema: v.GenericSchema<unknown, NoInfer<Memory>>;
  /**
   * Says what a healthy check shows, and what to remember of it; `memory` is `null` for a new service, and `holds` says whether the condition
   * holds before the check.
   */
  look(
    seen: HealthyCheck,
    policy: Policy<Keys>,
    memory: Memory | null,
    holds: boolean,
  ): { readonly look: Look; readonly memory: Memory | null };
  /** Returns the warning of a single check, healthy or not; `null` if there is none. Missing if a single check shows nothing. */
  firstSign?(seen: SingleCheck, policy: Policy<Keys>): string | null;
}

export function condition<const Code extends string, Keys extends makers.Shape, Memory>(
  rule: ConditionRule<Code, Keys, Memory>,
): ConditionRule<Code, Keys, Memory> {
  return rule;
}

type SimpleRule<Code extends string, Keys extends makers.Shape> = Omit<
  ConditionRule<Code, Keys, null>,
  'schema' | 'look'
> & {
  look(seen: HealthyCheck, policy: Policy<Keys>, holds: boolean): Look;
};

/** Declares a condition that remembers nothing. */
export function simpleCondition<const Code extends string, Keys extends makers.Shape>(
  rule: SimpleRule<Code, Keys>,
): ConditionRule<Code, Keys, null> {
  return {
    ...rule,
    schema: v.null(),
    look: (seen, policy, _, holds) => ({ look: rule.look(seen, policy, holds), memory: null }),
  };
}

/** A condition that holds. */
export interface Held<Code extends string> {
  readonly code: Code;
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
  /** A sentence with the figures, of clean text: `3 starts within 15 min, the last at 09:41`. */
  readonly message: string;
  /** Counted from 0; it grows as a condition gets worse. */
  readonly stage: number;
  /** Whether people are notified of it, or it is only shown. */
  readonly notifies: boolean;
}

/** Signs in a row that may begin or end a condition: when they began, and how many there were. */
export interface Streak {
  readonly since: number;
  readonly runs: number;
}

export interface Progress<Code extends string = string> {
  readonly condition: Held<Code> | null;
  readonly row: Streak | null;
}

/**
 * Applies a sign. A condition that does not hold needs a streak of `on` to begin, a condition that holds a streak of `off` to end; any other
 * sign breaks the streak. If the checks before are too long ago (`isStale`), a single `off` ends it.
 */
export function afterSign<Code extends string>(
  { condition, row }: Progress<Code>,
  code: Code,
  look: Look,
  { pace, notifies, isStale, now }: { pace: Pace; notifies: boolean; isStale: boolean; now: number },
): Progress<Code> {
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

const NOT_HELD: Progress<never> = { condition: null, row: null };
