/** The table as versions kept it that had one partition for all services of a deployment. */

import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { nextRevision } from '../../lambda/core/state/revision';
import type { StateStore, StoredState } from '../../lambda/core/state/store';

export interface FormerTable extends StateStore {
  load(): Promise<readonly StoredState[]>;
  put(stored: StoredState): Promise<void>;
}

/** Reads and writes as such a version does, but for the condition of its writes. */
export function formerTable(table: string, deployment: string): FormerTable {
  const client = new DynamoDBClient();
  const put = async ({ service, revision, state }: StoredState) => {
    const Item = {
      deployment: { S: deployment },
      service: { S: service },
      revision: { N: String(revision) },
      state: { S: JSON.stringify(state) },
      writer: { S: '0e8b1f3c-1111-4222-8333-444455556666' },
    };
    await client.send(new PutItemCommand({ TableName: table, Item }));
  };
  return {
    put,
    load: async () => {
      const query = {
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: 'deployment = :deployment',
        ExpressionAttributeValues: { ':deployment': { S: deployment } },
      };
      const { Items = [] } = await client.send(new QueryCommand(query));
      return Items.map(({ service, revision, state }) => ({
        service: service?.S ?? '',
        revision: Number(revision?.N),
        state: JSON.parse(state?.S ?? ''),
      }));
    },
    save: async (service, state, expected) => {
      await put({ service, state, revision: nextRevision(expected) });
      return 'saved';
    },
  };
}
