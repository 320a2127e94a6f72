/** `memory_full`: memory that is as good as used up, if its total is a limit. */

import * as v from 'valibot';
import { amount } from '../fields/stored-value';
import { BETWEEN, condition, OFF, OVER, on } from './rule';

const totalSchema = v.object({
  mb: amount,
  /** A heap has changed while its process ran; a limit was the same in two lives. `null` if neither is known. */
  is: v.nullable(v.picklist(['heap', 'limit'])),
});
export type Total = Readonly<v.InferOutput<typeof totalSchema>>;

/** A heap grows with its use: once its total has changed within one life of a process, being near it means nothing, for good. */
export const memoryFull = condition({
  code: 'memory_full',
  phrase: 'memory full',
  title: { subject: (service) => `The memory of ${service}`, state: 'nearly full' },
  advice: 'Its memory is nearly used up: does it need more, or does it leak? What was deployed last?',
  meaning: 'The memory is nearly full, and its total is a limit: it never changes while the service runs. Notifies.',
  contracts: ['own'],
  keys: ({ duration, wholeNumber }) => ({
    percent: wholeNumber(1, 100).optional(),
    for: duration(1_000, 86_400_000, '15m').optional(),
  }),
  defaults: { do: 'notify', percent: 97, forMs: 15 * 60_000 },
  pace: ({ forMs }) => ({ begins: { runs: 2, ms: forMs }, ends: { runs: 5, ms: 0 } }),
  schema: totalSchema,
  look: ({ report, change }, { percent }, before: Total | null) => {
    const { used, total } = report?.memory ?? { used: null, total: null };
    if (used === null || total === null || total <= 0) return { look: BETWEEN, memory: before };
    const memory = totalAfter(before, total, change?.restarted === true);
    if (memory.is === 'heap') return { look: OVER, memory };
    const share = 100 * (used / total);
    if (share < percent) return { look: share < percent - HYSTERESIS ? OFF : BETWEEN, memory };
    // A total that a restart has changed has not been the same for any time yet.
    const isLimit = before?.mb === total && (memory.is === 'limit' || ROUND_MB.some((mb) => total % mb === 0));
    if (!isLimit) return { look: BETWEEN, memory };
    // Rounded down, so that 100 % means full.
    const message = `${Math.round(used)} of ${Math.round(total)} MB of memory are used (${Math.floor(share)} %)`;
    return { look: on(message), memory };
  },
});

/** A limit that people have set is a multiple of these. That of an idle heap may be fixed for days, and is round by chance alone. */
const ROUND_MB = [50, 64];

function totalAfter(before: Total | null, mb: number, restarted: boolean): Total {
  if (before === null) return { mb, is: null };
  if (before.is === 'heap') return before;
  if (before.mb !== mb) return { mb, is: restarted ? null : 'heap' };
  return restarted && before.is === null ? { mb, is: 'limit' } : before;
}

/** So many points of a hundred below the limit it is over. */
const HYSTERESIS = 5;
