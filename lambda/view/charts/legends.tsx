/** The legends of charts and strips: a swatch and a meaning for each thing in them. */

import { raw } from 'hono/html';
import type { StripDocument } from '../../core/documents/history-document';
import { roughDuration } from '../../core/words/duration';
import type { ChartMark } from './chart-marks';
import { type BarLook, barLines, leastDownMs, looksIn } from './strip';
import type { ChartLine } from './time-chart';

interface ChartKeyProps {
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  /** Whether each failed check is drawn. */
  readonly hasFailed: boolean;
}

const SWATCHES = {
  line: '<path class="line" d="M0 5h16"/>',
  area: '<rect class="area" width="16" height="10" rx="2"/>',
  incident: '<rect class="during incident" width="16" height="10" rx="2"/>',
  degraded: '<rect class="during degraded" width="16" height="10" rx="2"/>',
  other: '<rect class="during other" width="16" height="10" rx="2"/>',
  failed: '<path class="cross" d="M4.5 1.5l7 7M11.5 1.5l-7 7"/>',
  maintenance: '<rect class="during maintenance" width="16" height="10" rx="2"/>',
  version: '<path class="at version" d="M8 0v10"/>',
  restart: '<path class="at restart" d="M8 0v10"/>',
} as const;

const MARKS = {
  incident: 'Incident',
  degraded: 'Incident',
  other: 'Another incident',
  maintenance: 'Maintenance',
  version: 'Version',
  restart: 'Restart',
} as const satisfies Readonly<Record<ChartMark['kind'], string>>;

export function ChartKey({ lines, marks, hasFailed }: ChartKeyProps) {
  const kinds = new Set(marks.map(({ kind }) => kind));
  const named = (Object.keys(MARKS) as ChartMark['kind'][]).filter((kind) => kinds.has(kind));
  const areSingle = lines.length < 2;
  return (
    <ul class="key" aria-label="In the chart">
      <Item swatch="line" name={areSingle ? (hasFailed ? 'Healthy check' : 'Each check') : 'p50'} />
      {hasFailed && <Item swatch="failed" name="Failed check" />}
      {!areSingle && <Item swatch="area" name="Up to p95" />}
      {named.map((kind) => (
        <Item swatch={kind} name={MARKS[kind]} />
      ))}
    </ul>
  );
}

function Item({ swatch, name }: { readonly swatch: keyof typeof SWATCHES; readonly name: string }) {
  return (
    <li>
      <svg viewBox="0 0 16 10" aria-hidden="true">
        {raw(SWATCHES[swatch])}
      </svg>
      {name}
    </li>
  );
}

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
