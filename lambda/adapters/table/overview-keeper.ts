/** Keeps the overviews of a deployment in its DynamoDB table: one item for each shard. */

import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { KeepOverview } from '../../core/state/overview';
import { overviewKey } from '../../core/state/table-keys';
import { awsClientConfig, boundedCalls, type Environment } from '../aws/aws-client';
import { OVERVIEW } from './overview-reader';
import { expiryItem, keyItem } from './state-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createOverviewKeeper(table: string, deployment: string, environment: Environment): KeepOverview {
  const client = new DynamoDBClient(awsClientConfig(environment));
  const bounded = boundedCalls();
  return ({ shard, text, expiresAt }) =>
    bounded(async (abortSignal) => {
      const Item = {
        ...keyItem(overviewKey(deployment, shard)),
        [OVERVIEW]: { S: text },
        ...expiryItem(expiresAt),
      };
      await client.send(new PutItemCommand({ TableName: table, Item }), { abortSignal });
    });
}
