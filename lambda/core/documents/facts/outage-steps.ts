/** How an outage went since it began, step by step: a step is all that follows and found the same. */

import type { SentAlert } from '../../message/sent-alert';
import type { VerdictKind } from '../../words/codes';
import type { ChecksEntry, GapEntry } from './timeline-checks';

export interface OutageStep {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The finding: a reason, a verdict if the reason is not known any more, or several with how often. */
  readonly found: string;
  /** `null` if it is not known how many. */
  readonly checks: number | null;
}

/** Checks are alike if they have the same kind, and the same reason, as far as it is known. */
interface Step extends OutageStep {
  /** `null` if it is of several kinds. */
  readonly kind: VerdictKind | null;
  readonly reason: string | null;
}

/**
 * From the checks since `since`, in milliseconds since 1970, each by itself or summed up. For the time before the first of them the alerts
 * show the verdicts: `sent` are the alerts of the outage, the oldest first.
 */
export function outageSteps(
  rows: readonly (ChecksEntry | GapEntry)[],
  sent: readonly SentAlert[],
  since: number,
): readonly OutageStep[] {
  const known = rows
    .filter((row) => row.kind === 'checks')
    .filter((row) => row.until >= since)
    .map((row) => stepOf(row, since))
    // Of a sum that ends where it began, all was before.
    .filter(({ checks }) => checks !== 0);
  const first = known[0]?.at ?? Number.POSITIVE_INFINITY;
  const before = sent
    .filter(({ event, at }) => (event === 'opened' || event === 'updated') && at < first)
    .map(({ at, verdict }): Step => ({ at, kind: verdict, reason: null, found: verdict, checks: null }));
  const steps: Step[] = [];
  for (const step of [...before, ...known]) {
    const last = steps.at(-1);
    if (last !== undefined && isAlike(last, step)) steps[steps.length - 1] = joined(last, step);
    else steps.push(step);
  }
  return steps;
}

function stepOf({ at, failures, healthy, checks, reason, stepMs }: ChecksEntry, since: number): Step {
  // Of a sum that began before, what was healthy was so before.
  const isBefore = stepMs !== null && at < since;
  const well = isBefore ? 0 : healthy;
  const kinds = (Object.keys(failures) as VerdictKind[]).concat(well > 0 ? ['healthy'] : []);
  const [kind = 'healthy', ...others] = kinds;
  const found = kinds.map((each) => (each === 'healthy' ? `${well} healthy` : `${failures[each]} ${each}`)).join(', ');
  return {
    at: Math.max(at, since),
    checks: checks - healthy + well,
    reason,
    ...(others.length > 0 ? { kind: null, found } : { kind, found: wordOf(kind, reason) }),
  };
}

function wordOf(kind: VerdictKind, reason: string | null): string {
  return kind === 'healthy' ? 'healthy' : (reason ?? kind);
}

function isAlike(left: Step, right: Step): boolean {
  return (
    left.kind !== null && left.kind === right.kind && (left.reason ?? right.reason) === (right.reason ?? left.reason)
  );
}

function joined(left: Step, right: Step): Step {
  const reason = left.reason ?? right.reason;
  const checks = left.checks === null || right.checks === null ? null : left.checks + right.checks;
  return { ...left, reason, checks, found: left.kind === null ? left.found : wordOf(left.kind, reason) };
}
