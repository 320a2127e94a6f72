/** Histories in a DynamoDB table: of each service a few items, beside its state. */

import { type AttributeValue, ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { ItemPart } from '../../core/history/history-items';
import type { HistoryStore } from '../../core/history/history-store';
import { HISTORY_CALL_MS } from '../../core/invoke/invocation';
import type { TableKey } from '../../core/state/table-keys';
import { grouped } from '../../core/words/in-batches';
import { attributeOf, createHistoryReader, historyKey } from './history-reader';
import type { Table } from './open-table';
import { expiryItem, keyItem } from './state-reader';

/**
 * All that a run reads takes no longer than `limitMs`, in milliseconds, nor does all that it writes; either rejects if the table can't
 * be reached.
 */
export function createHistoryTable(table: Table, limitMs = HISTORY_CALL_MS): HistoryStore {
  const { client, name, deployment, bounded } = table;
  return {
    read: createHistoryReader(table, limitMs),
    write: async (service, parts) => {
      const writing = [...grouped(parts, ({ key }) => key)].map(([item, own]) => {
        const command = updateOf(name, historyKey(deployment, service, item), own);
        return bounded((abortSignal) => client.send(command, { abortSignal }), limitMs).then(
          () => true,
          (error: unknown) => {
            if (error instanceof ConditionalCheckFailedException) return false;
            throw error;
          },
        );
      });
      return (await Promise.all(writing)).every((isTaken) => isTaken);
    },
  };
}

/**
 * Sets the parts and the expiry, if each part is as it was read; other parts stay. If an answer gets lost, the SDK tries again: that
 * changes nothing, and the parts are then not as they were read.
 */
function updateOf(table: string, key: TableKey, parts: readonly ItemPart[]): UpdateItemCommand {
  const expiry = Math.max(...parts.map(({ expiresAt }) => expiresAt));
  const values: [string, AttributeValue][] = [
    ...Object.entries(expiryItem(expiry)),
    ...parts.map(({ part, bytes }): [string, AttributeValue] => [attributeOf(part), { B: bytes }]),
  ];
  const read = parts.flatMap(({ part, before }): [string, AttributeValue][] =>
    before === null ? [] : [[`:was_${attributeOf(part)}`, { B: before }]],
  );
  const conditions = parts.map(({ part, before }) => {
    const name = attributeOf(part);
    return before === null ? `attribute_not_exists(#${name})` : `#${name} = :was_${name}`;
  });
  return new UpdateItemCommand({
    TableName: table,
    Key: keyItem(key),
    UpdateExpression: `SET ${values.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(values.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([...values.map(([name, value]) => [`:${name}`, value]), ...read]),
  });
}
