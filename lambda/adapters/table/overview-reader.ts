/** Reads the overviews of a deployment from its DynamoDB table; `overview-keeper` writes them. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ReadOverviews } from '../../core/state/overview';
import { deploymentPartition, OVERVIEWS } from '../../core/state/table-keys';
import { awsClientConfig, boundedCalls, type Environment } from '../aws/aws-client';
import { isExpired, queryItems } from './state-reader';

/** The attribute with the text. */
export const OVERVIEW = 'overview';

/** Reads with a client of its own, all pages within the limit of one call. */
export function createOverviewReader(table: string, deployment: string, environment: Environment): ReadOverviews {
  const query = queryItems(new DynamoDBClient(awsClientConfig(environment)), table);
  const bounded = boundedCalls();
  const place = { partition: deploymentPartition(deployment), prefix: OVERVIEWS };
  return async (now) => {
    const items = await bounded((signal) => query(place, signal));
    return items.filter((item) => !isExpired(item, now)).map((item) => item[OVERVIEW]?.S ?? '');
  };
}
