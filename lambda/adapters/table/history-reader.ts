/** Reads the histories of services from the DynamoDB table; `history-table` writes them. */

import type { HistoryItem, ItemKey } from '../../core/history/history-items';
import type { HistoryStore } from '../../core/history/history-store';
import { stateKey, type TableKey } from '../../core/state/table-keys';
import { grouped } from '../../core/words/in-batches';
import type { Table } from './open-table';
import { batchReader, type Item, itemReader, keyOf } from './state-reader';

/** The name of a part's attribute; no reserved word of DynamoDB is like it. */
export function attributeOf(part: string): string {
  return `p${part}`;
}

const PART_NAME = /^p(\d\d)$/;

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

function historyItemIn(item: Item): HistoryItem {
  const parts = Object.entries(item).flatMap(([name, { B }]) => {
    const part = PART_NAME.exec(name)?.[1];
    return part === undefined || B === undefined ? [] : [[part, B] as const];
  });
  return { key: keyOf(item).sort as ItemKey, parts: new Map(parts) };
}
