/**
 * A strip of checks: a bar for each check or period, short if all is healthy, tall if not, low in maintenance, with marks for
 * restarts and versions.
 */

import { raw } from 'hono/html';
import {
  type ChangeDocument,
  countedIn,
  type HistoryDocument,
  type HistoryPoint,
  type PastDocument,
  type StripDocument,
  type StripMark,
  stripMark,
  stripOf,
} from '../../core/documents/history-document';
import { describeLeftOut, failuresText } from '../../core/documents/words/figures-words';
import { describeInstant, describeMs, describeShare, plural } from '../../core/documents/words/format';
import { isLost } from './record';

/** In pixels. Below the bars are a line for restarts and a line for versions. */
const BAR_HEIGHT = 24;
const MARK_HEIGHT = 8;
/** The top of a healthy bar, as a part of the height from above. */
const HEALTHY_TOP = 0.38;
/** The top of a bar that is all maintenance: its shape differs from others too, not only its colour. */
const MAINTENANCE_TOP = 0.68;
/** The top of the dot that stands for no check. */
const NONE_TOP = 0.92;
/** The least part of a bar that a single failure, or a single check in maintenance, takes among many checks. */
const LEAST_SHARE = 0.2;
/** The width of the bars in units, which are scaled to the actual width. */
export const WIDTH = 300;
/** The part of a bar's place that is left empty. */
const GAP = 0.3;

export interface StripProps {
  readonly history: HistoryDocument;
  readonly barHeight?: number;
  /** Whether each bar shows its text if a mouse points at it. */
  readonly hasTitles?: boolean;
  readonly now: number;
}

export function Strip({ history, barHeight = BAR_HEIGHT, hasTitles = false, now }: StripProps) {
  const { points, whole, changes } = history;
  return (
    <svg class="strip" role="img" height={barHeight + 2 * MARK_HEIGHT} aria-label={stripText(whole, changes, now)}>
      {raw(
        `<svg viewBox="0 0 ${WIDTH} ${barHeight}" width="100%" height="${barHeight}" preserveAspectRatio="none">` +
          `${barLines(stripOf(points), barHeight)}</svg>${marks(changes, points.length, barHeight)}`,
      )}
      {hasTitles && (
        // Screen readers read titles out, also within an image.
        <svg aria-hidden="true">
          {points.map((point, index) => (
            <BarText point={point} past={whole} place={[index, points.length]} now={now} />
          ))}
        </svg>
      )}
    </svg>
  );
}

interface BarTextProps {
  readonly point: HistoryPoint;
  readonly past: PastDocument;
  /** The point's index, and the number of points. */
  readonly place: readonly [index: number, count: number];
  readonly now: number;
}

function BarText({ point, past, place: [index, count], now }: BarTextProps) {
  const percent = (points: number) => `${Math.round((points / count) * 1e4) / 100}%`;
  return (
    <rect class="hit" x={percent(index)} width={percent(1)} height="100%">
      <title>{barText(point, past, now)}</title>
    </rect>
  );
}

/** A strip in words, for people who don't see it: the sums of its points, and the last of its changes, oldest first. */
export function stripText(past: PastDocument, changes: readonly ChangeDocument[], now: number): string {
  if (past.checks === 0) return isLost(past, past) ? 'not known' : 'no record of this time';
  const shown = changes.slice(-3).map(({ version, restarted, at }) => {
    const what = [restarted && 'restarted', version && `version ${version.from} to ${version.to}`];
    return `${what.filter(Boolean).join(', ')} at ${describeInstant(Date.parse(at), now)}`;
  });
  const counted = countedIn(past);
  const { checks, healthy } = counted;
  const share = healthy < checks ? `${describeShare(healthy, checks)} healthy, ` : '';
  const found = checks === 0 ? [] : [`${plural(checks, 'check')}: ${share}${failuresText(counted)}`];
  return [...found, ...leftOutIn(past), ...shown].join('; ');
}

function leftOutIn(past: PastDocument): string[] {
  const leftOut = describeLeftOut(past);
  return leftOut === null ? [] : [leftOut];
}

/**
 * The bars, or parts of bars, that look the same as one path: bars in a row are one dashed line, so a strip of sixty bars
 * is a few hundred bytes. Dashes begin anew with each line. Source: SVG 2, "Computing the shape of the stroke".
 */
export function barLines(strip: DrawnStrip, height: number): string {
  const step = WIDTH / strip.states.length;
  // Precise enough for the last dash of a line to be where its bar is.
  const dashes = [1 - GAP, GAP].map((part) => Math.round(part * step * 1_000) / 1_000).join(' ');
  const paths = linesOf(strip, height).map(({ kind, from, to, lines }) => {
    const middle = trim((from + to) / 2);
    const d = lines.map(
      ([first, end]) => `M${trim((first + GAP / 2) * step)} ${middle}H${trim((end - GAP / 2) * step)}`,
    );
    return `<path class="bar ${kind}" stroke-width="${trim(to - from)}" stroke-dasharray="${dashes}" d="${d.join('')}"/>`;
  });
  return paths.join('');
}

/** The parts of a strip that are drawn as bars. */
type DrawnStrip = Pick<StripDocument, 'states' | 'mixed'>;

interface BarLines extends BarPart {
  /** The first bar of each line, and the bar after its last. */
  readonly lines: [first: number, end: number][];
}

function linesOf({ states, mixed }: DrawnStrip, height: number): readonly BarLines[] {
  const found: BarLines[] = [];
  const shares = new Map(mixed.map(([point, failed, inMaintenance]) => [point, { failed, inMaintenance }]));
  for (const [index, letter] of [...states].entries()) {
    for (const part of partsOf(stripMark(letter), shares.get(index) ?? null, height)) {
      const kind = part.kind;
      const from = toHalf(part.from);
      const to = toHalf(part.to);
      if (from === to) continue;
      const alike = found.find((line) => line.kind === kind && line.from === from && line.to === to);
      const last = alike?.lines.at(-1);
      if (last?.[1] === index) last[1]++;
      else if (alike) alike.lines.push([index, index + 1]);
      else found.push({ kind, from, to, lines: [[index, index + 1]] });
    }
  }
  return found;
}

/** Rounds to half a pixel: nobody can see a smaller difference, so such heights are drawn together. */
function toHalf(pixels: number): number {
  return Math.round(2 * pixels) / 2;
}

interface BarPart {
  readonly kind: StripMark;
  readonly from: number;
  readonly to: number;
}

/** The shares of a point whose checks differ. */
interface Shares {
  readonly failed: number;
  readonly inMaintenance: number;
}

/** The parts of a bar, from above: failed checks, healthy checks, and checks in maintenance with any result. */
function partsOf(mark: StripMark, mixed: Shares | null, height: number): readonly BarPart[] {
  if (mark === 'none') return [{ kind: mark, from: height * NONE_TOP, to: height }];
  if (mark === 'maintenance') return [{ kind: mark, from: height * MAINTENANCE_TOP, to: height }];
  const top = mark === 'healthy' ? height * HEALTHY_TOP : 0;
  if (mixed === null) return [{ kind: mark, from: top, to: height }];
  const maintained = height - (height - top) * leastShare(mixed.inMaintenance, 1 - LEAST_SHARE);
  const failed = top + (maintained - top) * leastShare(mixed.failed, 1);
  const parts: readonly BarPart[] = [
    { kind: mark, from: top, to: failed },
    { kind: 'healthy', from: failed, to: maintained },
    { kind: 'maintenance', from: maintained, to: height },
  ];
  return parts.filter(({ from, to }) => to > from);
}

/** A share that is large enough to be seen, if it is not zero. */
function leastShare(share: number, most: number): number {
  return share > 0 ? Math.min(most, Math.max(LEAST_SHARE, share)) : 0;
}

/** Below the bars: a triangle for a restart, a diamond for a new version. */
function marks(changes: HistoryDocument['changes'], points: number, top: number): string {
  const mark = (point: number, row: number, kind: string, path: string) =>
    `<svg x="${trim(((point + 0.5) / points) * 100)}%" y="${top + row * MARK_HEIGHT}" overflow="visible">` +
    `<path class="mark ${kind}" d="${path}"/></svg>`;
  return changes
    .map(
      ({ point, restarted, version }) =>
        (restarted ? mark(point, 0, 'restart', 'M0 1l4 6.5h-8z') : '') +
        (version ? mark(point, 1, 'version', 'M0 0l4 4-4 4-4-4z') : ''),
    )
    .join('');
}

/** A number with at most one decimal place. */
export function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A point of a history in words. */
export function barText(point: HistoryPoint, past: Pick<PastDocument, 'begunAt'>, now: number): string {
  const { from, to, check, maintenance } = point;
  if (from === null || to === null) return NO_RECORD;
  const time = describeInstant(Date.parse(from), now);
  if (point.checks === 0) {
    const found = isLost(point, past) ? 'not known' : NO_RECORD;
    return from < to ? `from ${time}: ${found}` : found;
  }
  if (check !== null) return [`${time}: ${foundBy(check, maintenance.checks > 0)}`, ...tookText(point)].join(', ');
  const changes = [
    ...(point.restarts > 0 ? [plural(point.restarts, 'restart')] : []),
    ...(point.versions > 0 ? [plural(point.versions, 'change of version', 'changes of version')] : []),
  ];
  const counted = countedIn(point);
  const maintained = `${plural(maintenance.checks, 'check')} in planned maintenance (${failuresText(maintenance)})`;
  const found = [
    ...(counted.checks > 0 ? [plural(counted.checks, 'check'), failuresText(counted)] : []),
    ...(maintenance.checks > 0 ? [maintained] : []),
    ...tookText(point),
    ...changes,
  ];
  return `from ${time}: ${found.join(', ')}`;
}

const NO_RECORD = 'no record';

function foundBy({ verdict, reason }: NonNullable<HistoryPoint['check']>, inMaintenance: boolean): string {
  const found = verdict === 'healthy' ? verdict : reason || verdict;
  return inMaintenance ? `${found} in planned maintenance` : found;
}

function tookText({ checks, p50, p95 }: HistoryPoint): string[] {
  if (p50 === null || p95 === null) return [];
  return checks === 1 ? [describeMs(p50)] : [`p50 ${describeMs(p50)}`, `p95 ${describeMs(p95)}`];
}

const HEIGHT = 12;

interface LineStripProps {
  readonly strip: StripDocument;
  /** The sums of the strip's points. */
  readonly past: PastDocument;
  /** The last changes, the oldest first. */
  readonly changes: readonly ChangeDocument[];
  readonly now: number;
}

export function LineStrip({ strip, past, changes, now }: LineStripProps) {
  return (
    <svg
      class="strip"
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-label={stripText(past, changes, now)}
    >
      {raw(barLines(strip, HEIGHT))}
    </svg>
  );
}
