/** Keeps the silences of a deployment in its DynamoDB table: one item for each. */

import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { readSilence, type Silence, storedSilence } from '../core/silence/silence';
import type { SilenceStore } from '../core/silence/silence-store';
import { deploymentPartition, SILENCES, silenceKey } from '../core/state/table-keys';
import { parseText } from '../core/words/json';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';
import { expiryItem, type Item, keyItem, queryItems } from './state-reader';

/** The attribute with the silence as JSON. */
const SILENCE = 'silence';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceTable(table: string, deployment: string, environment: Environment): SilenceStore {
  const client = new DynamoDBClient(awsClientConfig(environment));
  const query = queryItems(client, table);
  const bounded = boundedCalls();
  const place = { partition: deploymentPartition(deployment), prefix: SILENCES };
  return {
    read: async (now) => {
      const items = await bounded((signal) => query(place, signal));
      return items
        .flatMap((item) => silenceIn(item) ?? [])
        .filter(({ until }) => now < until)
        .sort((left, right) => left.from - right.from);
    },
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

function silenceIn(item: Item): Silence | null {
  return readSilence(parseText(item[SILENCE]?.S));
}
