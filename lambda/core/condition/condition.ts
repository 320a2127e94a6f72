/** What is not right about a service although it answers healthy. */

import { CONDITION_CODES, type ConditionCode } from '../words/codes';
import { isJsonObject } from '../words/json';
import { readCount, readInstant, readLine, readList } from '../words/stored-value';

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

/** Reads what is stored; what makes no sense, or is not known, is left out. */
export function readConditions(raw: unknown): readonly Condition[] {
  return readList(raw, (one) => {
    if (!isJsonObject(one)) return null;
    const [code, since] = [CONDITION_CODES.find((known) => known === one.code), readInstant(one.since)];
    if (code === undefined || since === null) return null;
    const [message, stage] = [readLine(one.message) ?? code, readCount(one.stage) ?? 0];
    return { code, since, message, stage, notifies: one.notifies === true };
  });
}
