/** One check of the past: what is kept of it for a while. */

import type { Checked } from '../probe/check-result';
import { ownReport, responseMs } from '../probe/own-figures';
import type { VerdictKind } from '../words/codes';
import { LONGEST, readAmount, readInstant, readLine, readMilliseconds, readVerdict } from '../words/stored-value';

export interface PastCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: VerdictKind;
  readonly reason: string;
  /** The response time in milliseconds, to a tenth; `null` if no answer came, or if the time is the checker's own. */
  readonly ms: number | null;
  /** Megabytes, as reported; `null` if it was not reported. */
  readonly memoryMb: number | null;
  /** Whether it was within planned maintenance of its service. */
  readonly inMaintenance: boolean;
}

export function pastCheckOf(check: Checked, inMaintenance: boolean): PastCheck {
  const ms = responseMs(check);
  const memoryMb = ownReport(check)?.memory.used ?? null;
  return {
    at: check.at,
    kind: check.kind,
    reason: check.reason,
    ms: ms === null ? null : round(ms),
    memoryMb: readAmount(memoryMb === null ? null : round(memoryMb)),
    inMaintenance,
  };
}

/** Checks as JSON: the first one's time, and a tuple for each, with the milliseconds since the one before. */
export interface StoredChecks {
  readonly at: number;
  readonly list: readonly (readonly unknown[])[];
  /** Which of them were within planned maintenance: the index of the first and the one after the last, again and again. */
  readonly maintained?: readonly number[];
}

export function storeChecks(checks: readonly PastCheck[]): StoredChecks {
  const first = checks[0]?.at ?? 0;
  const list = checks.map(({ at, kind, reason, ms, memoryMb }, index) => {
    const figures = [at - (checks[index - 1]?.at ?? first), ms, memoryMb === null ? null : Math.round(memoryMb)];
    return kind === 'healthy' ? figures : [...figures, kind, reason];
  });
  const maintained = checks.flatMap(({ inMaintenance }, index) => {
    const starts = inMaintenance && !checks[index - 1]?.inMaintenance;
    const ends = inMaintenance && !checks[index + 1]?.inMaintenance;
    return [...(starts ? [index] : []), ...(ends ? [index + 1] : [])];
  });
  return { at: first, list, ...(maintained.length > 0 && { maintained }) };
}

/** Reads what is stored; from a tuple without a valid time on, the times of all others are unknown too. */
export function readChecks({
  at: first,
  list,
  maintained,
}: Readonly<Record<keyof StoredChecks, unknown>>): PastCheck[] {
  const checks: PastCheck[] = [];
  const borders: readonly unknown[] = Array.isArray(maintained) ? maintained : [];
  let at = readInstant(first);
  for (const tuple of Array.isArray(list) ? list : []) {
    const [since, ms, memoryMb, kind = 'healthy', reason] = Array.isArray(tuple) ? tuple : [];
    at = at === null || typeof since !== 'number' ? null : readInstant(at + since);
    if (at === null) break;
    const known = readVerdict(kind);
    // Within maintenance the number of borders that were passed is odd.
    const inMaintenance = borders.filter((border) => Number(border) <= checks.length).length % 2 === 1;
    const figures = { ms: readMilliseconds(ms), memoryMb: readAmount(memoryMb), inMaintenance };
    checks.push({
      at,
      kind: known,
      reason: known === 'healthy' ? 'ok' : (readLine(reason, LONGEST.code) ?? known),
      ...figures,
    });
  }
  return checks;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
