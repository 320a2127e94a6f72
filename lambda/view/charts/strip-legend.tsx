/** The legend of strips: a swatch for each look of a bar that is in any of them; none if all bars are healthy. */

import { raw } from 'hono/html';
import type { StripDocument } from '../../core/documents/history-document';
import { roughDuration } from '../../core/words/duration';
import { type BarLook, barLines, leastDownMs, looksIn } from './strip';

interface StripLegendProps {
  /** The strips that are shown. */
  readonly strips: readonly StripDocument[];
  /** In milliseconds since 1970; by default, all bars are over. */
  readonly now?: number;
}

const HEIGHT = 14;

export function StripLegend({ strips, now = Number.POSITIVE_INFINITY }: StripLegendProps) {
  const shown = new Set(strips.flatMap((strip) => looksIn(strip, now)));
  const looks = Object.keys(NAMES) as BarLook[];
  const [strip] = strips;
  if (strip === undefined || looks.every((look) => look === 'healthy' || !shown.has(look))) return null;
  return (
    <ul class="swatches" aria-label="Bars">
      {looks
        .filter((look) => shown.has(look))
        .map((look) => (
          <li>
            <svg viewBox={`0 0 8 ${HEIGHT}`} aria-hidden="true">
              {raw(barLines([look, look], HEIGHT))}
            </svg>
            {lookName(look, leastDownMs(strip))}
          </li>
        ))}
    </ul>
  );
}

const NAMES: Readonly<Record<BarLook, string>> = {
  healthy: 'Healthy',
  down: 'Down',
  partly: 'Partly down',
  degraded: 'Degraded',
  silenced: 'Down, silenced',
  maintenance: 'Maintenance',
  none: 'No data',
};

/** Returns the name of a look; `leastMs` is the shortest downtime that is drawn as down, `null` if each bar is a check. */
function lookName(look: BarLook, leastMs: number | null): string {
  if (leastMs === null || (look !== 'down' && look !== 'partly')) return NAMES[look];
  const least = roughDuration(leastMs);
  return look === 'down' ? `Down for ${least} or more` : `Down for less than ${least}`;
}
