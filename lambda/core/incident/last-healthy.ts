/** The last healthy report of a service, as far as it is kept. */

import { readFigures } from '../probe/latest-check';
import { type Figures, NO_FIGURES } from '../probe/report';
import { isJsonObject } from '../words/json';
import { readInstant } from '../words/stored-value';

export interface LastHealthy extends Figures {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The healthy report as it is kept; `now` in milliseconds since 1970. */
export function lastHealthyOf(report: Figures | null, now: number): LastHealthy {
  const { version, uptime, memory } = report ?? NO_FIGURES;
  return { at: now, version, uptime, memory };
}

/** Reads one back; `null` if its time is not known. */
export function readLastHealthy(raw: unknown): LastHealthy | null {
  if (!isJsonObject(raw)) return null;
  const at = readInstant(raw.at);
  return at === null ? null : { at, ...readFigures(raw) };
}
