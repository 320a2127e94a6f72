/** Reads items of a DynamoDB table by their keys, and the states in them; `incident-table` writes them. */

import { setTimeout as wait } from 'node:timers/promises';
import { type AttributeValue, BatchGetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type ReadStates, readRevision } from '../../core/state/store';
import { EXPIRES, stateKey, TABLE_KEYS, type TableKey } from '../../core/state/table-keys';
import { inBatches } from '../../core/words/in-batches';
import type { BoundedCall } from '../aws/aws-client';
import type { Table } from './open-table';
import { unpackedJson } from './packed-json';

export type Item = Record<string, AttributeValue>;

/** The most keys of one BatchGetItem (DynamoDB API Reference). */
export const MAX_KEYS = 100;
/** The pause before unprocessed keys are requested again; each later pause is twice as long. */
const PAUSE_MS = 50;

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createStateReader(table: Table): ReadStates {
  const { deployment } = table;
  const read = batchReader(itemReader(table), table.bounded);
  return async (services, now) => {
    const keys = services.map((service) => ({ service, key: stateKey(deployment, service) }));
    const found = await read(keys.map(({ key }) => key));
    const items = new Map(found.map((item) => [partitionOf(item), item]));
    return keys.flatMap(({ service, key }) => {
      const item = items.get(key.partition);
      return item === undefined || isExpired(item, now)
        ? []
        : [{ service, revision: revisionOf(item), state: stateOf(item) }];
    });
  };
}

/** Reads the items of any number of different keys in concurrent batches, one call each. */
export function batchReader(read: ReadItems, bounded: BoundedCall): (keys: readonly TableKey[]) => Promise<Item[]> {
  return async (keys) => {
    const reading = inBatches(keys, MAX_KEYS).map((batch) => bounded((signal) => read(batch, signal)));
    return (await Promise.all(reading)).flat();
  };
}

/** Reads the items of at most `MAX_KEYS` different keys, as they are after every write so far. */
export type ReadItems = (keys: readonly TableKey[], signal: AbortSignal) => Promise<Item[]>;

export function itemReader({ client, name }: Table): ReadItems {
  return async (keys, abortSignal) => {
    const items: Item[] = [];
    let left: Item[] = keys.map(keyItem);
    for (let pauseMs = PAUSE_MS; left.length > 0; pauseMs *= 2) {
      const RequestItems = { [name]: { Keys: left, ConsistentRead: true } };
      const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemCommand({ RequestItems }), {
        abortSignal,
      });
      items.push(...(Responses?.[name] ?? []));
      left = UnprocessedKeys?.[name]?.Keys ?? [];
      if (left.length > 0) await wait(pauseMs, undefined, { signal: abortSignal });
    }
    return items;
  };
}

/** Reads all items of a partition whose sort values begin with a prefix, page by page, as they are after every write so far. */
export function queryItems({ client, name }: Table) {
  return async (partition: string, prefix: string, abortSignal: AbortSignal): Promise<Item[]> => {
    const items: Item[] = [];
    let start: Item | undefined;
    do {
      const command = new QueryCommand({
        TableName: name,
        ConsistentRead: true,
        KeyConditionExpression: '#partition = :partition AND begins_with(#sort, :prefix)',
        ExpressionAttributeNames: { '#partition': TABLE_KEYS.partition, '#sort': TABLE_KEYS.sort },
        ExpressionAttributeValues: { ':partition': { S: partition }, ':prefix': { S: prefix } },
        ExclusiveStartKey: start,
      });
      const { Items = [], LastEvaluatedKey } = await client.send(command, { abortSignal });
      items.push(...Items);
      start = LastEvaluatedKey;
    } while (start !== undefined);
    return items;
  };
}

export function keyItem({ partition, sort }: TableKey): Item {
  return { [TABLE_KEYS.partition]: { S: partition }, [TABLE_KEYS.sort]: { S: sort } };
}

export function keyOf(item: Item): TableKey {
  return { partition: partitionOf(item), sort: item[TABLE_KEYS.sort]?.S ?? '' };
}

function partitionOf(item: Item): string {
  return item[TABLE_KEYS.partition]?.S ?? '';
}

/** The attribute that lets an item expire at a time, in milliseconds since 1970. */
export function expiryItem(expiresAt: number): Item {
  return { [EXPIRES]: { N: String(Math.ceil(expiresAt / 1_000)) } };
}

/** DynamoDB deletes an item some days after it has expired. Until then it counts as deleted. `now` in milliseconds since 1970. */
export function isExpired(item: Item, now: number): boolean {
  return item[EXPIRES] !== undefined && Number(item[EXPIRES].N) * 1_000 <= now;
}

/** `null` if the item has no state that a save has written. */
export function revisionOf({ revision }: Item): number | null {
  return readRevision(Number(revision?.N));
}

/** The state of an item, in the form of `StoredState`. */
export function stateOf({ state }: Item): unknown {
  return unpackedJson(state);
}
