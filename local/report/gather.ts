/** Makes a report of what is kept of services: batch after batch, so that no more than one is in memory. */

import type { Config, Service } from '../../lambda/core/config/config';
import type { KnownService } from '../../lambda/core/documents/facts/known';
import type { HistoryItem, ItemKey } from '../../lambda/core/history/history-items';
import { NO_HISTORY } from '../../lambda/core/history/running-history';
import { bucketsOfPeriod, keysOfPeriods, type Period, periodBefore } from '../../lambda/core/report/period';
import { addToTotals, noTotals, type Report, type ShownReport, worstOf } from '../../lambda/core/report/report';
import { type ServiceReport, serviceReport } from '../../lambda/core/report/service-report';
import { readState } from '../../lambda/core/state/stored-state';
import { inBatches } from '../../lambda/core/words/in-batches';
import type { Archive } from '../archive/archive';

/** How many services are read at once. For a month they are some four hundred items. */
export const BATCH = 50;

export interface Gathering {
  readonly period: Period;
  readonly archive: Pick<Archive, 'readStates' | 'readHistory' | 'reading'>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called for each service, in the order of the config. */
  readonly onService: (report: ServiceReport) => void;
  /** Called for each state that is damaged, with a sentence: its service is reported without it. */
  readonly onDamage: (complaint: string) => void;
}

/** Rejects if the archive can't be read. */
export async function gatherReport(
  { name, services, intervalMs }: Pick<Config, 'name' | 'services' | 'intervalMs'>,
  gathering: Gathering,
): Promise<Report<KnownService>> {
  const { period, archive, now, onService } = gathering;
  let totals = noTotals(period);
  let shown: readonly ShownReport<KnownService>[] = [];
  for (const batch of inBatches(services, BATCH)) {
    const made = await reportsOf(batch, gathering);
    totals = addToTotals(
      totals,
      made.map(({ report }) => report),
    );
    shown = worstOf([...shown, ...made]);
    for (const { report } of made) onService(report);
  }
  return { deployment: name, period, now, intervalMs, totals, shown, reading: archive.reading() };
}

async function reportsOf(
  services: readonly Service[],
  { period, archive, now, onDamage }: Gathering,
): Promise<readonly ShownReport<KnownService>[]> {
  const kept = await archive.readStates(services.map(({ id }) => id));
  for (const complaint of kept.damaged) onDamage(complaint);
  const states = new Map(kept.states.map(({ service, state }) => [service, readState(state)]));
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
    return { report, drawn: { service, state, buckets } };
  });
}
