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

const ORDER: readonly BarLook[] = ['healthy', 'down', 'partly', 'degraded', 'silenced', 'maintenance', 'none'];

const HEIGHT = 14;

export function StripLegend({ strips, now = Number.POSITIVE_INFINITY }: StripLegendProps) {
  const shown = new Set(strips.flatMap((strip) => looksIn(strip, now)));
  const [strip] = strips;
  if (strip === undefined || ORDER.every((look) => look === 'healthy' || !shown.has(look))) return null;
  return (
    <ul class="swatches" aria-label="Bars">
      {ORDER.filter((look) => shown.has(look)).map((look) => (
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

function lookName(look: BarLook, leastMs: number | null): string {
  switch (look) {
    case 'healthy':
      return 'Healthy';
    case 'down':
      return leastMs === null ? 'Down' : `Down for ${roughDuration(leastMs)} or more`;
    case 'partly':
      return leastMs === null ? 'Down for less' : `Down for less than ${roughDuration(leastMs)}`;
    case 'degraded':
      return 'Degraded';
    case 'silenced':
      return 'Down, silenced';
    case 'maintenance':
      return 'Maintenance';
    case 'none':
      return 'No data';
  }
}
