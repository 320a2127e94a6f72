/** Finds the states that a run asks the table for: also where former versions kept them, and of services that left the config. */

import { isSettled } from '../../core/state/retired';
import { readState } from '../../core/state/service-state';
import type { Asked, StateStore, StoredState } from '../../core/state/store';
import { EXPIRES, formerKey, serviceAt, stateKey, type TableKey } from '../../core/state/table-keys';
import { inBatches } from '../../core/words/in-batches';
import type { Table } from './open-table';
import { createRoster, type Listed } from './roster';
import { batchReader, type Item, isExpired, itemReader, keyOf, MAX_KEYS, revisionOf, stateOf } from './state-reader';

/** How often a process looks for services that have left the config, beside its first run: others may owe something since. */
export const LOOK_MS = 3_600_000;

export interface StateLoader extends Pick<StateStore, 'load'> {
  /** Throws if the service is not on the roster: its state must not be saved, since nobody would find it again. */
  beforeSave(service: string): void;
  /** What a former version kept of the service is needed no longer. */
  afterSave(service: string): void;
}

/** The items of one service: where this version keeps its state, and where former versions kept it. */
interface Items {
  readonly current?: Item;
  readonly former?: Item;
}

/**
 * What a process knows of the table. Items of former versions are read once in a process: only another deployment writes them.
 * `deleteItem` deletes an item, if it is still as it was read, and never rejects.
 */
export function createStateLoader(table: Table, deleteItem: (item: Item) => Promise<void>): StateLoader {
  const { deployment, bounded } = table;
  const read = itemReader(table);
  const readBatches = batchReader(read, bounded);
  const roster = createRoster(table);
  const formerRead = new Set<string>();
  /** Former items whose state is not known to be saved elsewhere. */
  const former = new Map<string, Item>();
  const listed = new Set<string>();
  /** Why services could not be put on the roster. */
  const unlisted = new Map<string, unknown>();
  let lookedAt: number | null = null;
  let tidying: Promise<unknown> = Promise.resolve();
  const tidy = (work: Promise<unknown>) => {
    tidying = Promise.allSettled([tidying, work]);
  };

  const keysOf = (services: readonly string[]): TableKey[] =>
    services.flatMap((service) => [
      stateKey(deployment, service),
      ...(formerRead.has(service) ? [] : [formerKey(deployment, service)]),
    ]);
  /** Reads what there is of services that are not in the config. */
  const look = async (watched: ReadonlySet<string>, signal: AbortSignal) => {
    const [lists, moved] = await Promise.all([roster.read(signal), lookedAt === null ? roster.readFormer(signal) : []]);
    const services = [...new Set([...lists.flatMap(({ ids }) => ids), ...moved])].filter((id) => !watched.has(id));
    const items: Item[] = [];
    for (const batch of inBatches(keysOf(services), MAX_KEYS)) items.push(...(await read(batch, signal)));
    return { lists, services, items };
  };
  const list = async (shard: number, services: readonly string[]) => {
    if (services.length === 0) return;
    try {
      await bounded((signal) => roster.add(shard, services, signal));
      for (const service of services) {
        listed.add(service);
        unlisted.delete(service);
      }
    } catch (error) {
      for (const service of services) unlisted.set(service, error);
    }
  };
  const takeOff = (lists: readonly Listed[], isDone: (service: string) => boolean) => {
    for (const { key, ids } of lists) {
      const done = ids.filter(isDone);
      if (done.length > 0) tidy(bounded((signal) => roster.remove({ key, ids: done }, signal)));
    }
  };
  const deleteFormer = (service: string) => {
    const item = former.get(service);
    if (item && former.delete(service)) tidy(deleteItem(item));
  };

  const load = async ({ services: asked, configured, shard, now }: Asked): Promise<readonly StoredState[]> => {
    const watched = new Set(configured);
    const isLooking = shard === 0 && (lookedAt === null || Math.abs(now - lookedAt) >= LOOK_MS);
    const [askedItems, looked] = await Promise.all([
      readBatches(keysOf(asked)),
      isLooking ? bounded((signal) => look(watched, signal)) : NOTHING_LOOKED_FOR,
      tidying,
    ]);
    const services = [...new Set([...asked, ...looked.services])];
    // Only now everything is read: until then the next call reads it again.
    if (isLooking) lookedAt = now;
    for (const service of services) formerRead.add(service);
    const found = itemsByService(deployment, [...askedItems, ...looked.items]);
    for (const [service, items] of found) if (items.former) former.set(service, items.former);

    const itemsOf = (service: string): Items => found.get(service) ?? {};
    const isDone = (service: string) => !watched.has(service) && isOver(itemsOf(service), now);
    takeOff(looked.lists, isDone);
    for (const service of services.filter(isDone)) deleteFormer(service);
    const isUnlisted = (service: string) => {
      const items = itemsOf(service);
      if (unlisted.has(service)) return true;
      if (!watched.has(service)) return items.former !== undefined;
      // A service that is retired may have been taken off the roster.
      return items.current === undefined ? !listed.has(service) : items.current[EXPIRES] !== undefined;
    };
    await list(shard, services.filter(isUnlisted));
    return services.filter((service) => !isDone(service)).flatMap((service) => weigh(service, itemsOf(service), now));
  };
  return {
    load,
    beforeSave: (service) => {
      if (unlisted.has(service)) throw unlisted.get(service);
    },
    afterSave: deleteFormer,
  };
}

const NOTHING_LOOKED_FOR: { lists: readonly Listed[]; services: readonly string[]; items: readonly Item[] } = {
  lists: [],
  services: [],
  items: [],
};

function itemsByService(deployment: string, items: readonly Item[]): ReadonlyMap<string, Items> {
  const found = new Map<string, Items>();
  for (const item of items) {
    const key = keyOf(item);
    const service = serviceAt(deployment, key);
    if (service === null) continue;
    found.set(service, { ...found.get(service), [key.partition === deployment ? 'former' : 'current']: item });
  }
  return found;
}

/** Whether nothing is left to be done for a removed service. If nothing is stored of it, a run may be about to save it. */
function isOver({ current, former }: Items, now: number): boolean {
  if (current === undefined || (former && savedAt(stateOf(former)) > savedAt(stateOf(current)))) return false;
  if (isExpired(current, now)) return true;
  const state = readState(stateOf(current));
  return state !== null && isSettled(state);
}

/** The state that was saved last. */
function weigh(service: string, { current, former }: Items, now: number): StoredState[] {
  if (current === undefined && former === undefined) return [];
  const revision = current === undefined ? null : revisionOf(current);
  // The revision of an expired item counts: the item is still there to be replaced.
  const here = current && (isExpired(current, now) ? {} : stateOf(current));
  if (former === undefined) return [{ service, revision, state: here }];
  const there = stateOf(former);
  if (current === undefined) return [{ service, revision, state: there, moved: { unsaved: true } }];
  return savedAt(here) >= savedAt(there)
    ? [{ service, revision, state: here, moved: { unsaved: false, older: there } }]
    : [{ service, revision, state: there, moved: { unsaved: true, older: here } }];
}

function savedAt(state: unknown): number {
  return readState(state)?.savedAt ?? -1;
}
