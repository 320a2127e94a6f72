/** The overviews of a deployment in its DynamoDB table: one item for each shard. */

import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { ReadOverviews, SaveOverview } from '../../core/state/overview';
import { deploymentPartition, OVERVIEWS, overviewKey } from '../../core/state/table-keys';
import type { Table } from './open-table';
import { packedJson, unpackedJson } from './packed-json';
import { expiryItem, isExpired, keyItem, queryItems } from './state-reader';

/** The attribute with the briefs. */
const BRIEFS = 'briefs';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createOverviewKeeper({ client, name, deployment, bounded }: Table): SaveOverview {
  return ({ shard, briefs, expiresAt }) =>
    bounded(async (abortSignal) => {
      const Item = {
        ...keyItem(overviewKey(deployment, shard)),
        [BRIEFS]: packedJson(briefs),
        ...expiryItem(expiresAt),
      };
      await client.send(new PutItemCommand({ TableName: name, Item }), { abortSignal });
    });
}

/** Reads all pages within the limit of one call, and rejects if the table can't be reached. */
export function createOverviewReader(table: Table): ReadOverviews {
  const query = queryItems(table);
  const partition = deploymentPartition(table.deployment);
  return async (now) => {
    const items = await table.bounded((signal) => query(partition, OVERVIEWS, signal));
    return items.filter((item) => !isExpired(item, now)).map((item) => unpackedJson(item[BRIEFS]));
  };
}
