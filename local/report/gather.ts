/** Makes a report from the stored data of services: batch after batch, so that the history of one batch is in memory. */

import type { Config, Service } from '../../lambda/core/config/config';
import { type Period, periodBefore, rangesOf } from '../../lambda/core/documents/report/period';
import {
  type ReportDocument,
  type ReportedService,
  reportDocument,
  worstOf,
} from '../../lambda/core/documents/report/report-document';
import { type ServiceReport, serviceReport } from '../../lambda/core/documents/report/service-report';
import { readPast } from '../../lambda/core/history/past';
import { NO_HISTORY } from '../../lambda/core/history/running-history';
import { statesIn, unreadableText } from '../../lambda/core/state/stored-state';
import { inBatches } from '../../lambda/core/words/in-batches';
import type { Archive } from '../archive/archive';

/** The number of services that are read at once. For a month they have some four hundred items. */
const BATCH = 50;

/** The parts of an archive that a report is made from. */
export type ReportArchive = Pick<Archive, 'readStates' | 'readHistory'>;

export interface Gathering {
  readonly period: Period;
  readonly archive: ReportArchive;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called for each damaged state, with a sentence: its service is reported without it. */
  readonly onDamage: (complaint: string) => void;
}

/** Rejects if the archive can't be read. */
export async function gatherReport(
  { name: deployment, services, intervalMs }: Config,
  gathering: Gathering,
): Promise<ReportDocument> {
  const { period, now } = gathering;
  let worst: readonly ReportedService[] = [];
  const reports: ServiceReport[] = [];
  for (const batch of inBatches(services, BATCH)) {
    const reported = await reportsOf(batch, gathering);
    reports.push(...reported.map(({ report }) => report));
    worst = worstOf([...worst, ...reported], now);
  }
  return reportDocument({ deployment, intervalMs, period, now, reports, worst });
}

async function reportsOf(
  services: readonly Service[],
  { period, archive, now, onDamage }: Gathering,
): Promise<readonly ReportedService[]> {
  const kept = await archive.readStates(services.map(({ id }) => id));
  for (const complaint of kept.damaged) onDamage(complaint);
  const { states, unreadable } = statesIn(kept.states);
  for (const id of unreadable) onDamage(unreadableText(id));
  const ranges = { period: rangesOf(period), before: rangesOf(periodBefore(period)) };
  const wanted = services.map(({ id }) => {
    const running = states.get(id)?.history ?? NO_HISTORY;
    return [id, { running, ranges }] as const;
  });
  const pastOf = await readPast(new Map(wanted), { read: archive.readHistory }, now);
  return services.map((service) => {
    const state = states.get(service.id) ?? null;
    const buckets = pastOf(service.id, 'period');
    const before = pastOf(service.id, 'before');
    const own = { service, state, buckets, before };
    return { own, report: serviceReport(own, period, now) };
  });
}
