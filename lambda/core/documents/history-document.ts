/** The past of a service as a document: points, each for a check or for some time, and their sums. */

import { type Bucket, type Counts, countedChecks, failedChecks, healthyChecks } from '../history/bucket';
import type { ServiceChange } from '../history/service-change';
import { FAILURE_KINDS, type FailureKind, VERDICTS, type VerdictKind } from '../words/codes';
import { answersIn, type Percentiles } from '../words/response-times';
import { type Bar, type BarNote, type HistoryView, timeOf } from './facts/history-view';
import type { Span } from './facts/service-view';
import { iso } from './words/format';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface PointCounts extends Counts {
  /** The checks in planned maintenance, which availability leaves out. */
  readonly maintenance: Counts;
}

/** The checks that count for availability: those outside planned maintenance. */
export interface CountedChecks extends Counts {
  readonly healthy: number;
}

export function countedIn(counts: PointCounts): CountedChecks {
  const counted = countedChecks(counts);
  return { checks: counted.checks, failures: counted.failures, healthy: healthyChecks(counted) };
}

/** Returns whether any check failed, also within planned maintenance. */
export function hasFailures(counts: Counts): boolean {
  return failedChecks(counts) > 0;
}

/** All checks from `from` to before `to`, or the single check at `from`. */
export interface HistoryPoint extends PointCounts {
  /** `null` if the point has no time: it only fills the strip. */
  readonly from: string | null;
  readonly to: string | null;
  /** The result of a single check; `null` if the point covers a time span. */
  readonly check: { readonly verdict: VerdictKind; readonly reason: string } | null;
  /** `degraded`: no check failed, and a condition held; `silenced`: checks failed during a silence; `null`: neither. */
  readonly note: BarNote | null;
  /** Response times in milliseconds; `null` without an answer. For a single check all three are equal. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  /** The least and the most memory used, in megabytes; `null` if it was never reported. */
  readonly memory: Bucket['memory'];
  readonly restarts: number;
  /** The number of version changes. */
  readonly versions: number;
}

export interface ChangeDocument extends Omit<ServiceChange, 'at'> {
  readonly at: string;
}

/** The totals of a history. */
export interface PastDocument extends PointCounts {
  /** From the first check, or the beginning of its bucket, to the end of the time, or of the last bucket if that is later. */
  readonly from: string;
  readonly to: string;
  /** The first recorded check of the service, or the beginning of its bucket; `null` if it was never checked. */
  readonly begunAt: string | null;
  /** The number of checks with an answer. */
  readonly answers: number;
  /** Milliseconds: exact while each answer is recorded by itself, otherwise accurate to 11 %; `null` if no answer came. */
  readonly responseMs: Percentiles | null;
  readonly memory: Bucket['memory'];
}

export interface HistoryDocument {
  /** The requested time span; `null` for the last checks. */
  readonly span: { readonly from: string; readonly to: string } | null;
  readonly whole: PastDocument;
  /** Oldest first. A point without checks has no data, or is from before the first check. */
  readonly points: readonly HistoryPoint[];
  /** Each change with the index of its point, oldest first. */
  readonly changes: readonly (ChangeDocument & { readonly point: number })[];
}

/** Returns the document of a history that covers `span`. */
export function historyDocument(history: HistoryView, span: Span): HistoryDocument {
  return {
    span: span.kind === 'checks' ? null : { from: iso(span.from), to: iso(span.to) },
    whole: pastOf(history),
    points: pointsOf(history),
    changes: history.changes.map(({ bar, change }) => ({ ...changeDocument(change), point: bar })),
  };
}

export function pointsOf({ bars }: Pick<HistoryView, 'bars'>): readonly HistoryPoint[] {
  return bars.map(pointOf);
}

function pointOf(bar: Bar): HistoryPoint {
  const { from, to, checks, failures, maintenance, memory, restarts, versions, check, note } = bar;
  // A point without a time only fills the strip.
  const isPlaced = to > 0;
  return {
    from: isPlaced ? iso(from) : null,
    to: isPlaced ? iso(to) : null,
    checks,
    failures,
    maintenance,
    check: check === undefined ? null : { verdict: check.kind, reason: check.reason },
    note: note ?? null,
    p50: timeOf(bar, 0.5),
    p95: timeOf(bar, 0.95),
    p99: timeOf(bar, 0.99),
    memory,
    restarts,
    versions,
  };
}

export function pastOf({ whole, begunAt, responseMs }: HistoryView): PastDocument {
  const { from, to, checks, failures, maintenance, times, memory } = whole;
  return {
    from: iso(from),
    to: iso(to),
    begunAt: begunAt === null ? null : iso(begunAt),
    checks,
    failures,
    maintenance,
    memory,
    responseMs,
    answers: answersIn(times),
  };
}

export function changeDocument({ at, restarted, version }: ServiceChange): ChangeDocument {
  return { at: iso(at), restarted, version };
}

/** A history as a line of marks for a row. */
export interface StripDocument {
  /** The start of the first point; `null` if there was no check. */
  readonly from: string | null;
  /** The length of each point; `null` if each is a single check. */
  readonly stepMs: number | null;
  /**
   * A letter a point, the oldest first: `h` healthy, `d` healthy while a condition held, `u` unhealthy, `e` error, `x` unreachable,
   * `i` invalid (what failed most often, also if other checks were healthy), `s` failed while nobody was notified because of a silence,
   * `m` all in planned maintenance, `.` no check.
   */
  readonly states: string;
  /** For each point with mixed checks: its index, the share of counted checks that failed, and the share of all checks in maintenance. */
  readonly mixed: readonly (readonly [point: number, failed: number, inMaintenance: number])[];
}

const LETTERS: Readonly<Record<VerdictKind, string>> = {
  healthy: 'h',
  unhealthy: 'u',
  error: 'e',
  unreachable: 'x',
  invalid: 'i',
};

export type StripMark = VerdictKind | BarNote | 'maintenance' | 'none';

const NOTE_LETTERS: Readonly<Record<BarNote, string>> = { degraded: 'd', silenced: 's' };

/** Returns the meaning of a letter in a strip. */
export function stripMark(letter: string): StripMark {
  if (letter === 'm') return 'maintenance';
  if (letter === 'd') return 'degraded';
  if (letter === 's') return 'silenced';
  return VERDICTS.find((kind) => LETTERS[kind] === letter) ?? 'none';
}

/** The fields of a point that a strip shows. */
interface StripPoint extends PointCounts {
  readonly check: unknown;
  readonly note: BarNote | null;
}

export function stripOf(points: readonly HistoryPoint[]): StripDocument {
  const placed = points.find(({ from }) => from !== null);
  return stripIn(points, placed?.from ?? null, placed?.to ?? null);
}

/** Returns the strip without making the points: a list has thousands of them. */
export function stripOfBars({ bars }: Pick<HistoryView, 'bars'>): StripDocument {
  const placed = bars.find(({ to }) => to > 0);
  const points = bars.map((bar) => ({
    checks: bar.checks,
    failures: bar.failures,
    maintenance: bar.maintenance,
    check: bar.check ?? null,
    note: bar.note ?? null,
  }));
  return stripIn(points, placed === undefined ? null : iso(placed.from), placed === undefined ? null : iso(placed.to));
}

function stripIn(points: readonly StripPoint[], from: string | null, to: string | null): StripDocument {
  const areChecks = points.some(({ check }) => check !== null);
  return {
    from,
    stepMs: areChecks || from === null || to === null ? null : Date.parse(to) - Date.parse(from),
    states: points.map(letterOf).join(''),
    mixed: points.flatMap((point, index) => mixedIn(point, index)),
  };
}

function letterOf(point: StripPoint): string {
  if (point.checks === 0) return '.';
  const counted = countedChecks(point);
  if (counted.checks === 0) return 'm';
  return point.note === null ? LETTERS[mostFrequent(counted) ?? 'healthy'] : NOTE_LETTERS[point.note];
}

function mixedIn(point: StripPoint, index: number): StripDocument['mixed'] {
  const counted = countedChecks(point);
  if (point.checks === 0 || counted.checks === 0) return [];
  const failed = failedChecks(counted) / counted.checks;
  const inMaintenance = point.maintenance.checks / point.checks;
  const isMixed = inMaintenance > 0 || (failed > 0 && failed < 1);
  return isMixed ? [[index, rounded(failed), rounded(inMaintenance)]] : [];
}

/** Returns the most frequent kind. */
function mostFrequent({ failures }: Counts): FailureKind | null {
  return FAILURE_KINDS.reduce<FailureKind | null>(
    (worst, kind) => ((failures[kind] ?? 0) > (worst ? (failures[worst] ?? 0) : 0) ? kind : worst),
    null,
  );
}

/** Rounds a share; one above 0 stays above 0. */
function rounded(share: number): number {
  return share === 0 ? 0 : Math.max(0.001, Math.round(share * 1_000) / 1_000);
}
