/** The roster in the table: the ids of all services that have a state, so that those that leave the config are not forgotten. */

import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { deploymentPartition, ROSTER, rosterKey, type TableKey } from '../../core/state/table-keys';
import type { Table } from './open-table';
import { keyItem, keyOf, queryItems } from './state-reader';

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

export function createRoster(table: Pick<Table, 'client' | 'name' | 'deployment'>): Roster {
  const { client, name, deployment } = table;
  const update = async (action: 'ADD' | 'DELETE', { key, ids }: Listed, abortSignal: AbortSignal) => {
    const command = new UpdateItemCommand({
      TableName: name,
      Key: keyItem(key),
      UpdateExpression: `${action} #ids :ids`,
      ExpressionAttributeNames: { '#ids': IDS },
      ExpressionAttributeValues: { ':ids': { SS: [...ids] } },
    });
    await client.send(command, { abortSignal });
  };
  const query = queryItems(table);
  return {
    read: async (signal) => {
      const place = { partition: deploymentPartition(deployment), prefix: ROSTER, attributes: [IDS] };
      const items = await query(place, signal);
      return items.map((item) => ({ key: keyOf(item), ids: item[IDS]?.SS ?? [] }));
    },
    add: (shard, ids, signal) => update('ADD', { key: rosterKey(deployment, shard), ids }, signal),
    remove: (listed, signal) => update('DELETE', listed, signal),
    readFormer: async (signal) => {
      const items = await query({ partition: deployment, attributes: [] }, signal);
      return items.map((item) => keyOf(item).sort);
    },
  };
}
