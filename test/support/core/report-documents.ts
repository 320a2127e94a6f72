/** Report documents of services, without an archive. */

import type { Period, ServiceHistory } from '../../../lambda/core/documents/report/period';
import { type ReportDocument, reportDocument, worstOf } from '../../../lambda/core/documents/report/report-document';
import { serviceReport } from '../../../lambda/core/documents/report/service-report';

/** `now` in milliseconds since 1970. */
export function reportOf(services: readonly ServiceHistory[], period: Period, now: number): ReportDocument {
  const all = services.map((own) => ({ own, report: serviceReport(own, period, now) }));
  const reports = all.map(({ report }) => report);
  return reportDocument({
    deployment: 'shop',
    intervalMs: 60_000,
    period,
    now,
    reports,
    worst: worstOf(all, now),
  });
}
