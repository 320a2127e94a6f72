/** Histories in a DynamoDB table: a few items of each service, beside its state. */

import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { HistoryStore, ItemUpdate } from '../../core/history/history-items';
import { storedBuckets } from '../../core/history/stored-history';
import { HISTORY_CALL_MS } from '../../core/invoke/invocation';
import { nextRevision } from '../../core/state/store';
import { BUCKETS, createHistoryReader, historyKey } from './history-reader';
import { conditionHolds, type Table } from './open-table';
import { packedJson } from './packed-json';
import { expiryItem, type Item, keyItem } from './state-reader';

/**
 * All reads of a run together take at most `limitMs` milliseconds, and so do its writes; either rejects if the table can't be
 * reached.
 */
export function createHistoryTable(table: Table, limitMs = HISTORY_CALL_MS): HistoryStore {
  const { client, name, deployment, bounded } = table;
  /** Resolves to `false` if the item has changed. If an answer is lost, the SDK tries again and finds its own first write: also `false`. */
  const put = async (Item: Item, expected: number | null): Promise<boolean> => {
    const command = new PutItemCommand({ TableName: name, Item, ...ifRevision(expected) });
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

function ifRevision(expected: number | null) {
  if (expected === null) return { ConditionExpression: 'attribute_not_exists(revision)' };
  return {
    ConditionExpression: 'revision = :expected',
    ExpressionAttributeValues: { ':expected': { N: String(expected) } },
  };
}
