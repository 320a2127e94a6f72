/** The response times of a history: over time as a curve, and their percentiles in figures. */

import type { HistoryPoint, PastDocument, StripDocument } from '../../core/documents/history-document';
import { describeMs } from '../../core/documents/words/format';
import { Curve } from './charts';
import type { ChartLine } from './time-chart';

interface ResponseCurveProps {
  readonly strip: StripDocument;
  /** The totals of the strip's points. */
  readonly past: PastDocument;
  readonly width?: number;
  readonly height?: number;
}

/** Single checks are one line; for longer times p50 is the line, and p95 a quieter line above it. */
export function ResponseCurve({ strip, past, ...size }: ResponseCurveProps) {
  const label = past.responseMs === null ? 'no answers' : `response times, ${percentilesText(past)}`;
  return <Curve values={strip.ms} second={strip.p95Ms ?? []} label={label} {...size} />;
}

/** Returns the lines of a chart: one line for single checks, or p50 and p95 for longer times. */
export function responseLines(points: readonly HistoryPoint[]): readonly ChartLine[] {
  const names = areChecks(points) ? (['p50'] as const) : (['p50', 'p95'] as const);
  return names.map((name) => ({ name, values: points.map((point) => point[name]) }));
}

const NAMES = ['p50', 'p95', 'p99'] as const;

/** The least number of answers for each percentile: with fewer, it is just one of the answers. */
const LEAST_ANSWERS = { p50: 1, p95: 20, p99: 100 } as const;

/** The percentiles that there are enough answers for, each as a text: `38 ms`. */
function percentilesIn({
  answers,
  responseMs,
}: PastDocument): readonly (readonly [name: (typeof NAMES)[number], ms: string])[] {
  if (responseMs === null) return [];
  return NAMES.filter((name) => answers >= LEAST_ANSWERS[name]).map((name) => [name, describeMs(responseMs[name])]);
}

/** `p50 38 ms, p95 60 ms, p99 81 ms`, if there are enough answers. */
export function percentilesText(past: PastDocument): string {
  return percentilesIn(past)
    .map((figure) => figure.join(' '))
    .join(', ');
}

function areChecks(points: readonly HistoryPoint[]): boolean {
  return points.some(({ check }) => check !== null);
}
