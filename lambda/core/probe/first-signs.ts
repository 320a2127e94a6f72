/** The conditions that a single check shows, as warnings: a command that checks once can warn at once. */

import { CONDITION_RULES, type ConditionCode, conditionPolicies } from '../conditions/conditions';
import type { CheckResult } from './check-result';
import { skewFoundBy } from './clock-skew';
import type { Warning } from './report';

interface Sign extends Warning {
  readonly code: ConditionCode;
}

/**
 * Returns the warnings of a check, healthy or not; none for a condition that is switched off. `ownSkewMs`: how far the clocks of most services
 * are ahead, so that the checker's own is suspected; 0 if it is not.
 */
export function firstSigns(check: CheckResult, ownSkewMs: number): readonly Sign[] {
  const policies = conditionPolicies(check.service);
  const seen = { check, skewMs: skewFoundBy(check), ownSkewMs };
  return CONDITION_RULES.flatMap((rule) => {
    const policy = policies[rule.code];
    const message = policy.do === 'off' ? null : (rule.firstSign?.(seen, policy) ?? null);
    return message === null ? [] : [{ code: rule.code, message }];
  });
}
