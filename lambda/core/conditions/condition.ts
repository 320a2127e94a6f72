/** A condition that holds at a service, although its answer is healthy. */

import * as v from 'valibot';
import { count, instant, line, listOf } from '../fields/stored-value';
import type { VerdictKind } from '../words/codes';
import { CONDITION_CODES, type ConditionCode } from './conditions';
import type { Held } from './rule';

export type Condition = Held<ConditionCode>;

/** Conditions as they are stored; a condition that makes no sense, or has an unknown code, is left out. */
export const conditionsSchema: v.GenericSchema<unknown, readonly Condition[]> = listOf(
  v.object({
    code: v.picklist(CONDITION_CODES),
    since: instant,
    message: v.fallback(line(), ''),
    stage: v.fallback(count, 0),
    notifies: v.fallback(v.boolean(), false),
  }),
);

/** A verdict; `degraded` if a service answers healthy while a condition holds. */
export type Health = VerdictKind | 'degraded';

/** Returns the health from the verdict of the last check and the conditions that hold. */
export function healthOf(kind: VerdictKind, conditions: readonly unknown[]): Health {
  return kind === 'healthy' && conditions.length > 0 ? 'degraded' : kind;
}
