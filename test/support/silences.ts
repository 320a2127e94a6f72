/** Silences for tests. */

import type { Silence } from '../../lambda/core/silence/silence';

/** Of all services, for an hour from `now` on: asked for by ana, for a deploy. */
export function silenceAt(now: number, more: Partial<Silence> = {}): Silence {
  return {
    ...{ id: 'k3v9x1', services: null, from: now, until: now + 3_600_000, untilWell: false },
    ...{ reason: 'deploy 2.5.0', by: 'ana', planned: false },
    ...more,
  };
}
