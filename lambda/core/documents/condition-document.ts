/** Conditions as documents for programs. */

import type { Condition } from '../conditions/condition';

export interface ConditionDocument extends Pick<Condition, 'code'> {
  /** Its figures in a sentence; `null` if they are not recorded. */
  readonly message: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  readonly since: string;
}

/** A condition with its figures. */
export interface FoundCondition extends ConditionDocument {
  readonly message: string;
}

/** Returns the conditions that hold, the oldest first. */
export function conditionDocuments(conditions: readonly Condition[]): readonly FoundCondition[] {
  return conditions.map(({ code, since, message }) => ({ code, since: new Date(since).toISOString(), message }));
}
