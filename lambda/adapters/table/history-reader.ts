/** Reads the histories of services from the DynamoDB table; `history-table` writes them. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { HistoryItem, ItemKey } from '../../core/history/history-items';
import type { HistoryStore } from '../../core/history/history-store';
import { stateKey, type TableKey } from '../../core/state/table-keys';
import { grouped } from '../../core/words/in-batches';
import { awsClientConfig, type BoundedCall, boundedCalls, type Environment } from '../aws/aws-client';
import { batchReader, type Item, itemReader, keyOf } from './state-reader';

/** The name of a part's attribute; no reserved word of DynamoDB is like it. */
export function attributeOf(part: string): string {
  return `p${part}`;
}

const PART_NAME = /^p(\d\d)$/;

/** Reads with a client of its own. Each call has a time limit, and rejects if the table can't be reached. */
export function createHistoryReader(table: string, deployment: string, environment: Environment): HistoryStore['read'] {
  return historyReader(new DynamoDBClient(awsClientConfig(environment)), boundedCalls(), table, deployment);
}

/** Reads with a client that others use too. */
export function historyReader(
  client: DynamoDBClient,
  bounded: BoundedCall,
  table: string,
  deployment: string,
): HistoryStore['read'] {
  const read = batchReader(itemReader(client, table), bounded);
  return async (wanted) => {
    const keys = [...wanted].flatMap(([service, items]) => items.map((item) => historyKey(deployment, service, item)));
    const found = await read(keys);
    const services = new Map([...wanted.keys()].map((service) => [stateKey(deployment, service).partition, service]));
    const byPartition = grouped(found, (item) => keyOf(item).partition);
    return new Map([...byPartition].map(([partition, own]) => [services.get(partition) ?? '', own.map(historyItemIn)]));
  };
}

/** An item of a history lies beside the state of its service. */
export function historyKey(deployment: string, service: string, item: ItemKey): TableKey {
  return { ...stateKey(deployment, service), sort: item };
}

function historyItemIn(item: Item): HistoryItem {
  const parts = Object.entries(item).flatMap(([name, { B }]) => {
    const part = PART_NAME.exec(name)?.[1];
    return part === undefined || B === undefined ? [] : [[part, B] as const];
  });
  return { key: keyOf(item).sort as ItemKey, parts: new Map(parts) };
}
