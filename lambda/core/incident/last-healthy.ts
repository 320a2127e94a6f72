/** The last healthy report of a service, as far as it is kept. */

import * as v from 'valibot';
import { type Figures, figuresEntries, NO_FIGURES } from '../probe/report';
import { instant } from '../state/fields/stored-value';

export interface LastHealthy extends Figures {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The healthy report as it is kept; `now` in milliseconds since 1970. */
export function lastHealthyOf(report: Figures | null, now: number): LastHealthy {
  const { version, uptime, memory } = report ?? NO_FIGURES;
  return { at: now, version, uptime, memory };
}

export const lastHealthySchema = v.object({ at: instant, ...figuresEntries });
