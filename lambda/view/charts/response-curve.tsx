/** The response times of a history: over time as a curve, and their percentiles in figures. */

import { type Bar, type HistoryView, timeOf } from '../../core/documents/facts/history-view';
import { describeMs } from '../../core/documents/words/format';
import { answersIn } from '../../core/history/response-times';
import { Curve } from './charts';
import type { ChartLine } from './time-chart';

interface ResponseCurveProps {
  readonly history: HistoryView;
  readonly width?: number;
  readonly height?: number;
}

/** Single checks are one line; of longer times p50 is the line, and p95 a quieter one above it. */
export function ResponseCurve({ history, ...size }: ResponseCurveProps) {
  const { median, high } = linesOf(history);
  const label = history.responseMs === null ? 'no answers' : `response times, ${percentilesText(history)}`;
  return <Curve values={median} second={high} label={label} {...size} />;
}

/** The lines of a chart: of single checks each one, of longer times p50, p95 and p99. */
export function responseLines({ bars }: HistoryView): readonly ChartLine[] {
  const names = areChecks(bars) ? (['p50'] as const) : NAMES;
  return names.map((name) => ({ name, values: bars.map((bar) => timeOf(bar, SHARES[name])) }));
}

const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

function linesOf({ bars }: HistoryView) {
  return {
    median: bars.map((bar) => timeOf(bar, 0.5)),
    high: areChecks(bars) ? [] : bars.map((bar) => timeOf(bar, 0.95)),
  };
}

const NAMES = ['p50', 'p95', 'p99'] as const;

/** Of fewer answers a percentile is a single one of them. */
const LEAST_ANSWERS = { p50: 1, p95: 20, p99: 100 } as const;

/** The percentiles that so many answers are enough for, each as a text: `38 ms`. */
function percentilesIn({
  whole,
  responseMs,
}: HistoryView): readonly (readonly [name: keyof typeof SHARES, ms: string])[] {
  const answers = answersIn(whole.times);
  if (responseMs === null) return [];
  return NAMES.filter((name) => answers >= LEAST_ANSWERS[name]).map((name) => [name, describeMs(responseMs[name])]);
}

/** `p50 38 ms, p95 60 ms, p99 81 ms`, as far as there are enough answers. */
export function percentilesText(history: HistoryView): string {
  return percentilesIn(history)
    .map((figure) => figure.join(' '))
    .join(', ');
}

/** The percentiles, each with the line that shows it over time; of single checks no line does. */
export function PercentileFigures({ history }: { readonly history: HistoryView }) {
  const figures = percentilesIn(history);
  if (figures.length === 0) return null;
  return (
    <span class={areChecks(history.bars) ? 'percentiles' : 'percentiles lines'}>
      {figures.map(([name, ms]) => (
        <>
          <span class={name}>
            {name} {ms}
          </span>{' '}
        </>
      ))}
    </span>
  );
}

function areChecks(bars: readonly Bar[]): boolean {
  return bars.some(({ check }) => check !== undefined);
}
