/** Reads the histories that the page shows, once for all requests between two runs. */

import type { Address, Range } from '../../../lambda/core/documents/address';
import type { FiguresOf } from '../../../lambda/core/documents/facts/gather-view';
import { readFigures, showsFigures } from '../../../lambda/core/documents/facts/service-figures';
import { spanOf } from '../../../lambda/core/documents/facts/service-view';
import { type HistoryStore, rangeOf } from '../../../lambda/core/history/history-items';
import { type BucketsOf, NOTHING_READ, readBuckets } from '../../../lambda/core/history/past';
import { NO_HISTORY } from '../../../lambda/core/history/running-history';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Clock } from '../../../lambda/core/words/clock';
import { errorMessage } from '../../../lambda/core/words/run-failure';

export interface ReadPast {
  readonly bucketsOf: BucketsOf;
  /** Why the stored part is missing; `null` if it is there. */
  readonly problem: string | null;
}

/** The most ranges in the cache: readers choose their own, and each has buckets of all services. */
const RANGES_KEPT = 8;

const NO_PAST: ReadPast = { bucketsOf: () => [], problem: null };

/**
 * Returns a reader of the histories of services, as of the run with these `states`. It reads the same range only once, and never
 * rejects: if the store can't be read, it returns the part that the states have.
 */
export function createPastReader(
  services: readonly string[],
  states: ReadonlyMap<string, ServiceState>,
  store: Pick<HistoryStore, 'read'>,
  clock: Clock,
): (range: Range) => Promise<ReadPast> {
  const histories = new Map(services.map((service) => [service, states.get(service)?.history ?? NO_HISTORY]));
  const read = async (range: Range): Promise<ReadPast> => {
    const now = clock.now();
    const span = spanOf(range, now);
    // The last checks are in the states.
    if (span.kind === 'checks') return NO_PAST;
    const wanted = rangeOf(span.from, span.to, now);
    const readFrom = (source: Pick<HistoryStore, 'read'>) => readBuckets(histories, wanted, source, now);
    try {
      return { bucketsOf: await readFrom(store), problem: null };
    } catch (error) {
      return { bucketsOf: await readFrom(NOTHING_READ), problem: `the history can't be read: ${errorMessage(error)}` };
    }
  };
  const reading = new Map<string, Promise<ReadPast>>();
  return (range) => {
    const name = JSON.stringify(range);
    const known = reading.get(name) ?? read(range);
    reading.set(name, known);
    const [oldest] = reading.keys();
    if (reading.size > RANGES_KEPT && oldest !== undefined) reading.delete(oldest);
    return known;
  };
}

/**
 * Returns a reader of the figures of the service at an address, as of the run with these `states`. It reads each service only once, and
 * never rejects: the reader of the histories reports that the store can't be read.
 */
export function createFiguresReader(
  states: ReadonlyMap<string, ServiceState>,
  store: Pick<HistoryStore, 'read'>,
  clock: Clock,
): (address: Address) => Promise<FiguresOf> {
  const read = async (service: string): Promise<FiguresOf> => {
    const running = states.get(service)?.history ?? NO_HISTORY;
    const now = clock.now();
    const readFrom = (source: Pick<HistoryStore, 'read'>) => readFigures(service, running, source, now);
    const figures = await readFrom(store).catch(() => readFrom(NOTHING_READ));
    return (id) => (id === service ? figures : null);
  };
  const reading = new Map<string, Promise<FiguresOf>>();
  return async (address) => {
    if (!showsFigures(address) || !states.has(address.service)) return () => null;
    const known = reading.get(address.service) ?? read(address.service);
    reading.set(address.service, known);
    return known;
  };
}
