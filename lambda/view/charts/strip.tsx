/** A strip of checks: a bar for each check or period, whose height and colour show the state. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import {
  type ChangeDocument,
  countedIn,
  type HistoryPoint,
  type PastDocument,
  type StripDocument,
  type StripMark,
  stripMark,
} from '../../core/documents/history-document';
import { describeLeftOut, failuresText } from '../../core/documents/words/figures-words';
import { describeInstant, describeMs, describeShare, plural } from '../../core/documents/words/format';
import { reasonPhrase } from '../../core/reasons/reason-phrases';
import { isLost } from './record';
import { percent } from './scales';

/** In pixels. */
const HEIGHT = 20;
/** The place of a bar in units, which are scaled to the actual width: three of them are the bar, and one is empty. */
const PLACE = 4;
const GAP = 1 / PLACE;
/** A bar is down if the service was down for this long, or for a third of the bar's time. */
const LONG_MS = 900_000;
const LONG_SHARE = 1 / 3;
/** Shares of a strip are rounded to thousandths. */
const ROUNDED = 0.0005;

interface StripProps {
  readonly strip: StripDocument;
  /** The totals of the strip's points. */
  readonly past: PastDocument;
  /** The last changes, the oldest first. */
  readonly changes: readonly ChangeDocument[];
  readonly now: number;
  /** In pixels. */
  readonly height?: number;
  readonly children?: Child;
}

export function Strip({ strip, past, changes, now, height = HEIGHT, children }: StripProps) {
  const width = Math.max(1, strip.states.length) * PLACE;
  const box = `viewBox="0 0 ${width} ${height}" width="100%" height="${height}" preserveAspectRatio="none"`;
  return (
    <svg class="strip" role="img" height={height} aria-label={stripText(past, changes, now)}>
      {raw(`<svg ${box}>${barLines(looksIn(strip, now), height)}</svg>`)}
      {children}
    </svg>
  );
}

/** Shows the text of each bar if a mouse points at it. Screen readers read titles out, also within an image. */
export function BarTexts({ points, past, now }: BarTextsProps) {
  return (
    <svg aria-hidden="true">
      {points.map((point, index) => (
        <rect class="hit" x={percent(index / points.length)} width={percent(1 / points.length)} height="100%">
          <title>{barText(point, past, now)}</title>
        </rect>
      ))}
    </svg>
  );
}

interface BarTextsProps {
  readonly points: readonly HistoryPoint[];
  readonly past: PastDocument;
  readonly now: number;
}

/** Describes a strip for screen readers: the totals of its points, and its last changes, oldest first. */
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
 * Draws the bars, or parts of bars, that look the same as one path: bars in a row are one dashed line, so a strip of sixty bars
 * is a few hundred bytes. Dashes begin anew with each line. Source: SVG 2, "Computing the shape of the stroke".
 */
export function barLines(looks: readonly (BarLook | null)[], height: number): string {
  const dashes = `${PLACE - 1} 1`;
  const paths = linesOf(looks, height).map(({ kind, from, to, lines }) => {
    const middle = trim((from + to) / 2);
    const d = lines.map(
      ([first, end]) => `M${trim((first + GAP / 2) * PLACE)} ${middle}H${trim((end - GAP / 2) * PLACE)}`,
    );
    return `<path class="bar ${kind}" stroke-width="${trim(to - from)}" stroke-dasharray="${dashes}" d="${d.join('')}"/>`;
  });
  return paths.join('');
}

interface BarLines extends BarPart {
  /** The first bar of each line, and the bar after its last. */
  readonly lines: [first: number, end: number][];
}

function linesOf(looks: readonly (BarLook | null)[], height: number): readonly BarLines[] {
  const found: BarLines[] = [];
  for (const [index, look] of looks.entries()) {
    for (const part of look === null ? [] : SHAPES[look]) {
      const from = toHalf(part.from * height);
      const to = toHalf(part.to * height);
      const alike = found.find((line) => line.kind === part.kind && line.from === from && line.to === to);
      const last = alike?.lines.at(-1);
      if (last?.[1] === index) last[1]++;
      else if (alike) alike.lines.push([index, index + 1]);
      else found.push({ kind: part.kind, from, to, lines: [[index, index + 1]] });
    }
  }
  return found;
}

/** Rounds to half a pixel: nobody can see a smaller difference, so such heights are drawn together. */
function toHalf(pixels: number): number {
  return Math.round(2 * pixels) / 2;
}

/** The look of a bar. */
export type BarLook = 'healthy' | 'degraded' | 'down' | 'partly' | 'silenced' | 'maintenance' | 'none';

interface BarPart {
  readonly kind: Exclude<BarLook, 'partly'>;
  /** Parts of the height, from above. */
  readonly from: number;
  readonly to: number;
}

/** The shape of each look: each is of its own height, so that no look differs by its colour alone. */
const SHAPES: Readonly<Record<BarLook, readonly BarPart[]>> = {
  healthy: [{ kind: 'healthy', from: 0.5, to: 1 }],
  degraded: [{ kind: 'degraded', from: 0.25, to: 1 }],
  down: [{ kind: 'down', from: 0, to: 1 }],
  partly: [
    { kind: 'down', from: 0, to: 0.5 },
    { kind: 'healthy', from: 0.5, to: 1 },
  ],
  silenced: [
    { kind: 'silenced', from: 0, to: 0.45 },
    { kind: 'silenced', from: 0.55, to: 1 },
  ],
  maintenance: [{ kind: 'maintenance', from: 0.7, to: 1 }],
  none: [{ kind: 'none', from: 0.9, to: 1 }],
};

/** Returns the look of each bar; `null` before the first check. Downtime shows even if it is only a short part of the bar's time. */
export function looksIn({ from, states, mixed, stepMs }: StripDocument, now: number): readonly (BarLook | null)[] {
  const shares = new Map(mixed.map(([point, failed, inMaintenance]) => [point, { failed, inMaintenance }]));
  // The last bar is not over.
  const begun = from === null || stepMs === null ? 0 : Date.parse(from) + (states.length - 1) * stepMs;
  const elapsed = stepMs === null ? 1 : Math.min(1, Math.max(0, now - begun) / stepMs);
  const first = states.search(/[^.]/);
  return [...states].map((letter, index) => {
    if (first < 0 || index < first) return null;
    const share = shares.get(index) ?? null;
    const isLast = index === states.length - 1;
    return lookOf(stripMark(letter), share && isLast ? { ...share, failed: share.failed * elapsed } : share, stepMs);
  });
}

interface Shares {
  readonly failed: number;
  readonly inMaintenance: number;
}

function lookOf(mark: StripMark, mixed: Shares | null, stepMs: number | null): BarLook {
  switch (mark) {
    case 'healthy':
      return mixed !== null && mixed.inMaintenance > 0 ? 'maintenance' : mark;
    case 'degraded':
    case 'silenced':
    case 'maintenance':
    case 'none':
      return mark;
    case 'unhealthy':
    case 'error':
    case 'unreachable':
    case 'invalid':
      return mixed === null || mixed.failed + ROUNDED >= longShare(stepMs) ? 'down' : 'partly';
  }
}

/** Returns the share of downtime from which a bar is down, not only partly. */
function longShare(stepMs: number | null): number {
  return stepMs === null ? LONG_SHARE : Math.min(LONG_SHARE, LONG_MS / stepMs);
}

/** Returns the shortest downtime of a bar that is drawn as down, in milliseconds; `null` if each bar is a check. */
export function leastDownMs({ stepMs }: Pick<StripDocument, 'stepMs'>): number | null {
  return stepMs === null ? null : longShare(stepMs) * stepMs;
}

/** Returns a number with at most one decimal place. */
export function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Describes a point of a history. */
export function barText(point: HistoryPoint, past: Pick<PastDocument, 'begunAt'>, now: number): string {
  const { from, to, check, maintenance, note } = point;
  if (from === null || to === null) return NO_RECORD;
  const time = describeInstant(Date.parse(from), now);
  if (point.checks === 0) {
    const found = isLost(point, past) ? 'not known' : NO_RECORD;
    return from < to ? `from ${time}: ${found}` : found;
  }
  const noted = note === null ? [] : [note];
  if (check !== null)
    return [`${time}: ${foundBy(check, maintenance.checks > 0)}`, ...noted, ...tookText(point)].join(', ');
  const changes = [
    ...(point.restarts > 0 ? [plural(point.restarts, 'restart')] : []),
    ...(point.versions > 0 ? [plural(point.versions, 'version change')] : []),
  ];
  const counted = countedIn(point);
  const maintained = `${plural(maintenance.checks, 'check')} in planned maintenance (${failuresText(maintenance)})`;
  const found = [
    ...(counted.checks > 0 ? [plural(counted.checks, 'check'), failuresText(counted)] : []),
    ...noted,
    ...(maintenance.checks > 0 ? [maintained] : []),
    ...tookText(point),
    ...changes,
  ];
  return `from ${time}: ${found.join(', ')}`;
}

const NO_RECORD = 'no record';

function foundBy({ verdict, reason }: NonNullable<HistoryPoint['check']>, inMaintenance: boolean): string {
  const found = verdict === 'healthy' ? verdict : reasonPhrase(reason || verdict);
  return inMaintenance ? `${found} in planned maintenance` : found;
}

function tookText({ checks, p50, p95 }: HistoryPoint): string[] {
  if (p50 === null || p95 === null) return [];
  return checks === 1 ? [describeMs(p50)] : [`p50 ${describeMs(p50)}`, `p95 ${describeMs(p95)}`];
}
