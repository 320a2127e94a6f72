/** Fills the table that a widget reads: the overviews of a fleet, and the states and histories of the services that are listed first. */

import { createHistoryTable } from '../../lambda/adapters/table/history-table';
import { createIncidentTable } from '../../lambda/adapters/table/incident-table';
import { openTable } from '../../lambda/adapters/table/open-table';
import { createOverviewKeeper } from '../../lambda/adapters/table/overview-table';
import { pastCheckOf } from '../../lambda/core/history/past-check';
import { NO_HISTORY, type RunningHistory, withCheck } from '../../lambda/core/history/running-history';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import { overviewOf } from '../../lambda/core/state/overview';
import { NEW_STATE, type ServiceState } from '../../lambda/core/state/service-state';
import { inBatches } from '../../lambda/core/words/in-batches';
import { writeLongPast } from '../long-past';
import { readSetup, serveJobs } from './child-process';

export interface FillTableSetup {
  readonly deployment: string;
  /** The ids of all services. */
  readonly services: readonly string[];
  readonly servicesPerShard: number;
  /** The number of services with states and histories. */
  readonly listed: number;
}

const MINUTE_MS = 60_000;
const DAYS = 1;

const { deployment, services, servicesPerShard, listed } = readSetup<FillTableSetup>();
const table = process.env[ENVIRONMENT.table] ?? '';

function stateAt(now: number): ServiceState {
  const times = Array.from({ length: 60 }, (_, index) => now - (59 - index) * MINUTE_MS);
  const history = times.reduce<RunningHistory>(
    (kept, at) => withCheck(kept, pastCheckOf({ ...CHECKED, at }, false), null),
    NO_HISTORY,
  );
  return { ...NEW_STATE, latest: { ...CHECKED, at: now, since: now - 86_400_000 }, history };
}

const CHECKED: NonNullable<ServiceState['latest']> = {
  kind: 'healthy',
  reason: 'ok',
  message: 'healthy',
  httpStatus: 200,
  errorCode: null,
  errorBody: null,
  report: {
    status: 'healthy',
    service: null,
    timestamp: null,
    environment: 'bench',
    version: '1.4.2',
    uptime: 86_400,
    memory: { used: 256, total: 512 },
    others: {},
  },
  warnings: [],
  certificate: null,
  at: 0,
  since: 0,
  attempts: 1,
  timings: { dnsMs: 1, connectMs: 2, tlsMs: 20, firstByteMs: 80, downloadMs: 1, totalMs: 104 },
};

serveJobs(async () => {
  const now = Date.now();
  const state = stateAt(now);
  const keep = createOverviewKeeper(openTable(table, deployment, process.env));
  for (const [shard, ids] of inBatches(services, servicesPerShard).entries()) {
    await keep(overviewOf(new Map(ids.map((id) => [id, state])), shard, now));
  }
  const first = services.slice(0, listed);
  const store = createIncidentTable(openTable(table, deployment, process.env));
  for (const id of first) await store.save(id, state, null);
  await writeLongPast(first, createHistoryTable(openTable(table, deployment, process.env)), now, DAYS);
});
