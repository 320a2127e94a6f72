/** What the dashboard's widget finds out: the states and the histories that runs have stored. */

import type { Config } from './core/config/config';
import type { Bucket } from './core/history/bucket';
import { rangeOf } from './core/history/history-items';
import type { HistoryStore } from './core/history/history-store';
import { readBuckets } from './core/history/past';
import { NO_HISTORY } from './core/history/running-history';
import type { WidgetRequest } from './core/run/widget-request';
import { readState, type ServiceState, staleAfterMs } from './core/state/service-state';
import type { ReadStates } from './core/state/store';
import { cleanText } from './core/words/clean-text';
import { messageOf } from './core/words/run-failure';
import { gatherKnown } from './view/gather-known';
import type { Known } from './view/known';

export interface FindPorts {
  readonly readStates: ReadStates;
  readonly readHistory: HistoryStore['read'];
}

/** If one source can't be read, the other is still shown, and `problems` says what is missing. Never rejects. */
export async function findKnown(
  config: Pick<Config, 'name' | 'intervalMs' | 'services'>,
  { service: wanted, from, to }: Extract<WidgetRequest, { kind: 'view' }>,
  { readStates, readHistory }: FindPorts,
  now: number,
): Promise<Known> {
  const { services, intervalMs } = config;
  const ids = services.map(({ id }) => id);
  const states = await orProblem('the states', statesOf(readStates(ids, now)), async () => NOTHING_STORED);
  const shown = services.filter(({ id }) => wanted === null || id === wanted);
  const running = new Map(shown.map(({ id }) => [id, states.value.get(id)?.history ?? NO_HISTORY]));
  const range = rangeOf(from, Math.min(to, now), now);
  const bucketsIn = (read: HistoryStore['read']) => readBuckets(running, range, { read }, now);
  const isPast = range.from < range.to && shown.length > 0;
  // What the states keep is shown even if the store of histories can't be read.
  const buckets = await orProblem('the histories', isPast ? bucketsIn(readHistory) : NO_BUCKETS, () =>
    bucketsIn(NOTHING_READ),
  );
  const senseless = services.filter(({ id }) => states.value.get(id) === null);
  return gatherKnown(config, {
    ...{ now, staleAfterMs: staleAfterMs(intervalMs), states: states.value },
    bucketsOf: (id) => buckets.value.get(id) ?? [],
    problems: [
      ...states.problems,
      ...senseless.map(({ id }) => `the stored state of ${id} makes no sense`),
      ...buckets.problems,
    ],
  });
}

type States = ReadonlyMap<string, ServiceState | null>;
const NOTHING_STORED: States = new Map();
const NO_BUCKETS: ReadonlyMap<string, readonly Bucket[]> = new Map();
const NOTHING_READ: HistoryStore['read'] = async () => new Map();

/** States that can't be read are `null`. */
async function statesOf(reading: ReturnType<ReadStates>): Promise<States> {
  return new Map((await reading).map(({ service, state }) => [service, readState(state)]));
}

interface Found<Value> {
  readonly value: Value;
  readonly problems: readonly string[];
}

async function orProblem<Value>(
  what: string,
  reading: Value | Promise<Value>,
  otherwise: () => Promise<Value>,
): Promise<Found<Value>> {
  try {
    return { value: await reading, problems: [] };
  } catch (error) {
    return { value: await otherwise(), problems: [`${what} can't be read: ${cleanText(messageOf(error))}`] };
  }
}
