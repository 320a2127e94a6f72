/** What of a check counts as a figure of its service: in metrics, in histories and in views alike. */

import type { VerdictKind } from '../words/codes';
import type { Timings } from './observation';
import type { Report } from './report';

/** The report, if it is this very service's: what another one says would draw a wrong curve. */
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

/** Milliseconds of the answer; `null` if none came: what took so long to fail is no response time. */
export function responseMs(verdict: { readonly kind: VerdictKind }, { totalMs }: Timings): number | null {
  return hasAnswered(verdict) ? totalMs : null;
}
