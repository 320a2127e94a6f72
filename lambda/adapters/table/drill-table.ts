/** Requests a drill from the scheduled runs of a deployment, by an item of its DynamoDB table. The runs read it with the silences. */

import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type DrillRequest, storedDrillRequest } from '../../core/silences/drill-request';
import { drillKey, EXPIRES } from '../../core/state/table-keys';
import { conditionHolds, type Table } from './open-table';
import { DRILL_REQUEST } from './silence-reader';
import { expiryItem, keyItem } from './state-reader';

/** The drill of a deployment. Each call rejects if the table can't be reached. */
export interface DrillStore {
  /** Requests a drill; resolves to `false` if there is another that has not ended at `now`, in milliseconds since 1970. */
  ask(drill: DrillRequest, now: number): Promise<boolean>;
  /** Removes the drill, if it is of this id; any drill without one. Resolves to whether there was one. */
  remove(id?: string): Promise<boolean>;
}

export function createDrillTable(table: Table): DrillStore {
  const { client, name, deployment, bounded } = table;
  const Key = keyItem(drillKey(deployment));
  return {
    ask: (drill, now) =>
      bounded(async (abortSignal) => {
        const Item = {
          ...Key,
          id: { S: drill.id },
          [DRILL_REQUEST]: { S: JSON.stringify(storedDrillRequest(drill)) },
          ...expiryItem(drill.until),
        };
        const command = new PutItemCommand({
          TableName: name,
          Item,
          // If an answer is lost, the SDK tries again and finds its own first write. DynamoDB deletes what has expired within days.
          ConditionExpression: 'attribute_not_exists(#id) OR #id = :id OR #expires <= :now',
          ExpressionAttributeNames: { '#id': 'id', '#expires': EXPIRES },
          ExpressionAttributeValues: { ':id': { S: drill.id }, ':now': { N: String(Math.floor(now / 1_000)) } },
        });
        return conditionHolds(client.send(command, { abortSignal }));
      }),
    remove: (id) =>
      bounded(async (abortSignal) => {
        const condition = id === undefined ? 'attribute_exists(#id)' : '#id = :id';
        const command = new DeleteItemCommand({
          TableName: name,
          Key,
          ConditionExpression: condition,
          ExpressionAttributeNames: { '#id': 'id' },
          ...(id !== undefined && { ExpressionAttributeValues: { ':id': { S: id } } }),
        });
        return conditionHolds(client.send(command, { abortSignal }));
      }),
  };
}
