/** A condition: a fault of a service although it answers healthy. */

import * as v from 'valibot';
import { count, instant, line, listOf } from '../../fields/stored-value';
import { CONDITION_CODES, type ConditionCode, type VerdictKind } from '../../words/codes';

/** A condition that holds. */
export interface Condition {
  readonly code: ConditionCode;
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
  /** A sentence with the figures, of clean text: `3 starts within 15 min, the last at 09:41`. */
  readonly message: string;
  /** Counted from 0; it grows if a condition comes nearer to its bad end. */
  readonly stage: number;
  /** Whether people are notified of it, or it is only shown. */
  readonly notifies: boolean;
}

/** Conditions as they are stored; a condition that makes no sense, or is not known, is left out. */
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

/** From the verdict of the last check, and the conditions that hold. */
export function healthOf(kind: VerdictKind, conditions: readonly unknown[]): Health {
  return kind === 'healthy' && conditions.length > 0 ? 'degraded' : kind;
}
