/** States in a DynamoDB table: one item a service, each write on the condition that nobody was faster. */

import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { TABLE_KEYS } from '../core/invocation';
import type { IncidentStore } from '../core/ports';
import type { ServiceState } from '../core/service-state';
import { awsClientConfig, boundedCall, type Environment } from './aws-client';
import { type Item, stateReader } from './state-reader';

/** A store on `table` for one deployment. Calls are bounded and reject when the table can't be reached. */
export function createIncidentTable(table: string, deployment: string, environment: Environment): IncidentStore {
  const client = new DynamoDBClient(awsClientConfig(environment));
  return {
    load: stateReader(client, table, deployment),
    save: async (service, state, expected) => {
      const writer = randomUUID();
      const item = writeItem({ deployment, service, state, revision: (expected ?? 0) + 1, writer });
      try {
        await boundedCall((abortSignal) =>
          client.send(new PutItemCommand({ TableName: table, Item: item, ...unlessFaster(expected) }), { abortSignal }),
        );
        return 'saved';
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Where an answer got lost, the SDK tries again and then meets its own first write.
        return error.Item?.writer?.S === writer ? 'saved' : 'conflict';
      }
    },
  };
}

function unlessFaster(expected: number | null) {
  const condition =
    expected === null
      ? { ConditionExpression: 'attribute_not_exists(revision)' }
      : {
          ConditionExpression: 'revision = :expected',
          ExpressionAttributeValues: { ':expected': { N: String(expected) } },
        };
  return { ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
}

interface NewItem {
  readonly deployment: string;
  readonly service: string;
  readonly state: ServiceState;
  readonly revision: number;
  readonly writer: string;
}

function writeItem({ deployment, service, state, revision, writer }: NewItem): Item {
  return {
    [TABLE_KEYS.partition]: { S: deployment },
    [TABLE_KEYS.sort]: { S: service },
    revision: { N: String(revision) },
    state: { S: JSON.stringify(state) },
    writer: { S: writer },
  };
}
