/** Reads from the DynamoDB table of a deployment since when its receivers refuse; `refusal-table` writes it. */

import type { RefusalStore } from '../../core/deliver/refusal';
import { type Refusal, readRefusal } from '../../core/deliver/refusal';
import { refusalKey } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import type { Table } from './open-table';
import { type Item, itemReader } from './state-reader';

/** The attribute with the refusal as JSON. */
export const REFUSAL = 'refusal';

/** The limit of a call, in milliseconds: what is kept of receivers comes last in a run. */
export const REFUSAL_CALL_MS = 1_500;

/** A call has a time limit, and rejects if the table can't be reached. A config has at most 21 receivers. */
export function createRefusalReader(table: Table): RefusalStore['read'] {
  const readItems = itemReader(table);
  return async (receivers) => {
    const keys = receivers.map((receiver) => refusalKey(table.deployment, receiver));
    const items = await table.bounded((signal) => readItems(keys, signal), REFUSAL_CALL_MS);
    return items.flatMap((item) => refusalIn(item) ?? []);
  };
}

function refusalIn(item: Item): Refusal | null {
  return readRefusal(parseText(item[REFUSAL]?.S));
}
