/** The roster in the table: the ids of all services that have a state, so that those that leave the config are not forgotten. */

import { type DynamoDBClient, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { deploymentPartition, ROSTER, rosterKey, TABLE_KEYS, type TableKey } from '../core/state/table-keys';
import { type Item, keyItem, keyOf } from './state-reader';

/** The services of one item of the roster. */
export interface Listed {
  readonly key: TableKey;
  readonly ids: readonly string[];
}

export interface Roster {
  read(signal: AbortSignal): Promise<readonly Listed[]>;
  add(shard: number, ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Takes services off the roster. */
  remove(listed: Listed, signal: AbortSignal): Promise<void>;
  /** The ids of the services whose states lie where former versions kept them. */
  readFormer(signal: AbortSignal): Promise<readonly string[]>;
}

const IDS = 'ids';

export function createRoster(client: DynamoDBClient, table: string, deployment: string): Roster {
  const update = async (action: 'ADD' | 'DELETE', { key, ids }: Listed, abortSignal: AbortSignal) => {
    const command = new UpdateItemCommand({
      TableName: table,
      Key: keyItem(key),
      UpdateExpression: `${action} #ids :ids`,
      ExpressionAttributeNames: { '#ids': IDS },
      ExpressionAttributeValues: { ':ids': { SS: [...ids] } },
    });
    await client.send(command, { abortSignal });
  };
  const query = async (partition: string, sortPrefix: string | null, projected: string, abortSignal: AbortSignal) => {
    const items: Item[] = [];
    let start: Item | undefined;
    do {
      const command = new QueryCommand({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: `#partition = :partition${sortPrefix === null ? '' : ' AND begins_with(#sort, :prefix)'}`,
        ProjectionExpression: projected,
        ExpressionAttributeNames: {
          '#partition': TABLE_KEYS.partition,
          '#sort': TABLE_KEYS.sort,
          ...(projected.includes('#ids') && { '#ids': IDS }),
        },
        ExpressionAttributeValues: {
          ':partition': { S: partition },
          ...(sortPrefix !== null && { ':prefix': { S: sortPrefix } }),
        },
        ExclusiveStartKey: start,
      });
      const { Items = [], LastEvaluatedKey } = await client.send(command, { abortSignal });
      items.push(...Items);
      start = LastEvaluatedKey;
    } while (start !== undefined);
    return items;
  };
  return {
    read: async (signal) => {
      const items = await query(deploymentPartition(deployment), ROSTER, '#partition, #sort, #ids', signal);
      return items.map((item) => ({ key: keyOf(item), ids: item[IDS]?.SS ?? [] }));
    },
    add: (shard, ids, signal) => update('ADD', { key: rosterKey(deployment, shard), ids }, signal),
    remove: (listed, signal) => update('DELETE', listed, signal),
    readFormer: async (signal) => (await query(deployment, null, '#sort', signal)).map((item) => keyOf(item).sort),
  };
}
