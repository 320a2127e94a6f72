/** Reads the states of one deployment from its DynamoDB table; `incident-table` writes them. */

import { type AttributeValue, DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { TABLE_KEYS } from '../core/run/invocation';
import { readRevision } from '../core/state/revision';
import type { StateStore, StoredState } from '../core/state/store';
import { awsClientConfig, type BoundedCall, boundedCalls, type Environment } from './aws-client';

export type Item = Record<string, AttributeValue>;

/** Reads with a client of its own, all pages within the limit of one call. Rejects if the table can't be reached. */
export function createStateReader(table: string, deployment: string, environment: Environment): StateStore['load'] {
  return stateReader(new DynamoDBClient(awsClientConfig(environment)), boundedCalls(), table, deployment);
}

/** Reads with a client that others use too. */
export function stateReader(
  client: DynamoDBClient,
  bounded: BoundedCall,
  table: string,
  deployment: string,
): StateStore['load'] {
  const page = (start: Item | undefined) =>
    new QueryCommand({
      TableName: table,
      ConsistentRead: true,
      KeyConditionExpression: '#partition = :deployment',
      ExpressionAttributeNames: { '#partition': TABLE_KEYS.partition },
      ExpressionAttributeValues: { ':deployment': { S: deployment } },
      ExclusiveStartKey: start,
    });
  return () =>
    bounded(async (abortSignal) => {
      const states: StoredState[] = [];
      let start: Item | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(page(start), { abortSignal });
        states.push(...Items.flatMap(readItem));
        start = LastEvaluatedKey;
      } while (start !== undefined);
      return states;
    });
}

function readItem(item: Item): StoredState[] {
  const service = item[TABLE_KEYS.sort]?.S;
  return service === undefined ? [] : [{ service, revision: revisionOf(item), state: parse(item.state?.S) }];
}

/** `null` if the item has no state that a save has written. */
export function revisionOf({ revision }: Item): number | null {
  return readRevision(Number(revision?.N));
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
