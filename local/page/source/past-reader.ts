/** Reads the histories that the page shows, once for all requests between two runs. */

import type { Address, Range } from '../../../lambda/core/documents/address';
import type { FiguresOf } from '../../../lambda/core/documents/facts/gather-view';
import { figureRanges, showsFigures } from '../../../lambda/core/documents/facts/service-figures';
import { spanOf } from '../../../lambda/core/documents/facts/service-view';
import { type HistoryStore, rangeOf } from '../../../lambda/core/history/history-items';
import { type BucketsOf, NOTHING_READ, readBuckets, readRanges } from '../../../lambda/core/history/past';
import { NO_HISTORY } from '../../../lambda/core/history/running-history';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Clock } from '../../../lambda/core/words/clock';
import { errorMessage } from '../../../lambda/core/words/run-failure';

export interface Past {
  readonly bucketsOf: BucketsOf;
  /** The reason why the stored part is missing, in words; `null` if it is there. */
  readonly problem: string | null;
}

/** The most ranges that are kept: readers choose their own, and each has buckets of all services. */
const RANGES_KEPT = 8;

export const NO_PAST: Past = { bucketsOf: () => [], problem: null };

/**
 * Reads the histories of services, as they were at the end of the run with these `states`. The same range is read only once. Never
 * rejects: if the store can't be read, the past is the part that the states have.
 */
export function createPastReader(
  services: readonly string[],
  states: ReadonlyMap<string, ServiceState>,
  store: Pick<HistoryStore, 'read'>,
  clock: Clock,
): (range: Range) => Promise<Past> {
  const histories = new Map(services.map((service) => [service, states.get(service)?.history ?? NO_HISTORY]));
  const read = async (range: Range): Promise<Past> => {
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
  const reading = new Map<string, Promise<Past>>();
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
 * Reads what the figures of the service at an address are made of, as it was at the end of the run with these `states`. The figures of a
 * service are read only once. Never rejects: that the store can't be read is said of the time that is shown.
 */
export function createFiguresReader(
  states: ReadonlyMap<string, ServiceState>,
  store: Pick<HistoryStore, 'read'>,
  clock: Clock,
): (address: Address) => Promise<FiguresOf> {
  const read = async (service: string): Promise<FiguresOf> => {
    const running = states.get(service)?.history ?? NO_HISTORY;
    const now = clock.now();
    const readFrom = (source: Pick<HistoryStore, 'read'>) =>
      readRanges(service, running, figureRanges(now), { store: source, now });
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
