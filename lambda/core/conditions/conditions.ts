/** The list of all conditions. Their codes, policies, config keys, phrases, titles and advice derive from it. */

import type { Shape } from '../keys/values';
import type { Contract } from '../words/codes';
import { certificateExpiresSoon, clientCertificateExpiresSoon } from './certificate-expires-soon';
import { clockSkewed } from './clock-skewed';
import { halfAnswers } from './half-answers';
import { memoryFilling } from './memory-filling';
import { memoryFull } from './memory-full';
import { mixedVersions } from './mixed-versions';
import { partlyUnreachable } from './partly-unreachable';
import { reportsDegraded } from './reports-degraded';
import { restarting } from './restarting';
import type { ConditionRule, ConditionSubject } from './rule';
import { slow } from './slow';
import { wrongEnvironment } from './wrong-environment';

export const CONDITIONS = [
  certificateExpiresSoon,
  clientCertificateExpiresSoon,
  partlyUnreachable,
  reportsDegraded,
  restarting,
  memoryFull,
  memoryFilling,
  slow,
  clockSkewed,
  wrongEnvironment,
  mixedVersions,
  halfAnswers,
] as const;

type AnyCondition = (typeof CONDITIONS)[number];
export type ConditionCode = AnyCondition['code'];

/** The list as code sees it that treats all conditions alike: each rule gets only its own policy and memory. */
export const CONDITION_RULES: readonly ConditionRule<ConditionCode, Shape, unknown>[] = CONDITIONS;

export const CONDITION_CODES: readonly ConditionCode[] = CONDITIONS.map(({ code }) => code);

/** All figures of each condition. Lengths of time in milliseconds. */
export type ConditionPolicies = { readonly [Each in AnyCondition as Each['code']]: Each['defaults'] };

/** The settings that differ from the defaults. */
export type ConditionSettings = { readonly [Code in ConditionCode]?: Partial<ConditionPolicies[Code]> };

export const CONDITION_DEFAULTS = Object.fromEntries(
  CONDITIONS.map(({ code, defaults }) => [code, defaults]),
) as unknown as ConditionPolicies;

const policiesOfServices = new WeakMap<ConditionSubject, ConditionPolicies>();

/** Returns the policies of a service: the defaults, what its other settings imply, and its own settings for conditions. */
export function conditionPolicies(service: ConditionSubject): ConditionPolicies {
  const before = policiesOfServices.get(service);
  if (before !== undefined) return before;
  const merged = CONDITIONS.map(({ code, defaults, notifiesIf }) => [
    code,
    { ...defaults, ...(notifiesIf?.(service) && { do: 'notify' }), ...service.conditions[code] },
  ]);
  const policies: ConditionPolicies = Object.fromEntries(merged);
  policiesOfServices.set(service, policies);
  return policies;
}

/** Returns the condition with a code; `null` if no condition has it. */
export function conditionOf(code: string): AnyCondition | null {
  return CONDITIONS.find((each) => each.code === code) ?? null;
}

/** Returns the codes of the conditions that can never begin with a contract. */
export function impossibleWith(contract: Contract): readonly ConditionCode[] {
  return CONDITIONS.filter(({ contracts }) => contracts?.includes(contract) === false).map(({ code }) => code);
}
