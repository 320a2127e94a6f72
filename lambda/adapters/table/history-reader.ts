/** Reads the histories of services from the DynamoDB table; `history-table` writes them. */

import { readStored } from '../../core/fields/stored-value';
import { type HistoryItem, type HistoryStore, type ItemKey, resolutionOf } from '../../core/history/history-items';
import { bucketsSchema } from '../../core/history/stored-history';
import { stateKey, type TableKey } from '../../core/state/table-keys';
import { grouped } from '../../core/words/in-batches';
import type { Table } from './open-table';
import { unpackedJson } from './packed-json';
import { batchReader, type Item, itemReader, keyOf, revisionOf } from './state-reader';

/** The attribute with the buckets. */
export const BUCKETS = 'buckets';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createHistoryReader(table: Table, limitMs?: number): HistoryStore['read'] {
  const { deployment } = table;
  const read = batchReader(itemReader(table), (call) => table.bounded(call, limitMs));
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

/** Buckets that can't be read are replaced by new ones. */
function historyItemIn(item: Item): HistoryItem {
  const key = keyOf(item).sort as ItemKey;
  const buckets = readStored(bucketsSchema(resolutionOf(key)), unpackedJson(item[BUCKETS])) ?? [];
  return { key, revision: revisionOf(item), buckets };
}
