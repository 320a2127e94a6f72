/** The report on the page: of the last days, made from the facts that a page has. */

import type { ReportDays } from '../address';
import type { DeploymentFacts } from '../facts/deployment-facts';
import { lastDays, type Period, periodBefore } from './period';
import { type ReportDocument, reportDocument, worstOf } from './report-document';
import { serviceReport } from './service-report';

/** The most services in a report on the page: more would need too many reads. */
export const MOST_REPORTED = 200;

export interface ReportPageDocument {
  readonly page: 'report';
  readonly days: ReportDays;
  /** `null` if there are too many services. */
  readonly report: ReportDocument | null;
}

/** The histories in `known` are those of `timeOfReport`. */
export function reportPageDocument(known: DeploymentFacts, days: ReportDays): ReportPageDocument {
  if (known.services.length > MOST_REPORTED) return { page: 'report', days, report: null };
  const { deployment, now, intervalMs } = known;
  const period = lastDays(days, now);
  const all = known.services.map(({ service, state, buckets }) => {
    const within = ({ from, to }: Period) => buckets.filter((bucket) => bucket.from >= from && bucket.from < to);
    const own = { service, state, buckets: within(period), before: within(periodBefore(period)) };
    return { own, report: serviceReport(own, period, now) };
  });
  const reports = all.map(({ report }) => report);
  const report = reportDocument({ deployment, intervalMs, period, now, reports, worst: worstOf(all, now) });
  return { page: 'report', days, report };
}
