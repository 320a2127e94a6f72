/** A strip of checks: one bar each, short where all was well, tall where it was not, with marks for restarts and versions. */

import { raw } from 'hono/html';
import { FAILURE_KINDS, type FailureKind, failedChecks, type Stretch } from '../core/history';
import { describeInstant, describeShare, plural } from './format';
import { type HistoryView, SLOTS } from './service-view';

const HEIGHT = 34;
const BASE = 24;
const HEALTHY_TOP = 9;
/** The least part of a bar that a single failure among many checks takes. */
const LEAST_SHARE = 0.35;

export interface StripProps {
  readonly history: HistoryView;
  /** In units of the drawing, which is stretched to the width that there is. */
  readonly width?: number;
  readonly now: number;
}

export function Strip({ history, width = 300, now }: StripProps) {
  const step = width / SLOTS;
  return (
    <svg
      class="strip"
      role="img"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-label={stripText(history, now)}
    >
      {raw(bars(history.slots, step) + marks(history.changes, step))}
    </svg>
  );
}

/** The strip in words, for those who don't see it. */
export function stripText({ slots, availability, changes }: HistoryView, now: number): string {
  const checks = slots.reduce((sum, slot) => sum + slot.checks, 0);
  if (checks === 0) return 'not checked in this time';
  const failed = slots.reduce((sum, slot) => sum + failedChecks(slot), 0);
  const told = changes.slice(-3).map(({ change }) => {
    const version = change.version ? `version ${change.version.from} to ${change.version.to}` : 'restarted';
    return `${version} at ${describeInstant(change.at, now)}`;
  });
  const found = failed === 0 ? 'all healthy' : `${describeShare(availability)} healthy, ${failed} failed`;
  return [`${plural(checks, 'check')}: ${found}`, ...told].join('; ');
}

/** One path a colour: a strip of sixty bars is a few hundred bytes. */
function bars(slots: readonly Stretch[], step: number): string {
  const paths = new Map<string, string>();
  const add = (kind: string, index: number, top: number, bottom: number) => {
    const line = `M${trim((index + 0.5) * step)} ${trim(top)}V${trim(bottom)}`;
    paths.set(kind, (paths.get(kind) ?? '') + line);
  };
  for (const [index, slot] of slots.entries()) {
    const kind = worstOf(slot);
    if (slot.checks === 0) add('none', index, BASE - 2, BASE);
    else if (kind === null) add('healthy', index, HEALTHY_TOP, BASE);
    else {
      const share = Math.max(LEAST_SHARE, failedChecks(slot) / slot.checks);
      add(kind, index, 0, BASE * share);
      if (share < 1) add('healthy', index, BASE * share, BASE);
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

/** Below the bars: a triangle where it restarted, a diamond where its version changed. */
function marks(changes: HistoryView['changes'], step: number): string {
  const at = (slot: number) => trim((slot + 0.5) * step);
  return changes
    .map(({ slot, change }) =>
      change.version
        ? `<path class="mark version" d="M${at(slot)} 26l4 4-4 4-4-4z"/>`
        : `<path class="mark restart" d="M${at(slot)} 26l4 7.5h-8z"/>`,
    )
    .join('');
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Each slot in words: what the bars of one service's own page tell when pointed at. */
export function slotText(slot: Stretch, now: number): string {
  if (slot.checks === 0) return 'not checked';
  const time = describeInstant(slot.from, now);
  if (slot.checks === 1) return `${time}: ${slot.reason ?? 'healthy'}`;
  return `from ${time}: ${plural(slot.checks, 'check')}, ${failedChecks(slot)} failed`;
}
