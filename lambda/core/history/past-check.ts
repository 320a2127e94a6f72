/** A past check: the part of a check that is stored. */

import type { Checked } from '../probe/check-result';
import { ownReport, responseMs } from '../probe/own-figures';
import type { VerdictKind } from '../words/codes';
import { isCount } from '../words/response-times';

export interface PastCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: VerdictKind;
  readonly reason: string;
  /** The response time in milliseconds, to a tenth; `null` if no answer came, or if the time is the checker's own. */
  readonly ms: number | null;
  /** Whole megabytes, as reported; `null` if it was not reported. */
  readonly memoryMb: number | null;
  /** Whether it was within planned maintenance of its service. */
  readonly inMaintenance: boolean;
}

export function pastCheckOf(check: Checked, inMaintenance: boolean): PastCheck {
  const ms = responseMs(check);
  const memoryMb = Math.round(ownReport(check)?.memory.used ?? Number.NaN);
  return {
    at: check.at,
    kind: check.kind,
    reason: check.reason,
    ms: ms === null ? null : Math.round(ms * 10) / 10,
    memoryMb: isCount(memoryMb) ? memoryMb : null,
    inMaintenance,
  };
}
