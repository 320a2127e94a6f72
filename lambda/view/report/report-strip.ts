/** The history in a report as a strip is drawn from it. */

import type { Bar, HistoryView } from '../../core/documents/facts/history-view';
import type { ServiceReportDocument } from '../../core/documents/report/report-document';
import type { ReportHistoryDocument, ReportPointDocument } from '../../core/documents/report/report-history';

type Failures = ReportPointDocument['failures'];

export function stripHistory(service: ServiceReportDocument, { points, changes }: ReportHistoryDocument): HistoryView {
  const bars = points.map((point) => barOf(point, point.from, point.to));
  return {
    bars,
    begunAt: service.knownSince === null ? null : Date.parse(service.knownSince),
    whole: barOf(service, points[0]?.from ?? '', points.at(-1)?.to ?? ''),
    responseMs: service.responseMs,
    changes: changes.flatMap(({ at, restarted, version }) => {
      const change = { at: Date.parse(at), restarted, version };
      const bar = bars.findLastIndex(({ checks, from }) => checks > 0 && from <= change.at);
      return bar < 0 ? [] : [{ bar, change }];
    }),
  };
}

type Counted = Pick<ReportPointDocument, 'checks' | 'failures' | 'maintenance'>;

/** A bar has the checks within maintenance among its checks, a document has them apart. */
function barOf({ checks, failures, maintenance }: Counted, from: string, to: string): Bar {
  return {
    from: Date.parse(from),
    to: Date.parse(to),
    checks: checks + maintenance.checks,
    failures: addFailures(failures, maintenance.failures),
    maintenance,
    times: { first: 0, counts: [] },
    memory: null,
    restarts: 0,
    versions: 0,
    speed: null,
  };
}

function addFailures(failures: Failures, others: Failures): Failures {
  const kinds = [...Object.keys(failures), ...Object.keys(others)] as (keyof Failures)[];
  return Object.fromEntries(kinds.map((kind) => [kind, (failures[kind] ?? 0) + (others[kind] ?? 0)]));
}
