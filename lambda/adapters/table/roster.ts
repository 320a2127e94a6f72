/** The roster in the table: the ids of all services that have a state, so that services that leave the config are found again. */

import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { deploymentPartition, ROSTER, rosterKey, type TableKey } from '../../core/state/table-keys';
import type { Table } from './open-table';
import { keyItem, keyOf, queryItems } from './state-reader';

/** The services of one item of the roster. */
export interface RosterItem {
  readonly key: TableKey;
  readonly ids: readonly string[];
  /** Whether the item contains something other than ids: then no id can be added. */
  readonly isDamaged?: boolean;
}

export interface Roster {
  read(signal: AbortSignal): Promise<readonly RosterItem[]>;
  add(shard: number, ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Takes services off the roster. */
  remove(item: RosterItem, signal: AbortSignal): Promise<void>;
  /** Replaces a damaged item by services. */
  beginAnew(item: RosterItem, signal: AbortSignal): Promise<void>;
}

const IDS = 'ids';

export function createRoster(table: Table): Roster {
  const { client, name, deployment } = table;
  const update = async (expression: string, { key, ids }: RosterItem, abortSignal: AbortSignal) => {
    const command = new UpdateItemCommand({
      TableName: name,
      Key: keyItem(key),
      UpdateExpression: expression,
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
      return items.map((item) => {
        const ids = item[IDS];
        return { key: keyOf(item), ids: ids?.SS ?? [], isDamaged: ids !== undefined && ids.SS === undefined };
      });
    },
    add: (shard, ids, signal) => update('ADD #ids :ids', { key: rosterKey(deployment, shard), ids }, signal),
    remove: (listed, signal) => update('DELETE #ids :ids', listed, signal),
    beginAnew: (listed, signal) => update('SET #ids = :ids', listed, signal),
  };
}
