/** A strip of checks: one bar each, short where all was well, tall where it was not, with marks for restarts and versions. */

import { raw } from 'hono/html';
import { failedChecks, healthyChecks, type Stretch } from '../core/history/history';
import { FAILURE_KINDS, type FailureKind } from '../core/words/codes';
import { describeInstant, describeMs, describeShare, plural } from './format';
import type { HistoryView } from './service-view';

/** In pixels: bars, and below them a row for restarts and one for versions. */
const BAR_HEIGHT = 24;
const MARK_HEIGHT = 8;
/** Of a healthy bar, from above. */
const HEALTHY_TOP = 0.38;
/** The least part of a bar that a single failure among many checks takes. */
const LEAST_SHARE = 0.35;
/** The bars are drawn on so many units of width, and stretched to the width that there is. */
const WIDTH = 300;

export interface StripProps {
  readonly history: HistoryView;
  readonly barHeight?: number;
  /** Whether each slot says what it is where a mouse points at it. */
  readonly hasTitles?: boolean;
  readonly now: number;
}

export function Strip({ history, barHeight = BAR_HEIGHT, hasTitles = false, now }: StripProps) {
  const { slots, changes } = history;
  return (
    <svg class="strip" role="img" height={barHeight + 2 * MARK_HEIGHT} aria-label={stripText(history, now)}>
      {raw(
        `<svg viewBox="0 0 ${WIDTH} ${barHeight}" width="100%" height="${barHeight}" preserveAspectRatio="none">` +
          `${bars(slots, barHeight)}</svg>${marks(changes, slots.length, barHeight)}`,
      )}
      {hasTitles && (
        // A title makes it something to be read out, also within an image.
        <svg aria-hidden="true">
          {slots.map((slot, index) => (
            <Slot slot={slot} place={[index, slots.length]} now={now} />
          ))}
        </svg>
      )}
    </svg>
  );
}

interface SlotProps {
  readonly slot: Stretch;
  /** Which of how many. */
  readonly place: readonly [index: number, count: number];
  readonly now: number;
}

function Slot({ slot, place: [index, count], now }: SlotProps) {
  const percent = (slots: number) => `${Math.round((slots / count) * 1e4) / 100}%`;
  return (
    <rect class="slot" x={percent(index)} width={percent(1)} height="100%">
      <title>{slotText(slot, now)}</title>
    </rect>
  );
}

/** The strip in words, for those who don't see it. */
export function stripText({ whole, changes }: HistoryView, now: number): string {
  if (whole.checks === 0) return 'not checked in this time';
  const failed = failedChecks(whole);
  const told = changes.slice(-3).map(({ change: { version, restarted, at } }) => {
    const what = [restarted && 'restarted', version && `version ${version.from} to ${version.to}`];
    return `${what.filter(Boolean).join(', ')} at ${describeInstant(at, now)}`;
  });
  const found =
    failed === 0 ? 'all healthy' : `${describeShare(healthyChecks(whole), whole.checks)} healthy, ${failed} failed`;
  return [`${plural(whole.checks, 'check')}: ${found}`, ...told].join('; ');
}

/** One path a colour: a strip of sixty bars is a few hundred bytes. */
function bars(slots: readonly Stretch[], height: number): string {
  const step = WIDTH / slots.length;
  const paths = new Map<string, string>();
  const add = (kind: string, index: number, top: number, bottom: number) => {
    const line = `M${trim((index + 0.5) * step)} ${trim(top)}V${trim(bottom)}`;
    paths.set(kind, (paths.get(kind) ?? '') + line);
  };
  for (const [index, slot] of slots.entries()) {
    const kind = worstOf(slot);
    if (slot.checks === 0) add('none', index, height - 2, height);
    else if (kind === null) add('healthy', index, height * HEALTHY_TOP, height);
    else {
      const share = Math.max(LEAST_SHARE, failedChecks(slot) / slot.checks);
      add(kind, index, 0, height * share);
      if (share < 1) add('healthy', index, height * share, height);
    }
  }
  const thickness = trim(step * 0.7);
  return [...paths].map(([kind, d]) => `<path class="bar ${kind}" stroke-width="${thickness}" d="${d}"/>`).join('');
}

/** The kind that happened most often. */
function worstOf({ failures }: Stretch): FailureKind | null {
  return FAILURE_KINDS.reduce<FailureKind | null>(
    (worst, kind) => ((failures[kind] ?? 0) > (worst ? (failures[worst] ?? 0) : 0) ? kind : worst),
    null,
  );
}

/** Below the bars: a triangle where it restarted, and a diamond where its version changed. */
function marks(changes: HistoryView['changes'], slots: number, top: number): string {
  const mark = (slot: number, row: number, kind: string, path: string) =>
    `<svg x="${trim(((slot + 0.5) / slots) * 100)}%" y="${top + row * MARK_HEIGHT}" overflow="visible">` +
    `<path class="mark ${kind}" d="${path}"/></svg>`;
  return changes
    .map(
      ({ slot, change: { restarted, version } }) =>
        (restarted ? mark(slot, 0, 'restart', 'M0 1l4 6.5h-8z') : '') +
        (version ? mark(slot, 1, 'version', 'M0 0l4 4-4 4-4-4z') : ''),
    )
    .join('');
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A slot in words. */
export function slotText(slot: Stretch, now: number): string {
  const [time, failed] = [describeInstant(slot.from, now), failedChecks(slot)];
  const isTime = slot.from < slot.to;
  if (slot.checks === 0) return isTime ? `from ${time}: not checked` : 'not checked';
  const took = slot.meanMs === null ? '' : `, ${slot.checks === 1 ? '' : 'mean '}${describeMs(slot.meanMs)}`;
  if (!isTime) return `${time}: ${slot.reason ?? worstOf(slot) ?? 'healthy'}${took}`;
  // Not of what kind: what comes from CloudWatch has it from the incidents of that time.
  return `from ${time}: ${plural(slot.checks, 'check')}, ${failed === 0 ? 'all healthy' : `${failed} failed`}${took}`;
}
