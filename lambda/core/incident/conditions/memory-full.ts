/** `memory_full`: memory that is as good as used up. */

import * as v from 'valibot';
import { type ConditionSubject, conditionPolicies } from '../../config/condition-policies';
import type { Figures } from '../../probe/report';
import { amount, instant } from '../../state/fields/stored-value';
import { BETWEEN, OFF, on, type Rule } from './rule';

/** The total, and since when it has been the same. */
interface Total {
  readonly mb: number;
  readonly since: number;
}

/** A heap that grows with its use is always nearly full: a total that has moved says nothing. */
export const memoryFull: Rule<'memory_full', Total> = {
  code: 'memory_full',
  pace: ({ runs }) => ({ begins: { runs, ms: 0 }, ends: { runs, ms: 0 } }),
  schema: v.object({ mb: amount, since: instant }),
  look: ({ now, report }, { percent, steadyForMs }, before) => {
    const { used, total } = report?.memory ?? { used: null, total: null };
    if (used === null || total === null || total <= 0) return { look: BETWEEN, memory: before };
    const memory = before?.mb === total ? before : { mb: total, since: now };
    if (now - memory.since < steadyForMs) return { look: OFF, memory };
    const share = 100 * (used / total);
    if (share < percent) return { look: share < percent - HYSTERESIS ? OFF : BETWEEN, memory };
    return { look: on(describeUse(used, total)), memory };
  },
};

/** So many points of a hundred below the limit it is over. */
const HYSTERESIS = 5;

/** Whether memory is at the limit of the condition, whether or not that begins: a total that is not steady yet may be none. */
export function isNearlyFull({ used, total }: Figures['memory'], service: ConditionSubject): boolean {
  const { do: action, percent } = conditionPolicies(service).memory_full;
  if (action === 'off' || used === null || total === null || total <= 0) return false;
  return 100 * (used / total) >= percent;
}

/** `510 of 512 MB of memory are used (99 %)`: rounded down, so that 100 % means full. */
export function describeUse(usedMb: number, totalMb: number): string {
  const percent = Math.floor(100 * (usedMb / totalMb));
  return `${Math.round(usedMb)} of ${Math.round(totalMb)} MB of memory are used (${percent} %)`;
}
