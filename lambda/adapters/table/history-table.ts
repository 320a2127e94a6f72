/** Histories in a DynamoDB table: of each service a few items, beside its state. */

import { ConditionalCheckFailedException, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { HistoryStore, ItemUpdate } from '../../core/history/history-items';
import { storedBuckets } from '../../core/history/stored-history';
import { HISTORY_CALL_MS } from '../../core/invoke/invocation';
import { nextRevision } from '../../core/state/store';
import { BUCKETS, createHistoryReader, historyKey } from './history-reader';
import type { Table } from './open-table';
import { packedJson } from './packed-json';
import { expiryItem, type Item, keyItem } from './state-reader';

/**
 * All that a run reads takes no longer than `limitMs`, in milliseconds, nor does all that it writes; either rejects if the table can't
 * be reached.
 */
export function createHistoryTable(table: Table, limitMs = HISTORY_CALL_MS): HistoryStore {
  const { client, name, deployment, bounded } = table;
  /** If an answer gets lost, the SDK tries again, and then finds its own first write: the result is `false`. */
  const put = async (Item: Item, expected: number | null): Promise<boolean> => {
    const command = new PutItemCommand({ TableName: name, Item, ...ifRevision(expected) });
    try {
      await bounded((abortSignal) => client.send(command, { abortSignal }), limitMs);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };
  return {
    read: createHistoryReader(table, limitMs),
    write: async (service, updates) => {
      const writing = updates.map((update) => put(itemOf(deployment, service, update), update.expected));
      return (await Promise.all(writing)).every((isTaken) => isTaken);
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
