/** The policy of each condition of a service: whether it notifies, and from which figures on it begins. */

import type { ConditionAction, ConditionCode } from '../words/codes';
import type { ConditionKeys } from './schema/expectation-keys';

/** All figures of each condition, which the schema describes. Lengths of time in milliseconds. */
export type ConditionPolicies = { readonly [Code in ConditionCode]: Policy<NonNullable<ConditionKeys[Code]>> };

/** Of a condition the file has a map, or what is done about it alone. */
type Policy<Setting> = Required<Exclude<Setting, { readonly do: ConditionAction }>>;

/** The settings that differ from the defaults. */
export type ConditionSettings = { readonly [Code in ConditionCode]?: Partial<ConditionPolicies[Code]> };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const CONDITION_DEFAULTS: ConditionPolicies = {
  certificate_expires_soon: { do: 'notify', days: [14, 7, 3, 1] },
  client_certificate_expires_soon: { do: 'notify', days: [14, 7, 3, 1] },
  reports_degraded: { do: 'notify', severity: 'warning' },
  restarting: { do: 'notify', starts: 3, withinMs: 15 * MINUTE_MS },
  memory_full: { do: 'notify', percent: 97, forMs: 15 * MINUTE_MS },
  memory_filling: { do: 'notify' },
  slow: { do: 'show', runs: 5, times: 2, byMs: 100 },
  clock_skewed: { do: 'show', byMs: MINUTE_MS },
  wrong_environment: { do: 'show', afterMs: DAY_MS },
  mixed_versions: { do: 'show', forMs: 10 * MINUTE_MS },
  half_answers: { do: 'show', percent: 20, withinMs: HOUR_MS },
};

/** The part of a service that its conditions depend on. */
export interface ConditionSubject {
  readonly environment: string | null;
  readonly conditions: ConditionSettings;
  readonly slowMs: number | null;
}

const known = new WeakMap<ConditionSubject, ConditionPolicies>();

/** The policies of a service. People are also notified of `slow` and `wrong_environment` if it says what would be right. */
export function conditionPolicies(service: ConditionSubject): ConditionPolicies {
  const before = known.get(service);
  if (before !== undefined) return before;
  const notifiedIf = (isSet: boolean) => (isSet ? { do: 'notify' as const } : {});
  const implied: ConditionSettings = {
    slow: notifiedIf(service.slowMs !== null),
    wrong_environment: notifiedIf(service.environment !== null),
  };
  const settingsOf = (settings: ConditionSettings, code: string): object | undefined => settings[code as ConditionCode];
  const merged = Object.entries<object>(CONDITION_DEFAULTS).map(([code, policy]) => [
    code,
    { ...policy, ...settingsOf(implied, code), ...settingsOf(service.conditions, code) },
  ]);
  const policies: ConditionPolicies = Object.fromEntries(merged);
  known.set(service, policies);
  return policies;
}
