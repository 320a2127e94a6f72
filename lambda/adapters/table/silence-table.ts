/** Keeps the silences of a deployment in its DynamoDB table: one item for each. */

import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type SilenceStore, storedSilence } from '../../core/silences/silence';
import { silenceKey } from '../../core/state/table-keys';
import type { Table } from './open-table';
import { createAskedReader, createSilenceReader, SILENCE } from './silence-reader';
import { expiryItem, keyItem } from './state-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceTable(table: Table): SilenceStore {
  const { client, name, deployment, bounded } = table;
  return {
    read: createSilenceReader(table),
    readWithDrill: createAskedReader(table),
    put: (silence) =>
      bounded(async (abortSignal) => {
        const Item = {
          ...keyItem(silenceKey(deployment, silence.id)),
          [SILENCE]: { S: JSON.stringify(storedSilence(silence)) },
          ...expiryItem(silence.until),
        };
        await client.send(new PutItemCommand({ TableName: name, Item }), { abortSignal });
      }),
    remove: (id) =>
      bounded(async (abortSignal) => {
        const Key = keyItem(silenceKey(deployment, id));
        const command = new DeleteItemCommand({ TableName: name, Key, ReturnValues: 'ALL_OLD' });
        return (await client.send(command, { abortSignal })).Attributes !== undefined;
      }),
  };
}
