/**
 * A strip of checks: one bar a check or a time, short if all was well, tall if not, low if it was maintenance, with marks for restarts and versions.
 */

import { raw } from 'hono/html';
import { type Bar, type HistoryView, isLost, timeOf } from '../../core/documents/facts/history-view';
import { describeLeftOut, failuresText } from '../../core/documents/words/figures-words';
import { describeInstant, describeMs, describeShare, plural } from '../../core/documents/words/format';
import { type Counts, countedChecks, failedChecks, healthyChecks } from '../../core/history/bucket';
import type { PastCheck } from '../../core/history/past-check';
import { FAILURE_KINDS, type FailureKind } from '../../core/words/codes';

/** In pixels. Below the bars are a row for restarts and one for versions. */
const BAR_HEIGHT = 24;
const MARK_HEIGHT = 8;
/** Where a healthy bar begins, as a part of the height from above. */
const HEALTHY_TOP = 0.38;
/** Where a bar begins of which all was maintenance: it differs from others without its colour too. */
const MAINTENANCE_TOP = 0.68;
/** Where the dot begins that stands for no check at all. */
const NONE_TOP = 0.92;
/** The least part of a bar that a single failure, or a single check in maintenance, takes among many checks. */
const LEAST_SHARE = 0.2;
/** The bars are drawn on so many units of width, and scaled to the width that there is. */
export const WIDTH = 300;
/** The part of a bar's place that is left empty. */
const GAP = 0.3;

export interface StripProps {
  readonly history: HistoryView;
  readonly barHeight?: number;
  /** Whether each bar shows its text if a mouse points at it. */
  readonly hasTitles?: boolean;
  readonly now: number;
}

export function Strip({ history, barHeight = BAR_HEIGHT, hasTitles = false, now }: StripProps) {
  const { bars, changes } = history;
  return (
    <svg class="strip" role="img" height={barHeight + 2 * MARK_HEIGHT} aria-label={stripText(history, now)}>
      {raw(
        `<svg viewBox="0 0 ${WIDTH} ${barHeight}" width="100%" height="${barHeight}" preserveAspectRatio="none">` +
          `${barLines(bars, barHeight)}</svg>${marks(changes, bars.length, barHeight)}`,
      )}
      {hasTitles && (
        // Screen readers read titles out, also within an image.
        <svg aria-hidden="true">
          {bars.map((bar, index) => (
            <BarText bar={bar} history={history} place={[index, bars.length]} now={now} />
          ))}
        </svg>
      )}
    </svg>
  );
}

interface BarTextProps {
  readonly bar: Bar;
  readonly history: HistoryView;
  /** The bar's index, and the number of bars. */
  readonly place: readonly [index: number, count: number];
  readonly now: number;
}

function BarText({ bar, history, place: [index, count], now }: BarTextProps) {
  const percent = (bars: number) => `${Math.round((bars / count) * 1e4) / 100}%`;
  return (
    <rect class="hit" x={percent(index)} width={percent(1)} height="100%">
      <title>{barText(bar, history, now)}</title>
    </rect>
  );
}

/** The strip in words, for those who don't see it. */
export function stripText(history: HistoryView, now: number): string {
  const { whole, changes } = history;
  if (whole.checks === 0) return isLost(whole, history) ? 'not known' : 'no record of this time';
  const shown = changes.slice(-3).map(({ change: { version, restarted, at } }) => {
    const what = [restarted && 'restarted', version && `version ${version.from} to ${version.to}`];
    return `${what.filter(Boolean).join(', ')} at ${describeInstant(at, now)}`;
  });
  const counted = countedChecks(whole);
  const healthy = healthyChecks(counted);
  const share = healthy < counted.checks ? `${describeShare(healthy, counted.checks)} healthy, ` : '';
  const found = counted.checks === 0 ? [] : [`${plural(counted.checks, 'check')}: ${share}${failuresText(counted)}`];
  return [...found, ...leftOutIn(whole), ...shown].join('; ');
}

function leftOutIn(whole: HistoryView['whole']): string[] {
  const leftOut = describeLeftOut(whole);
  return leftOut === null ? [] : [leftOut];
}

/**
 * Bars, or parts of them, that look the same, as one path: those that follow each other are one dashed line, so a strip of sixty bars
 * is a few hundred bytes. Dashes begin anew with each line. Source: SVG 2, "Computing the shape of the stroke".
 */
export function barLines(bars: readonly Bar[], height: number): string {
  const step = WIDTH / bars.length;
  // Rounded as little as it takes for the last dash of a line to be where its bar is.
  const dashes = [1 - GAP, GAP].map((part) => Math.round(part * step * 1_000) / 1_000).join(' ');
  const paths = linesOf(bars, height).map(({ kind, from, to, lines }) => {
    const middle = trim((from + to) / 2);
    const d = lines.map(
      ([first, end]) => `M${trim((first + GAP / 2) * step)} ${middle}H${trim((end - GAP / 2) * step)}`,
    );
    return `<path class="bar ${kind}" stroke-width="${trim(to - from)}" stroke-dasharray="${dashes}" d="${d.join('')}"/>`;
  });
  return paths.join('');
}

interface BarLines extends BarPart {
  /** The first bar of each, and the one after the last. */
  readonly lines: [first: number, end: number][];
}

function linesOf(bars: readonly Bar[], height: number): readonly BarLines[] {
  const found: BarLines[] = [];
  for (const [index, bar] of bars.entries()) {
    for (const part of partsOf(bar, height)) {
      const [kind, from, to] = [part.kind, toHalf(part.from), toHalf(part.to)];
      if (from === to) continue;
      const alike = found.find((one) => one.kind === kind && one.from === from && one.to === to);
      const last = alike?.lines.at(-1);
      if (last?.[1] === index) last[1]++;
      else if (alike) alike.lines.push([index, index + 1]);
      else found.push({ kind, from, to, lines: [[index, index + 1]] });
    }
  }
  return found;
}

/** Heights that can't be told apart are drawn together. */
function toHalf(pixels: number): number {
  return Math.round(2 * pixels) / 2;
}

interface BarPart {
  readonly kind: FailureKind | 'healthy' | 'maintenance' | 'none';
  readonly from: number;
  readonly to: number;
}

/** The parts of a bar, from above: what failed, what was well, what was in maintenance, whatever was found there. */
function partsOf(bar: Bar, height: number): readonly BarPart[] {
  if (bar.checks === 0) return [{ kind: 'none', from: height * NONE_TOP, to: height }];
  const counted = countedChecks(bar);
  const worst = worstOf(counted);
  if (counted.checks === 0) return [{ kind: 'maintenance', from: height * MAINTENANCE_TOP, to: height }];
  const top = worst === null ? height * HEALTHY_TOP : 0;
  if (worst === null && bar.maintenance.checks === 0) return [{ kind: 'healthy', from: top, to: height }];
  const within = leastShare(bar.maintenance.checks / bar.checks, 1 - LEAST_SHARE);
  const maintained = height - (height - top) * within;
  const failed = top + (maintained - top) * leastShare(failedChecks(counted) / counted.checks, 1);
  const parts: readonly BarPart[] = [
    { kind: worst ?? 'healthy', from: top, to: failed },
    { kind: 'healthy', from: failed, to: maintained },
    { kind: 'maintenance', from: maintained, to: height },
  ];
  return parts.filter(({ from, to }) => to > from);
}

/** A share that can be seen, if it is any. */
function leastShare(share: number, most: number): number {
  return share > 0 ? Math.min(most, Math.max(LEAST_SHARE, share)) : 0;
}

/** The kind that happened most often. */
function worstOf({ failures }: Counts): FailureKind | null {
  return FAILURE_KINDS.reduce<FailureKind | null>(
    (worst, kind) => ((failures[kind] ?? 0) > (worst ? (failures[worst] ?? 0) : 0) ? kind : worst),
    null,
  );
}

/** Below the bars: a triangle for a restart, a diamond for a new version. */
function marks(changes: HistoryView['changes'], bars: number, top: number): string {
  const mark = (bar: number, row: number, kind: string, path: string) =>
    `<svg x="${trim(((bar + 0.5) / bars) * 100)}%" y="${top + row * MARK_HEIGHT}" overflow="visible">` +
    `<path class="mark ${kind}" d="${path}"/></svg>`;
  return changes
    .map(
      ({ bar, change: { restarted, version } }) =>
        (restarted ? mark(bar, 0, 'restart', 'M0 1l4 6.5h-8z') : '') +
        (version ? mark(bar, 1, 'version', 'M0 0l4 4-4 4-4-4z') : ''),
    )
    .join('');
}

/** A number as it is drawn: to a tenth. */
export function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A bar of a history in words. */
export function barText(bar: Bar, history: Pick<HistoryView, 'begunAt'>, now: number): string {
  const time = describeInstant(bar.from, now);
  if (bar.checks === 0) {
    const found = isLost(bar, history) ? 'not known' : 'no record';
    return bar.from < bar.to ? `from ${time}: ${found}` : found;
  }
  if (bar.check !== undefined) return [`${time}: ${foundBy(bar.check)}`, ...tookText(bar)].join(', ');
  const changes = [
    ...(bar.restarts > 0 ? [plural(bar.restarts, 'restart')] : []),
    ...(bar.versions > 0 ? [plural(bar.versions, 'change of version', 'changes of version')] : []),
  ];
  const [counted, { maintenance }] = [countedChecks(bar), bar];
  const maintained = `${plural(maintenance.checks, 'check')} in planned maintenance (${failuresText(maintenance)})`;
  const found = [
    ...(counted.checks > 0 ? [plural(counted.checks, 'check'), failuresText(counted)] : []),
    ...(maintenance.checks > 0 ? [maintained] : []),
    ...[...tookText(bar), ...changes],
  ];
  return `from ${time}: ${found.join(', ')}`;
}

function foundBy({ kind, reason, inMaintenance }: PastCheck): string {
  const found = kind === 'healthy' ? kind : reason || kind;
  return inMaintenance ? `${found} in planned maintenance` : found;
}

function tookText(bar: Bar): string[] {
  const [median, high] = [timeOf(bar, 0.5), timeOf(bar, 0.95)];
  if (median === null || high === null) return [];
  return bar.checks === 1 ? [describeMs(median)] : [`p50 ${describeMs(median)}`, `p95 ${describeMs(high)}`];
}
