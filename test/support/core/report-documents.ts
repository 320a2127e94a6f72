/** Report documents of services, without an archive. */

import { type Period, reportHistory } from '../../../lambda/core/documents/report/period';
import {
  type ReportDocument,
  reportDocument,
  serviceReportDocument,
} from '../../../lambda/core/documents/report/report-document';
import { addToTotals, noTotals, worstOf } from '../../../lambda/core/documents/report/report-totals';
import { type ServiceHistory, serviceReport } from '../../../lambda/core/documents/report/service-report';

interface Reported extends Pick<ReportDocument, 'reading'> {
  readonly period: Period;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function reportOf(services: readonly ServiceHistory[], { period, now, reading }: Reported): ReportDocument {
  const all = services.map((own) => ({ own, report: serviceReport(own, period, now) }));
  const reports = all.map(({ report }) => report);
  const worst = worstOf(all).map(({ own: { service, state, buckets }, report }) => {
    return [report.id, reportHistory({ service, state, buckets }, period, { now, intervalMs: 60_000 })] as const;
  });
  return reportDocument({
    deployment: 'shop',
    period,
    now,
    totals: addToTotals(noTotals(period), reports),
    services: reports.map(serviceReportDocument),
    worst: new Map(worst),
    reading,
  });
}
