/** A strip of checks: one bar a bucket, short if all was well, tall if not, with marks for restarts and versions. */

import { raw } from 'hono/html';
import { failedChecks, healthyChecks, type Rollup } from '../core/history/history';
import { FAILURE_KINDS, type FailureKind } from '../core/words/codes';
import { describeInstant, describeMs, describeShare, plural } from './format';
import type { HistoryView } from './service-view';

/** In pixels. Below the bars are a row for restarts and one for versions. */
const BAR_HEIGHT = 24;
const MARK_HEIGHT = 8;
/** Where a healthy bar begins, as a part of the height from above. */
const HEALTHY_TOP = 0.38;
/** The least part of a bar that a single failure among many checks takes. */
const LEAST_SHARE = 0.35;
/** The bars are drawn on so many units of width, and scaled to the width that there is. */
const WIDTH = 300;

export interface StripProps {
  readonly history: HistoryView;
  readonly barHeight?: number;
  /** Whether each bucket shows its text if a mouse points at it. */
  readonly hasTitles?: boolean;
  readonly now: number;
}

export function Strip({ history, barHeight = BAR_HEIGHT, hasTitles = false, now }: StripProps) {
  const { buckets, changes } = history;
  return (
    <svg class="strip" role="img" height={barHeight + 2 * MARK_HEIGHT} aria-label={stripText(history, now)}>
      {raw(
        `<svg viewBox="0 0 ${WIDTH} ${barHeight}" width="100%" height="${barHeight}" preserveAspectRatio="none">` +
          `${bars(buckets, barHeight)}</svg>${marks(changes, buckets.length, barHeight)}`,
      )}
      {hasTitles && (
        // Screen readers read titles out, also within an image.
        <svg aria-hidden="true">
          {buckets.map((bucket, index) => (
            <Bucket bucket={bucket} place={[index, buckets.length]} now={now} />
          ))}
        </svg>
      )}
    </svg>
  );
}

interface BucketProps {
  readonly bucket: Rollup;
  /** The bucket's index, and the number of buckets. */
  readonly place: readonly [index: number, count: number];
  readonly now: number;
}

function Bucket({ bucket, place: [index, count], now }: BucketProps) {
  const percent = (buckets: number) => `${Math.round((buckets / count) * 1e4) / 100}%`;
  return (
    <rect class="bucket" x={percent(index)} width={percent(1)} height="100%">
      <title>{bucketText(bucket, now)}</title>
    </rect>
  );
}

/** The strip in words, for those who don't see it. */
export function stripText({ whole, changes }: HistoryView, now: number): string {
  if (whole.checks === 0) return 'no record of this time';
  const failed = failedChecks(whole);
  const shown = changes.slice(-3).map(({ change: { version, restarted, at } }) => {
    const what = [restarted && 'restarted', version && `version ${version.from} to ${version.to}`];
    return `${what.filter(Boolean).join(', ')} at ${describeInstant(at, now)}`;
  });
  const found =
    failed === 0 ? 'all healthy' : `${describeShare(healthyChecks(whole), whole.checks)} healthy, ${failed} failed`;
  return [`${plural(whole.checks, 'check')}: ${found}`, ...shown].join('; ');
}

/** One path a colour: a strip of sixty bars is a few hundred bytes. */
function bars(buckets: readonly Rollup[], height: number): string {
  const step = WIDTH / buckets.length;
  const paths = new Map<string, string>();
  const add = (kind: string, index: number, top: number, bottom: number) => {
    const line = `M${trim((index + 0.5) * step)} ${trim(top)}V${trim(bottom)}`;
    paths.set(kind, (paths.get(kind) ?? '') + line);
  };
  for (const [index, bucket] of buckets.entries()) {
    const kind = worstOf(bucket);
    if (bucket.checks === 0) add('none', index, height - 2, height);
    else if (kind === null) add('healthy', index, height * HEALTHY_TOP, height);
    else {
      const share = Math.max(LEAST_SHARE, failedChecks(bucket) / bucket.checks);
      add(kind, index, 0, height * share);
      if (share < 1) add('healthy', index, height * share, height);
    }
  }
  const thickness = trim(step * 0.7);
  return [...paths].map(([kind, d]) => `<path class="bar ${kind}" stroke-width="${thickness}" d="${d}"/>`).join('');
}

/** The kind that happened most often. */
function worstOf({ failures }: Rollup): FailureKind | null {
  return FAILURE_KINDS.reduce<FailureKind | null>(
    (worst, kind) => ((failures[kind] ?? 0) > (worst ? (failures[worst] ?? 0) : 0) ? kind : worst),
    null,
  );
}

/** Below the bars: a triangle for a restart, a diamond for a new version. */
function marks(changes: HistoryView['changes'], buckets: number, top: number): string {
  const mark = (bucket: number, row: number, kind: string, path: string) =>
    `<svg x="${trim(((bucket + 0.5) / buckets) * 100)}%" y="${top + row * MARK_HEIGHT}" overflow="visible">` +
    `<path class="mark ${kind}" d="${path}"/></svg>`;
  return changes
    .map(
      ({ bucket, change: { restarted, version } }) =>
        (restarted ? mark(bucket, 0, 'restart', 'M0 1l4 6.5h-8z') : '') +
        (version ? mark(bucket, 1, 'version', 'M0 0l4 4-4 4-4-4z') : ''),
    )
    .join('');
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A bucket in words. */
export function bucketText(bucket: Rollup, now: number): string {
  const [time, failed] = [describeInstant(bucket.from, now), failedChecks(bucket)];
  const isTime = bucket.from < bucket.to;
  if (bucket.checks === 0) return isTime ? `from ${time}: no record` : 'no record';
  const took = bucket.meanMs === null ? '' : `, ${bucket.checks === 1 ? '' : 'mean '}${describeMs(bucket.meanMs)}`;
  if (!isTime) return `${time}: ${bucket.reason ?? worstOf(bucket) ?? 'healthy'}${took}`;
  // The kind is left out: for rollups from CloudWatch it is only guessed from the incidents of that time.
  return `from ${time}: ${plural(bucket.checks, 'check')}, ${failed === 0 ? 'all healthy' : `${failed} failed`}${took}`;
}
