/** A chart over time: lines from zero upwards and the area between two of them, a threshold, and marks with their labels. */

import { raw } from 'hono/html';
import type { HistoryPoint } from '../../core/documents/history-document';
import { axisText } from '../../core/documents/words/format';
import type { ChartMark } from './chart-marks';
import { bandPath, highestOf, linePath, type Values } from './line-paths';
import { niceScale, percent, timeTicks } from './scales';
import { trim } from './strip';

export interface ChartLine {
  readonly name: 'p50' | 'p95' | 'most' | 'least';
  readonly values: Values;
}

/** A failed check, at a part of the width. A check without a value stands in a lane below zero. */
export interface FailedCheck {
  readonly at: number;
  readonly value: number | null;
}

export interface TimeChartProps {
  readonly lines: readonly ChartLine[];
  readonly failed?: readonly FailedCheck[];
  /** The names of the lines between which an area is drawn; `null` for no area. */
  readonly band: readonly [ChartLine['name'], ChartLine['name']] | null;
  /** A value that should not be exceeded, and its meaning. */
  readonly threshold: { readonly value: number; readonly text: string } | null;
  readonly marks: readonly ChartMark[];
  /** The value at the upper edge; by default a round number above all values. */
  readonly top?: number | null;
  /** Formats a value of the scale for people. */
  readonly describe: (value: number) => string;
  readonly label: string;
  /** From zero to the upper edge, in pixels. */
  readonly height?: number;
  /** Whether marks have their texts. */
  readonly hasLabels?: boolean;
}

/** The width of the lines in units, which are scaled to the actual width; texts are not scaled. */
const WIDTH = 1_000;
/** The room above for the durations of incidents. */
const ABOVE = 24;
/** The least width of a band, as a part of the whole: a minute of a day is seen too. */
const LEAST_BAND = 0.003;
const ROW_HEIGHT = 18;
/** The height of the lane for failed checks without a value. */
const LANE = 24;
const VERSION_ROWS = 2;
/** A threshold that is so many times higher than all values would press them down: it is only named. */
const THRESHOLD_SHOWN = 4;

export function isThresholdNear(threshold: TimeChartProps['threshold'], lines: readonly ChartLine[]): boolean {
  const highest = highestOf(...lines.map(({ values }) => values));
  return threshold !== null && threshold.value <= THRESHOLD_SHOWN * highest;
}

export function TimeChart({ lines, band, threshold, marks, top = null, describe, label, ...more }: TimeChartProps) {
  const { height = 260, hasLabels = false, failed = [] } = more;
  const isNear = isThresholdNear(threshold, lines);
  const highest = highestOf(
    ...lines.map(({ values }) => values),
    failed.map(({ value }) => value),
  );
  const scale = scaleOf(Math.max(highest, isNear ? (threshold?.value ?? 0) : 0), top);
  const above = hasLabels ? ABOVE : ROW_HEIGHT / 2;
  const base = above + height;
  const lane = failed.some(({ value }) => value === null) ? LANE : 0;
  const isInOther = (at: number) => marks.some(({ kind, from, to }) => kind === 'other' && at >= from && at < to);
  const y = (value: number) => trim(base - (value / scale.top) * height);
  const ticks = Array.from({ length: Math.round(scale.top / scale.step) + 1 }, (_, index) => index * scale.step);
  const thresholdY = isNear && threshold !== null ? Number(y(threshold.value)) : null;
  const versionsY = thresholdY !== null && thresholdY < above + VERSION_ROWS * ROW_HEIGHT ? thresholdY : above;
  return (
    <div class="chart">
      <svg class="scale" height={base + lane + 8} aria-hidden="true">
        {ticks.map((value) => (
          <text x="48" y={y(value)} dy=".35em" class={value === 0 ? 'zero' : undefined}>
            {describe(value)}
          </text>
        ))}
        {lane > 0 && (
          <text class="lane" x="48" y={base + lane / 2} dy=".35em">
            No answer
          </text>
        )}
      </svg>
      <svg class="plot" role="img" aria-label={label} height={base + lane + 1}>
        {ticks.map((value) => (
          <line class="grid" x2="100%" y1={y(value)} y2={y(value)} />
        ))}
        <Periods marks={marks} from={above} height={height + lane} />
        {raw(drawnLines(lines, band, { width: WIDTH, from: above, to: base, highest: scale.top }))}
        {failed.map(({ at, value }) => (
          <svg aria-hidden="true" x={percent(at)} y={value === null ? base + lane / 2 : y(value)} overflow="visible">
            <path class={isInOther(at) ? 'cross other' : 'cross'} d="M-3.5-3.5l7 7M3.5-3.5l-7 7" />
          </svg>
        ))}
        {thresholdY !== null && <line class="threshold" x2="100%" y1={thresholdY} y2={thresholdY} />}
        {marks.filter(isMoment).map(({ kind, from }) => (
          <line class={`at ${kind}`} x1={percent(from)} x2={percent(from)} y1={above} y2={base} />
        ))}
        {hasLabels && (
          <g>
            {thresholdY !== null && (
              <text class="threshold" y={thresholdY - 6}>
                {threshold?.text}
              </text>
            )}
            <g class="names">
              <Labels marks={marks} above={above} versionsY={versionsY} />
            </g>
          </g>
        )}
        <line class="cursor" x1="-9999" x2="-9999" y1={above} y2={base} />
      </svg>
    </div>
  );
}

function drawnLines(
  lines: readonly ChartLine[],
  band: TimeChartProps['band'],
  frame: Parameters<typeof linePath>[1],
): string {
  const valuesOf = (name: string) => lines.find((line) => line.name === name)?.values ?? [];
  const area = band === null ? '' : `<path class="area" d="${bandPath(valuesOf(band[0]), valuesOf(band[1]), frame)}"/>`;
  const paths = lines.map(({ name, values }) => `<path class="line ${name}" d="${linePath(values, frame)}"/>`);
  const height = frame.to;
  const box = `viewBox="0 0 ${frame.width} ${height}" width="100%" height="${height}" preserveAspectRatio="none"`;
  return `<svg ${box}>${area}${paths.reverse().join('')}</svg>`;
}

interface PeriodsProps {
  readonly marks: readonly ChartMark[];
  readonly from: number;
  readonly height: number;
}

function Periods({ marks, from: y, height }: PeriodsProps) {
  return (
    <>
      {marks
        .filter((mark) => !isMoment(mark))
        .map(({ kind, from, to, text }) => (
          <rect
            class={`during ${kind}`}
            x={percent(Math.min(from, 1 - LEAST_BAND))}
            width={percent(Math.max(LEAST_BAND, to - from))}
            y={y}
            height={height}
          >
            <title>{text}</title>
          </rect>
        ))}
    </>
  );
}

interface LabelsProps {
  readonly marks: readonly ChartMark[];
  readonly above: number;
  /** Where the names of versions begin. */
  readonly versionsY: number;
}

/** The durations of incidents above the chart, and the names of versions beside their lines. */
function Labels({ marks, above, versionsY }: LabelsProps) {
  const named = marks.flatMap(({ kind, from, to, name }) =>
    name === null ? [] : [{ at: (from + to) / 2, text: name, kind }],
  );
  const lengths = named.filter(({ kind }) => kind !== 'version');
  const versions = named.filter(({ kind }) => kind === 'version');
  return (
    <>
      {labelsOf(lengths, 'middle', 1).map(({ at, text, kind, anchor }) => (
        <text class={kind} x={percent(at)} y={above - 8} text-anchor={anchor}>
          {text}
        </text>
      ))}
      {labelsOf(versions, 'start', VERSION_ROWS).map(({ at, text, anchor, row }) => (
        <text
          class="version"
          x={percent(at)}
          dx={anchor === 'end' ? -6 : 6}
          y={versionsY + 14 + row * ROW_HEIGHT}
          text-anchor={anchor}
        >
          {text}
        </text>
      ))}
    </>
  );
}

function isMoment({ kind }: ChartMark): boolean {
  return kind === 'version' || kind === 'restart';
}

/** Draws the times below charts and strips with the same points. */
export function TimeAxis({ points }: { readonly points: readonly HistoryPoint[] }) {
  return (
    <svg class="times" height="20" aria-hidden="true">
      {timeTicks(points).map(({ at, time, form, leftOut }) => (
        <text x={percent(at)} y="16" text-anchor={anchorAt(at)} class={leftOut} data-at={time} data-form={form}>
          {axisText(time, form)}
        </text>
      ))}
    </svg>
  );
}

/** Returns the anchor of a text, so that one near an end of the axis stays within it. */
function anchorAt(at: number): string {
  if (at < 0.03) return 'start';
  return at > 0.97 ? 'end' : 'middle';
}

function scaleOf(highest: number, top: number | null): { readonly top: number; readonly step: number } {
  return top === null || highest > top ? niceScale(highest) : { top, step: top / 2 };
}

type Anchor = 'start' | 'middle' | 'end';

interface Mark {
  /** A part of the width. */
  readonly at: number;
  readonly text: string;
}

interface ChartLabel {
  /** The end of the text that is at `at`. */
  readonly anchor: Anchor;
  /** From above, counted from 0. */
  readonly row: number;
}

/** The least width of a chart with labels, and of a text and the space after it, in pixels. */
const LABELLED_WIDTH = 700;
const CHARACTER = 6.6;
const BETWEEN = 10;

/** Returns the labels for marks in chronological order. Labels without room are left out. */
export function labelsOf<Marked extends Mark>(
  marks: readonly Marked[],
  wanted: 'start' | 'middle',
  rows: number,
): readonly (Marked & ChartLabel)[] {
  const taken: [from: number, to: number][][] = Array.from({ length: rows }, () => []);
  return marks.toReversed().flatMap((mark) => {
    const length = mark.text.length * CHARACTER + BETWEEN;
    const [anchor, from] = placeOf(mark.at * LABELLED_WIDTH, length, wanted);
    const to = from + length;
    const row = taken.findIndex((others) => others.every((other) => from >= other[1] || to <= other[0]));
    if (row < 0 || from < 0) return [];
    taken[row]?.push([from, to]);
    return [{ ...mark, anchor, row }];
  });
}

/** Returns where a text at `x` begins, and its anchor, so that it stays within the chart. */
function placeOf(x: number, length: number, wanted: 'start' | 'middle'): [anchor: Anchor, from: number] {
  const from = wanted === 'start' ? x : x - length / 2;
  if (from < 0) return ['start', x];
  return from + length > LABELLED_WIDTH ? ['end', x - length] : [wanted, from];
}
