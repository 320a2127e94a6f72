/** Makes a report of what a source keeps of services: batch after batch, so that no more than one is in memory. */

import type { Config, Service } from '../../lambda/core/config/config';
import type { HistoryItem, ItemKey } from '../../lambda/core/history/history-items';
import type { HistoryStore } from '../../lambda/core/history/history-store';
import { NO_HISTORY } from '../../lambda/core/history/running-history';
import { bucketsOfPeriod, keysOfPeriods, type Period, periodBefore } from '../../lambda/core/report/period';
import {
  addToTotals,
  noTotals,
  type Report,
  type ShownReport,
  type TableReading,
  worstOf,
} from '../../lambda/core/report/report';
import { type ServiceReport, serviceReport } from '../../lambda/core/report/service-report';
import type { ReadStates } from '../../lambda/core/state/store';
import { readState } from '../../lambda/core/state/stored-state';
import { inBatches } from '../../lambda/core/words/in-batches';
import type { KnownService } from '../../lambda/view/known/known';

/** The states and the histories of the services of one deployment, wherever they lie. */
export interface ReportSource {
  readonly readStates: ReadStates;
  readonly readHistory: HistoryStore['read'];
  /** What has been read of a table so far; `null` if there is none. */
  reading(): TableReading | null;
}

/** How many services are read at once. For a month they are some four hundred items. */
export const BATCH = 50;

export interface Gathering {
  readonly period: Period;
  readonly source: ReportSource;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called for each service, in the order of the config. */
  readonly onService: (report: ServiceReport) => void;
}

/** Rejects if the source can't be read. */
export async function gatherReport(
  { name, services, intervalMs }: Pick<Config, 'name' | 'services' | 'intervalMs'>,
  { period, source, now, onService }: Gathering,
): Promise<Report<KnownService>> {
  let totals = noTotals(period);
  let shown: readonly ShownReport<KnownService>[] = [];
  for (const batch of inBatches(services, BATCH)) {
    const made = await reportsOf(batch, { period, source, now });
    totals = addToTotals(
      totals,
      made.map(({ report }) => report),
    );
    shown = worstOf([...shown, ...made]);
    for (const { report } of made) onService(report);
  }
  return { deployment: name, period, now, intervalMs, totals, shown, reading: source.reading() };
}

async function reportsOf(
  services: readonly Service[],
  { period, source, now }: Pick<Gathering, 'period' | 'source' | 'now'>,
): Promise<readonly ShownReport<KnownService>[]> {
  const stored = await source.readStates(
    services.map(({ id }) => id),
    now,
  );
  const states = new Map(stored.map(({ service, state }) => [service, readState(state)]));
  const running = (id: string) => states.get(id)?.history ?? NO_HISTORY;
  const periods = [period, periodBefore(period)];
  const wanted = new Map<string, readonly ItemKey[]>(
    services.map(({ id }) => [id, keysOfPeriods(periods, running(id))]),
  );
  const items = await source.readHistory(wanted);
  return services.map((service) => {
    const state = states.get(service.id) ?? null;
    const own: readonly HistoryItem[] = items.get(service.id) ?? [];
    const [buckets = [], before = []] = periods.map((each) => bucketsOfPeriod(each, own, running(service.id), now));
    const report = serviceReport({ service, state, buckets, before }, period, now);
    return { report, drawn: { service, state, buckets } };
  });
}
