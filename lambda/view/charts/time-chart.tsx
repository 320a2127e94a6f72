/** A chart over time: an axis with a scale, lines and the band between two of them, a threshold, and marks for what happened. */

import { raw } from 'hono/html';
import type { HistoryPoint } from '../../core/documents/history-document';
import { describeInstant, iso } from '../../core/documents/words/format';
import type { ChartMark } from './chart-marks';
import { bandPath, highestOf, linePath, type Values } from './charts';
import { trim } from './strip';

export interface ChartLine {
  readonly name: 'p50' | 'p95' | 'p99' | 'most' | 'least';
  readonly values: Values;
}

export interface TimeChartProps {
  readonly points: readonly HistoryPoint[];
  readonly lines: readonly ChartLine[];
  /** The names of the lines between which a band is drawn; `null` for no band. */
  readonly band: readonly [ChartLine['name'], ChartLine['name']] | null;
  /** A value that should not be exceeded, and its meaning. */
  readonly threshold: { readonly value: number; readonly text: string } | null;
  readonly marks: readonly ChartMark[];
  /** Formats a value of the scale for people. */
  readonly describe: (value: number) => string;
  readonly label: string;
  readonly height?: number;
}

/** The width of the lines in units, which are scaled to the actual width; texts are not scaled. */
const WIDTH = 900;
/** The room above the highest value, and below for the axis. */
const ABOVE = 16;
const BELOW = 18;
/** A threshold that is so many times higher than all values would press them down: it is only named. */
const THRESHOLD_SHOWN = 4;

export function TimeChart({ points, lines, band, threshold, marks, describe, label, height = 150 }: TimeChartProps) {
  const highest = highestOf(...lines.map(({ values }) => values));
  const isNear = threshold !== null && threshold.value <= THRESHOLD_SHOWN * highest;
  const { top, step } = niceScale(Math.max(highest, isNear ? threshold.value : 0));
  const base = height - BELOW;
  const frame = { width: WIDTH, from: ABOVE, to: base, highest: top };
  const y = (value: number) => trim(base - (value / top) * (base - ABOVE));
  const valuesOf = (name: string) => lines.find((line) => line.name === name)?.values ?? [];
  const paths = [
    ...(band === null ? [] : [`<path class="band" d="${bandPath(valuesOf(band[0]), valuesOf(band[1]), frame)}"/>`]),
    ...lines.map(({ name, values }) => `<path class="line ${name}" d="${linePath(values, frame)}"/>`),
  ];
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return (
    <svg class="chart" role="img" aria-label={label} width="100%" height={height}>
      {marks.map(({ kind, from, to, text }) =>
        to > from ? (
          <rect class={`during ${kind}`} x={percent(from)} width={percent(to - from)} y={ABOVE} height={base - ABOVE}>
            <title>{text}</title>
          </rect>
        ) : (
          <line class={`at ${kind}`} x1={percent(from)} x2={percent(from)} y1={ABOVE} y2={base} />
        ),
      )}
      {ticks.map((value) => (
        <line class="grid" x1="0" x2="100%" y1={y(value)} y2={y(value)} />
      ))}
      {raw(
        `<svg viewBox="0 0 ${WIDTH} ${height}" width="100%" height="${height}" preserveAspectRatio="none">${paths.join('')}</svg>`,
      )}
      {isNear && <line class="threshold" x1="0" x2="100%" y1={y(threshold.value)} y2={y(threshold.value)} />}
      <g>
        {ticks.slice(1).map((value) => (
          <text x="2" y={Number(y(value)) - 3}>
            {describe(value)}
          </text>
        ))}
        {isNear && (
          <text class="threshold" x="100%" y={Number(y(threshold.value)) - 3} text-anchor="end">
            {threshold.text}
          </text>
        )}
        <TimeAxis points={points} y={height - 4} />
      </g>
      <line class="cursor" x1="-9" x2="-9" y1={ABOVE} y2={base} />
    </svg>
  );
}

/** The most times on the axis, so that they fit on a phone. */
const TIMES = 5;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The place of a time on the axis, as a part of the width: the first and the last are at its ends. */
function placeOf(tick: number, index: number, points: number): number {
  if (tick === 0) return 0;
  return tick === TIMES - 1 ? 1 : (index + 0.5) / points;
}

function TimeAxis({ points, y }: { readonly points: readonly HistoryPoint[]; readonly y: number }) {
  const starts = points.map(({ from }) => (from === null ? null : Date.parse(from)));
  const first = starts.find((start) => start !== null) ?? 0;
  const lengthMs = (starts.at(-1) ?? first) - first;
  // A day that has several of the times is named once.
  const areDays = lengthMs > 2 * DAY_MS;
  const describe = (at: number) =>
    areDays ? iso(at).slice(5, 10) : describeInstant(at, at).slice(0, lengthMs < TIMES * MINUTE_MS ? 8 : 5);
  const anchors = ['start', ...Array.from({ length: TIMES - 2 }, () => 'middle'), 'end'];
  const times = anchors.map((_, tick) => {
    const index = Math.round((tick * (points.length - 1)) / (TIMES - 1));
    const from = starts[index] ?? null;
    return { index, from, text: from === null ? '' : describe(from) };
  });
  return (
    <>
      {times.map(({ index, from, text }, tick) => {
        const before = times[tick - 1];
        const isRepeated =
          before !== undefined && before.from !== null && (before.index === index || (areDays && before.text === text));
        if (from === null || isRepeated) return null;
        return (
          <text x={percent(placeOf(tick, index, points.length))} y={y} text-anchor={anchors[tick]} data-at={from}>
            {text}
          </text>
        );
      })}
    </>
  );
}

/** A round number at or above the highest value, and the distance of the lines below it: 1, 2, 2.5 or 5 times a power of ten. */
export function niceScale(highest: number): { readonly top: number; readonly step: number } {
  if (highest <= 0) return { top: 1, step: 1 };
  const rough = highest / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return { top: Math.ceil(highest / step - 1e-9) * step, step };
}

/** A part of the width. */
function percent(part: number): string {
  return `${Math.round(part * 1e4) / 100}%`;
}
