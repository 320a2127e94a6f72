/** Writes items that are each stored as JSON under an id until they end, such as silences and posts. */

import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { TableKey } from '../../core/state/table-keys';
import type { Table } from './open-table';
import { expiryItem, keyItem } from './state-reader';

export interface ItemForm<Value> {
  /** The attribute with the JSON. */
  readonly attribute: string;
  readonly keyOf: (deployment: string, id: string) => TableKey;
  readonly stored: (value: Value) => object;
  /** The time at which it ends, in milliseconds since 1970. */
  readonly endOf: (value: Value) => number;
}

export interface ItemWriter<Value> {
  put(value: Value): Promise<void>;
  /** Resolves to whether there was one. */
  remove(id: string): Promise<boolean>;
}

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createItemWriter<Value extends { readonly id: string }>(
  { client, name, deployment, bounded }: Table,
  { attribute, keyOf, stored, endOf }: ItemForm<Value>,
): ItemWriter<Value> {
  return {
    put: (value) =>
      bounded(async (abortSignal) => {
        const Item = {
          ...keyItem(keyOf(deployment, value.id)),
          [attribute]: { S: JSON.stringify(stored(value)) },
          ...expiryItem(endOf(value)),
        };
        await client.send(new PutItemCommand({ TableName: name, Item }), { abortSignal });
      }),
    remove: (id) =>
      bounded(async (abortSignal) => {
        const Key = keyItem(keyOf(deployment, id));
        const command = new DeleteItemCommand({ TableName: name, Key, ReturnValues: 'ALL_OLD' });
        return (await client.send(command, { abortSignal })).Attributes !== undefined;
      }),
  };
}
