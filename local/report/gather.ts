/** Makes a report from the stored data of services: batch after batch, so that only one batch is in memory. */

import type { Config, Service } from '../../lambda/core/config/config';
import {
  bucketsOfPeriod,
  keysOfPeriods,
  type Period,
  periodBefore,
  type ReportedService,
  reportHistory,
} from '../../lambda/core/documents/report/period';
import {
  type ReportDocument,
  reportDocument,
  type ServiceReportDocument,
  serviceReportDocument,
} from '../../lambda/core/documents/report/report-document';
import { addToTotals, noTotals, worstOf } from '../../lambda/core/documents/report/report-totals';
import { type ServiceReport, serviceReport } from '../../lambda/core/documents/report/service-report';
import type { HistoryItem, ItemKey } from '../../lambda/core/history/history-items';
import { NO_HISTORY } from '../../lambda/core/history/running-history';
import { statesIn, unreadableText } from '../../lambda/core/state/stored-state';
import { inBatches } from '../../lambda/core/words/in-batches';
import type { Archive } from '../archive/archive';

/** The number of services that are read at once. For a month they have some four hundred items. */
const BATCH = 50;

/** The parts of an archive that a report is made from. */
export type ReportArchive = Pick<Archive, 'readStates' | 'readHistory' | 'reading'>;

export interface Gathering {
  readonly period: Period;
  readonly archive: ReportArchive;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called for each damaged state, with a sentence: its service is reported without it. */
  readonly onDamage: (complaint: string) => void;
}

interface Gathered {
  readonly report: ServiceReport;
  readonly course: ReportedService;
}

/** Rejects if the archive can't be read. */
export async function gatherReport(
  { name, services, intervalMs }: Config,
  gathering: Gathering,
): Promise<ReportDocument> {
  const { period, archive, now } = gathering;
  let totals = noTotals(period);
  let worst: readonly Gathered[] = [];
  const documents: ServiceReportDocument[] = [];
  for (const batch of inBatches(services, BATCH)) {
    const gathered = await reportsOf(batch, gathering);
    const reports = gathered.map(({ report }) => report);
    totals = addToTotals(totals, reports);
    worst = worstOf([...worst, ...gathered]);
    documents.push(...reports.map(serviceReportDocument));
  }
  const histories = new Map(
    worst.map(({ report, course }) => [report.id, reportHistory(course, period, { now, intervalMs })]),
  );
  const reading = archive.reading();
  return reportDocument({ deployment: name, period, now, totals, services: documents, worst: histories, reading });
}

async function reportsOf(
  services: readonly Service[],
  { period, archive, now, onDamage }: Gathering,
): Promise<readonly Gathered[]> {
  const kept = await archive.readStates(services.map(({ id }) => id));
  for (const complaint of kept.damaged) onDamage(complaint);
  const { states, unreadable } = statesIn(kept.states);
  for (const id of unreadable) onDamage(unreadableText(id));
  const running = (id: string) => states.get(id)?.history ?? NO_HISTORY;
  const periods = [period, periodBefore(period)];
  const wanted = new Map<string, readonly ItemKey[]>(
    services.map(({ id }) => [id, keysOfPeriods(periods, running(id))]),
  );
  const items = await archive.readHistory(wanted);
  return services.map((service) => {
    const state = states.get(service.id) ?? null;
    const own: readonly HistoryItem[] = items.get(service.id) ?? [];
    const [buckets = [], before = []] = periods.map((each) => bucketsOfPeriod(each, own, running(service.id), now));
    const report = serviceReport({ service, state, buckets, before }, period, now);
    return { report, course: { service, state, buckets } };
  });
}
