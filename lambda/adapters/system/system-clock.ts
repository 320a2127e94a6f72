/** The machine's clock. */

import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../core/words/clock';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined),
};

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Six letters and digits. Of a hundred ids, two are the same once in 400,000 times. */
export function randomId(): string {
  return Array.from(randomBytes(6), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}
