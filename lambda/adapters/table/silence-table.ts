/** Keeps the silences of a deployment in its DynamoDB table: one item for each. */

import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { storedSilence } from '../../core/silence/silence';
import type { SilenceStore } from '../../core/silence/silence-store';
import { silenceKey } from '../../core/state/table-keys';
import { awsClientConfig, boundedCalls, type Environment } from '../aws/aws-client';
import { SILENCE, silenceReader } from './silence-reader';
import { expiryItem, keyItem } from './state-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceTable(table: string, deployment: string, environment: Environment): SilenceStore {
  const client = new DynamoDBClient(awsClientConfig(environment));
  const bounded = boundedCalls();
  return {
    read: silenceReader(client, bounded, table, deployment),
    put: (silence) =>
      bounded(async (abortSignal) => {
        const Item = {
          ...keyItem(silenceKey(deployment, silence.id)),
          [SILENCE]: { S: JSON.stringify(storedSilence(silence)) },
          ...expiryItem(silence.until),
        };
        await client.send(new PutItemCommand({ TableName: table, Item }), { abortSignal });
      }),
    remove: (id) =>
      bounded(async (abortSignal) => {
        const Key = keyItem(silenceKey(deployment, id));
        const command = new DeleteItemCommand({ TableName: table, Key, ReturnValues: 'ALL_OLD' });
        return (await client.send(command, { abortSignal })).Attributes !== undefined;
      }),
  };
}
