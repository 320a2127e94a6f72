/** Measured: a report of many services, whose states and histories are generated in memory as they are read. */

import { readStored } from '../../lambda/core/fields/stored-value';
import { type HistoryItem, type ItemKey, resolutionOf } from '../../lambda/core/history/history-items';
import { HOUR_MS, NO_HISTORY } from '../../lambda/core/history/running-history';
import { bucketsSchema, storedBuckets } from '../../lambda/core/history/stored-history';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { storedForm } from '../../lambda/core/state/stored-state';
import { parseText } from '../../lambda/core/words/json';
import { readPeriod } from '../../local/report/read-period';
import { gatherReport, type ReportArchive } from '../../local/report/report';
import { configOf } from '../bench-config';
import { writeLongPast } from '../long-past';
import { readSetup, serveJobs } from './child-process';
import { cpuMsOf, peakMbOf } from './process-figures';

export interface ReportSetup {
  readonly count: number;
}

/** The figures of one report of the last 30 days, with all services in its document. */
export interface ReportFigures {
  readonly cpuMs: number | null;
  readonly peakMb: number | null;
  readonly items: number;
}

const NOW = Date.parse('2026-11-22T10:58:00.000Z');

serveJobs(async (): Promise<ReportFigures> => {
  const { count } = readSetup<ReportSetup>();
  const config = configOf({ origins: ['http://127.0.0.1'], count, ca: null });
  const texts = new Map<ItemKey, string>();
  const write: Parameters<typeof writeLongPast>[1]['write'] = async (_, written) => {
    for (const { key, buckets } of written) texts.set(key, JSON.stringify(storedBuckets(buckets)));
    return true;
  };
  await writeLongPast(['any'], { write }, NOW);
  const hours = [{ from: Math.floor(NOW / HOUR_MS) * HOUR_MS, buckets: [], written: 0 }];
  const stored = JSON.stringify(storedForm({ ...NEW_STATE, history: { ...NO_HISTORY, hours } }));
  let items = 0;
  const archive: ReportArchive = {
    readStates: async (services) => ({
      states: (services ?? []).map((service) => ({ service, revision: 1, state: JSON.parse(stored) })),
      damaged: [],
    }),
    readHistory: async (wanted) =>
      new Map(
        [...wanted].map(([service, keys]) => {
          const own = keys.map((key): HistoryItem => {
            const stored = parseText(texts.get(key));
            return { key, revision: 1, buckets: readStored(bucketsSchema(resolutionOf(key)), stored) ?? [] };
          });
          items += own.length;
          return [service, own] as const;
        }),
      ),
  };
  const before = cpuMsOf(process.pid);
  const report = await gatherReport(config, {
    period: readPeriod({}, NOW),
    archive,
    now: NOW,
    onDamage: () => undefined,
  });
  JSON.stringify(report, null, 2);
  const after = cpuMsOf(process.pid);
  return { cpuMs: before === null || after === null ? null : after - before, peakMb: peakMbOf('self'), items };
});
