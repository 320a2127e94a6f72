/** The records of receivers and pulses in the DynamoDB table of a deployment, one item each. The item of one that has left the config expires. */

import { ConditionalCheckFailedException, DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type ReceiverRecord, type ReceiverStore, readRecord } from '../../core/deliver/receiver-record';
import { RETIRED_KEPT_MS } from '../../core/state/retired';
import { receiverKey } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import type { Table } from './open-table';
import { expiryItem, itemReader, keyItem } from './state-reader';

/** The attribute with the record as JSON. */
const RECORD = 'record';

/** The limit of a call, in milliseconds: the records of receivers are saved last in a run. */
const RECEIVER_CALL_MS = 1_500;

/** A call has a time limit, and rejects if the table can't be reached. A config has at most 21 receivers. */
export function createReceiverReader(table: Table): ReceiverStore['read'] {
  const readItems = itemReader(table);
  return async (receivers) => {
    const keys = receivers.map((receiver) => receiverKey(table.deployment, receiver));
    const items = await table.bounded((signal) => readItems(keys, signal), RECEIVER_CALL_MS);
    return items.flatMap((item) => readRecord(parseText(item[RECORD]?.S)) ?? []);
  };
}

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createReceiverTable(table: Table): ReceiverStore {
  const { client, name, deployment, bounded } = table;
  /** Resolves to the stored text if it is not the expected text; to `null` if nothing is stored; to `true` once the record is saved. */
  const put = async (receiver: string, record: ReceiverRecord | null, unless: object, abortSignal: AbortSignal) => {
    const Key = keyItem(receiverKey(deployment, receiver));
    const place = { TableName: name, ...unless };
    try {
      await (record === null
        ? client.send(new DeleteItemCommand({ ...place, Key }), { abortSignal })
        : client.send(new PutItemCommand({ ...place, Item: { ...Key, ...itemOf(record) } }), { abortSignal }));
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return error.Item?.[RECORD]?.S ?? null;
    }
  };
  return {
    read: createReceiverReader(table),
    save: (receiver, record, read) =>
      bounded(async (signal) => {
        const text = record && recordText(record);
        const found = await put(receiver, record, unlessChanged(read), signal);
        // If an answer is lost, the SDK tries again and finds its own first write.
        if (found === true || found === text) return true;
        // An unreadable record was read as none: it is replaced.
        if (read !== null || found === null || readRecord(parseText(found)) !== null) return false;
        return (await put(receiver, record, {}, signal)) === true;
      }, RECEIVER_CALL_MS),
  };
}

/** A stored record has the text in which it was read: the same keys in the same order. */
function unlessChanged(read: ReceiverRecord | null) {
  const condition =
    read === null
      ? { ConditionExpression: 'attribute_not_exists(#record)' }
      : {
          ConditionExpression: '#record = :was_record',
          ExpressionAttributeValues: { ':was_record': { S: recordText(read) } },
        };
  return {
    ...condition,
    ExpressionAttributeNames: { '#record': RECORD },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
}

/** A receiver that still refuses is saved each hour, so only a record that nobody updates expires. */
function itemOf(record: ReceiverRecord) {
  return { [RECORD]: { S: recordText(record) }, ...expiryItem(record.seenAt + RETIRED_KEPT_MS) };
}

function recordText(record: ReceiverRecord): string {
  return JSON.stringify(readRecord(record));
}
