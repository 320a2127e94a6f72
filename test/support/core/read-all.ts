/** All that a store says of a deployment, as JSON: for comparing stores, and versions of the program. */

import { bucketsIn, type HistoryRange, keysOf } from '../../../lambda/core/history/history-items';
import type { HistoryStore } from '../../../lambda/core/history/history-store';
import type { SilenceStore } from '../../../lambda/core/silence/silence-store';
import type { StateStore } from '../../../lambda/core/state/store';
import { readState } from '../../../lambda/core/state/stored-state';
import { askedFor } from './asked';

/** Of the finest buckets there would be too many. */
const FINE_MS = 4 * 3_600_000;

export interface ReadStores {
  readonly states: Pick<StateStore, 'load' | 'loadRemoved'>;
  readonly history: Pick<HistoryStore, 'read'>;
  readonly silences: Pick<SilenceStore, 'read'>;
}

/** `services` are those of the config; `range` is the time of which the histories are read. */
export async function readAll(
  { states, history, silences }: ReadStores,
  services: readonly string[],
  range: Omit<HistoryRange, 'resolution'>,
): Promise<unknown> {
  const asked = askedFor(services, { now: range.to });
  const removed = (await states.loadRemoved?.(asked)) ?? [];
  const found = [...(await states.load(asked)), ...removed].map(
    ({ service, state }) => [service, readState(state)] as const,
  );
  const histories: Record<string, unknown> = {};
  for (const [service, state] of found) {
    if (state === null) continue;
    const buckets = await Promise.all(
      (['fine', 'hours', 'days'] as const).map(async (resolution) => {
        const wanted = { ...range, ...(resolution === 'fine' && { from: range.to - FINE_MS }), resolution };
        const items = await history.read(new Map([[service, keysOf(wanted, state.history)]]));
        return [resolution, bucketsIn(wanted, items.get(service) ?? [], state.history, range.to)] as const;
      }),
    );
    histories[service] = Object.fromEntries(buckets);
  }
  const read = { states: Object.fromEntries(found), histories, silences: await silences.read(range.to) };
  return JSON.parse(JSON.stringify(read));
}
