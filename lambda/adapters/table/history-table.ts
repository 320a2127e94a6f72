/** Histories in a DynamoDB table: a few items of each service, beside its state. */

import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { readStored } from '../../core/fields/stored-value';
import {
  type HistoryItem,
  type HistoryStore,
  type ItemKey,
  type ItemUpdate,
  resolutionOf,
} from '../../core/history/history-items';
import { bucketsSchema, storedBuckets } from '../../core/history/stored-history';
import { HISTORY_CALL_MS } from '../../core/invoke/invocation';
import { nextRevision } from '../../core/state/store';
import { stateKey, type TableKey } from '../../core/state/table-keys';
import { grouped } from '../../core/words/in-batches';
import { conditionHolds, ifRevision, type Table } from './open-table';
import { packedJson, unpackedJson } from './packed-json';
import { batchReader, expiryItem, type Item, itemReader, keyItem, keyOf, revisionOf } from './state-reader';

/** The attribute with the buckets. */
export const BUCKETS = 'buckets';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createHistoryReader(table: Table, limitMs?: number): HistoryStore['read'] {
  const { deployment } = table;
  const read = batchReader(itemReader(table), (call) => table.bounded(call, limitMs));
  return async (wanted) => {
    const keys = [...wanted].flatMap(([service, items]) => items.map((item) => historyKey(deployment, service, item)));
    const found = await read(keys);
    const services = new Map([...wanted.keys()].map((service) => [stateKey(deployment, service).partition, service]));
    const byPartition = grouped(found, (item) => keyOf(item).partition);
    return new Map([...byPartition].map(([partition, own]) => [services.get(partition) ?? '', own.map(historyItemIn)]));
  };
}

/** An item of a history lies beside the state of its service. */
export function historyKey(deployment: string, service: string, item: ItemKey): TableKey {
  return { ...stateKey(deployment, service), sort: item };
}

/** Buckets that can't be read are replaced by new ones. */
function historyItemIn(item: Item): HistoryItem {
  const key = keyOf(item).sort as ItemKey;
  const buckets = readStored(bucketsSchema(resolutionOf(key)), unpackedJson(item[BUCKETS])) ?? [];
  return { key, revision: revisionOf(item), buckets };
}

/**
 * All reads of a run together take at most `limitMs` milliseconds, and so do its writes; either rejects if the table can't be
 * reached.
 */
export function createHistoryTable(table: Table, limitMs = HISTORY_CALL_MS): HistoryStore {
  const { client, name, deployment, bounded } = table;
  /** Resolves to `false` if the item has changed. If an answer is lost, the SDK tries again and finds its own first write: also `false`. */
  const put = async (Item: Item, expected: number | null): Promise<boolean> => {
    const command = new PutItemCommand({
      TableName: name,
      Item,
      ...ifRevision(expected === null ? null : { N: String(expected) }),
    });
    return conditionHolds(bounded((abortSignal) => client.send(command, { abortSignal }), limitMs));
  };
  return {
    read: createHistoryReader(table, limitMs),
    write: async (service, updates) => {
      const writing = updates.map((update) => put(itemOf(deployment, service, update), update.expected));
      return (await Promise.all(writing)).every((isSaved) => isSaved);
    },
  };
}

function itemOf(deployment: string, service: string, { key, buckets, expected, expiresAt }: ItemUpdate): Item {
  return {
    ...keyItem(historyKey(deployment, service, key)),
    revision: { N: String(nextRevision(expected)) },
    [BUCKETS]: packedJson(storedBuckets(buckets)),
    ...expiryItem(expiresAt),
  };
}
