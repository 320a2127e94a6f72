/** The silences of a deployment, and its drill, in its DynamoDB table: one item each. The runs read them in one query. */

import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type DrillRequest, readDrillRequest, storedDrillRequest } from '../../core/silences/drill-request';
import { readSilence, type Silence, type SilenceStore, storedSilence } from '../../core/silences/silence';
import { deploymentPartition, drillKey, EXPIRES, SILENCES, silenceKey } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import { createItemWriter } from './item-writer';
import { conditionHolds, type Table } from './open-table';
import { expiryItem, keyItem, queryItems } from './state-reader';

/** The attribute with the drill as JSON. */
const DRILL_REQUEST = 'drill';

/** The attribute with the silence as JSON. */
const SILENCE = 'silence';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceReader(table: Table): SilenceStore['read'] {
  const read = createSilenceAndDrillReader(table);
  return async (now) => (await read(now)).silences;
}

/** The silences, and the drill, in one query. */
export function createSilenceAndDrillReader(table: Table): NonNullable<SilenceStore['readWithDrill']> {
  const query = queryItems(table);
  const partition = deploymentPartition(table.deployment);
  return async (now) => {
    const items = await table.bounded((signal) => query(partition, SILENCES, signal));
    const silences = items
      .flatMap((item) => readSilence(parseText(item[SILENCE]?.S)) ?? [])
      .filter(({ until }) => now < until)
      .sort((left, right) => left.from - right.from);
    const [drill] = items.flatMap((item) => readDrillRequest(parseText(item[DRILL_REQUEST]?.S), now) ?? []);
    return { silences, drill: drill ?? null };
  };
}

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createSilenceTable(table: Table): SilenceStore {
  const endOf = ({ until }: Silence) => until;
  return {
    read: createSilenceReader(table),
    readWithDrill: createSilenceAndDrillReader(table),
    ...createItemWriter(table, { attribute: SILENCE, keyOf: silenceKey, stored: storedSilence, endOf }),
  };
}

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
