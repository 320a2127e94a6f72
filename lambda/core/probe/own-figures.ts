/** The figures of a check that belong to its service: the same in metrics, histories and views. */

import type { VerdictKind } from '../words/codes';
import type { Timings } from './observation';
import type { Report } from './report';

/** The report, if it is this very service's: another service's report would draw a wrong curve. */
export function ownReport({
  reason,
  report,
}: {
  readonly reason: string;
  readonly report: Report | null;
}): Report | null {
  return reason === 'wrong_service' ? null : report;
}

/** Whether the service has answered at all. */
export function hasAnswered({ kind }: { readonly kind: VerdictKind }): boolean {
  return kind !== 'unreachable';
}

/** The response time in milliseconds; `null` if no answer came: the time until a failure is no response time. */
export function responseMs(verdict: { readonly kind: VerdictKind }, { totalMs }: Timings): number | null {
  return hasAnswered(verdict) ? totalMs : null;
}
