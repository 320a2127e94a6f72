/** What the dashboard's widget finds out: the states from the table, and the history from the metrics. */

import type { Config } from './core/config/config';
import { type MeteredHistory, periodsOf, type ReadHistory, rollupOfPeriod } from './core/history/metered-history';
import { hasServiceMetrics, METRICS, SERVICE_METRICS } from './core/metrics/metrics';
import type { WidgetRequest } from './core/run/widget-request';
import { NEW_STATE, readState, type ServiceState, staleAfterMs } from './core/state/service-state';
import type { ReadStates } from './core/state/store';
import { cleanText } from './core/words/clean-text';
import { messageOf } from './core/words/run-failure';
import { gatherKnown } from './view/gather-known';
import type { Known } from './view/known';

export interface FindPorts {
  readonly readStates: ReadStates;
  readonly readHistory: ReadHistory;
}

/** If one source can't be read, the other is still shown, and `problems` says what is missing. Never rejects. */
export async function findKnown(
  config: Pick<Config, 'name' | 'intervalMs' | 'services' | 'metrics'>,
  { service: wanted, from, to }: Extract<WidgetRequest, { kind: 'view' }>,
  { readStates, readHistory }: FindPorts,
  now: number,
): Promise<Known> {
  const { services, intervalMs, metrics } = config;
  const range = periodsOf(from, Math.min(to, now), intervalMs, now);
  const shown = services.filter(({ id }) => wanted === null || id === wanted).map(({ id }) => id);
  const memory = wanted !== null && SERVICE_METRICS[metrics].includes(METRICS.memoryUsed);
  const isMetered = hasServiceMetrics(config) && range.from < range.to && shown.length > 0;
  const [states, history] = await Promise.all([
    orProblem(
      'the states',
      NOTHING_STORED,
      statesOf(
        readStates,
        services.map(({ id }) => id),
        now,
      ),
    ),
    orProblem(
      'the metrics',
      NOTHING_METERED,
      isMetered ? readHistory({ services: shown, range, memory }) : NOTHING_METERED,
    ),
  ]);
  const metered = history.value;
  const senseless = services.filter(({ id }) => states.value.get(id) === null);
  return gatherKnown(config, {
    ...{ now, staleAfterMs: staleAfterMs(intervalMs), states: states.value, metered },
    historyOf: (id, state) =>
      (metered.get(id) ?? []).map((period) => rollupOfPeriod(period, state ?? NEW_STATE, { intervalMs, now })),
    problems: [
      ...states.problems,
      ...senseless.map(({ id }) => `the stored state of ${id} makes no sense`),
      ...history.problems,
    ],
  });
}

type States = ReadonlyMap<string, ServiceState | null>;
const NOTHING_STORED: States = new Map();
const NOTHING_METERED: MeteredHistory = new Map();

/** States that can't be read are `null`. */
async function statesOf(readStates: ReadStates, services: readonly string[], now: number): Promise<States> {
  const stored = await readStates(services, now);
  return new Map(stored.map(({ service, state }) => [service, readState(state)]));
}

interface Found<Value> {
  readonly value: Value;
  readonly problems: readonly string[];
}

async function orProblem<Value>(
  what: string,
  otherwise: Value,
  reading: Value | Promise<Value>,
): Promise<Found<Value>> {
  try {
    return { value: await reading, problems: [] };
  } catch (error) {
    return { value: otherwise, problems: [`${what} can't be read: ${cleanText(messageOf(error))}`] };
  }
}
