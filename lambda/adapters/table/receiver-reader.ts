/** Reads the records of receivers from the DynamoDB table of a deployment; `receiver-table` writes them. */

import type { ReceiverStore } from '../../core/deliver/receiver-record';
import { type ReceiverRecord, readRecord } from '../../core/deliver/receiver-record';
import { receiverKey } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import type { Table } from './open-table';
import { type Item, itemReader } from './state-reader';

/** The attribute with the record as JSON. */
export const RECORD = 'record';

/** The limit of a call, in milliseconds: the records of receivers are saved last in a run. */
export const RECEIVER_CALL_MS = 1_500;

/** A call has a time limit, and rejects if the table can't be reached. A config has at most 21 receivers. */
export function createReceiverReader(table: Table): ReceiverStore['read'] {
  const readItems = itemReader(table);
  return async (receivers) => {
    const keys = receivers.map((receiver) => receiverKey(table.deployment, receiver));
    const items = await table.bounded((signal) => readItems(keys, signal), RECEIVER_CALL_MS);
    return items.flatMap((item) => recordIn(item) ?? []);
  };
}

function recordIn(item: Item): ReceiverRecord | null {
  return readRecord(parseText(item[RECORD]?.S));
}
