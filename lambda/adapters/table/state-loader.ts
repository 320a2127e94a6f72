/**
 * Loads the states of the services of a run, and of services that have left the config. These are found by the roster: the ids of all services
 * that have a state.
 */

import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isDoneWith } from '../../core/state/retired';
import { NEW_STATE } from '../../core/state/service-state';
import type { StateStore, StoredState } from '../../core/state/store';
import { readState, storedForm } from '../../core/state/stored-state';
import { deploymentPartition, EXPIRES, ROSTER, rosterKey, stateKey, type TableKey } from '../../core/state/table-keys';
import { inBatches } from '../../core/words/in-batches';
import type { BoundedCall } from '../aws/aws-client';
import type { Table } from './open-table';
import {
  batchReader,
  type Item,
  isExpired,
  itemReader,
  keyItem,
  keyOf,
  MAX_KEYS,
  queryItems,
  revisionOf,
  stateOf,
} from './state-reader';

/** How often a process looks for services that have left the config, after its first run. */
export const LOOK_MS = 3_600_000;

export interface StateLoader extends Required<Pick<StateStore, 'load' | 'loadRemoved'>> {
  /** Throws if the service is not on the roster: its state must not be saved, since nobody would find it again. */
  beforeSave(service: string): void;
}

/** The items by the ids of their services. */
type Items = ReadonlyMap<string, Item>;

export function createStateLoader(table: Table): StateLoader {
  const { deployment, bounded } = table;
  const read = itemReader(table);
  const readBatches = batchReader(read, bounded);
  const roster = createRoster(table);
  const enrolled = createEnrolled(roster, bounded);
  let lookedAt: number | null = null;

  return {
    load: async ({ services, configured, shard, now }) => {
      const items = await readItems(deployment, services, readBatches);
      const watched = new Set(configured);
      const isUnlisted = (service: string) => {
        if (enrolled.hasFailed(service)) return true;
        const item = items.get(service);
        // A retired service that is watched again may have been removed from the roster.
        return watched.has(service) && (item === undefined ? !enrolled.has(service) : item[EXPIRES] !== undefined);
      };
      await enrolled.add(shard, services.filter(isUnlisted));
      return makeStates(items, now);
    },
    loadRemoved: async ({ configured, shard, now }) => {
      if (shard !== 0 || (lookedAt !== null && Math.abs(now - lookedAt) < LOOK_MS)) return [];
      return bounded(async (signal) => {
        const lists = await readRoster(roster, configured, signal);
        const items = await readItems(deployment, idsThatLeft(lists, configured), async (keys) => {
          const found: Item[] = [];
          for (const batch of inBatches(keys, MAX_KEYS)) found.push(...(await read(batch, signal)));
          return found;
        });
        lookedAt = now;
        const done = new Set([...items].flatMap(([service, item]) => (isDone(item, now) ? [service] : [])));
        await takeOffRoster(roster, lists, done, signal);
        return makeStates(new Map([...items].filter(([service]) => !done.has(service))), now);
      });
    },
    beforeSave: enrolled.check,
  };
}

/** Remembers which services this process has put on the roster, and for which it has failed. */
function createEnrolled(roster: Roster, bounded: BoundedCall) {
  const listed = new Set<string>();
  const errors = new Map<string, unknown>();
  return {
    has: (service: string) => listed.has(service),
    hasFailed: (service: string) => errors.has(service),
    /** Puts services on the roster. Never rejects: `check` throws the error. */
    add: async (shard: number, services: readonly string[]) => {
      if (services.length === 0) return;
      try {
        await bounded((signal) => roster.add(shard, services, signal));
        for (const service of services) {
          listed.add(service);
          errors.delete(service);
        }
      } catch (error) {
        for (const service of services) errors.set(service, error);
      }
    },
    /** Throws the error if a service could not be put on the roster. */
    check: (service: string) => {
      if (errors.has(service)) throw errors.get(service);
    },
  };
}

/** The lists of the roster. A list that can't be read is replaced, and the reading fails. */
async function readRoster(
  roster: Roster,
  configured: readonly string[],
  signal: AbortSignal,
): Promise<readonly RosterItem[]> {
  const lists = await roster.read(signal);
  const damaged = lists.filter(({ isDamaged }) => isDamaged);
  // Which services of the config it named is unknown, so all of them are put on it.
  for (const { key } of damaged) await roster.beginAnew({ key, ids: configured }, signal);
  if (damaged.length > 0) throw new Error('the list of services was invalid and was reset');
  return lists;
}

/** Removes services from the roster. One that could not be removed is examined again later. */
async function takeOffRoster(
  roster: Roster,
  lists: readonly RosterItem[],
  done: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const off = lists.map(({ key, ids }) => ({ key, ids: ids.filter((id) => done.has(id)) }));
  await Promise.allSettled(off.filter(({ ids }) => ids.length > 0).map((item) => roster.remove(item, signal)));
}

async function readItems(
  deployment: string,
  services: readonly string[],
  readKeys: (keys: readonly TableKey[]) => Promise<readonly Item[]>,
): Promise<Items> {
  const keys = services.map((service) => [service, stateKey(deployment, service)] as const);
  const found = await readKeys(keys.map(([, key]) => key));
  const items = new Map(found.map((item) => [keyOf(item).partition, item]));
  return new Map(
    keys.flatMap(([service, { partition }]) => {
      const item = items.get(partition);
      return item === undefined ? [] : [[service, item] as const];
    }),
  );
}

/** The ids on the roster of services that have left the config. */
function idsThatLeft(lists: readonly RosterItem[], configured: readonly string[]): readonly string[] {
  const watched = new Set(configured);
  return [...new Set(lists.flatMap(({ ids }) => ids))].filter((id) => !watched.has(id));
}

/** Whether nothing is left to be done for a removed service. */
function isDone(item: Item, now: number): boolean {
  if (isExpired(item, now)) return true;
  const state = readState(stateOf(item));
  return state !== null && isDoneWith(state);
}

function makeStates(items: Items, now: number): StoredState[] {
  return [...items].map(([service, item]) => ({
    service,
    // The revision of an expired item counts too: the item is still there to be replaced.
    revision: revisionOf(item),
    state: isExpired(item, now) ? storedForm(NEW_STATE) : stateOf(item),
  }));
}

/** The services of one item of the roster. */
interface RosterItem {
  readonly key: TableKey;
  readonly ids: readonly string[];
  /** Whether the item contains something other than ids: then no id can be added. */
  readonly isDamaged?: boolean;
}

type Roster = ReturnType<typeof createRoster>;

const IDS = 'ids';

function createRoster(table: Table) {
  const { client, name, deployment } = table;
  const update = async (expression: string, { key, ids }: RosterItem, abortSignal: AbortSignal) => {
    const command = new UpdateItemCommand({
      TableName: name,
      Key: keyItem(key),
      UpdateExpression: expression,
      ExpressionAttributeNames: { '#ids': IDS },
      ExpressionAttributeValues: { ':ids': { SS: [...ids] } },
    });
    await client.send(command, { abortSignal });
  };
  const query = queryItems(table);
  return {
    read: async (signal: AbortSignal): Promise<readonly RosterItem[]> => {
      const items = await query(deploymentPartition(deployment), ROSTER, signal);
      return items.map((item) => {
        const ids = item[IDS];
        return { key: keyOf(item), ids: ids?.SS ?? [], isDamaged: ids !== undefined && ids.SS === undefined };
      });
    },
    add: (shard: number, ids: readonly string[], signal: AbortSignal) =>
      update('ADD #ids :ids', { key: rosterKey(deployment, shard), ids }, signal),
    /** Takes services off the roster. */
    remove: (listed: RosterItem, signal: AbortSignal) => update('DELETE #ids :ids', listed, signal),
    /** Replaces a damaged item by services. */
    beginAnew: (listed: RosterItem, signal: AbortSignal) => update('SET #ids = :ids', listed, signal),
  };
}
