/** The report on the page: of the last days, made from the facts that a page has. */

import type { ReportDays } from '../address';
import type { DeploymentFacts, ServiceFacts } from '../facts/deployment-facts';
import { lastDays, type Period, periodBefore, reportHistory } from './period';
import { type ReportDocument, reportDocument, serviceReportDocument } from './report-document';
import { addToTotals, noTotals, worstOf } from './report-totals';
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
  const { now, intervalMs } = known;
  const period = lastDays(days, now);
  const all = known.services.map((service) => reported(service, period, now));
  const reports = all.map(({ report }) => report);
  const histories = worstOf(all).map(
    ({ report, course }) => [report.id, reportHistory(course, period, { now, intervalMs })] as const,
  );
  const report = reportDocument({
    deployment: known.deployment,
    period,
    now,
    totals: addToTotals(noTotals(period), reports),
    services: reports.map(serviceReportDocument),
    worst: new Map(histories),
    reading: null,
  });
  return { page: 'report', days, report };
}

function reported({ service, state, buckets: read }: ServiceFacts, period: Period, now: number) {
  const within = ({ from, to }: Period) => read.filter((bucket) => bucket.from >= from && bucket.from < to);
  const buckets = within(period);
  const before = within(periodBefore(period));
  return {
    report: serviceReport({ service, state, buckets, before }, period, now),
    course: { service, state, buckets },
  };
}
