/** The machine's clock. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../core/words/clock';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined),
};
