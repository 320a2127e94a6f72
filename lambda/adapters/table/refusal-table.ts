/** Keeps in the DynamoDB table of a deployment since when its receivers refuse: one item for each that does. */

import { ConditionalCheckFailedException, DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type Refusal, type RefusalStore, readRefusal } from '../../core/deliver/refusal';
import { refusalKey } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import type { Table } from './open-table';
import { createRefusalReader, REFUSAL, REFUSAL_CALL_MS } from './refusal-reader';
import { keyItem } from './state-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createRefusalTable(table: Table): RefusalStore {
  const { client, name, deployment, bounded } = table;
  /** Resolves to the text that is stored instead of what was read, if there is any; to `true` once it is done. */
  const put = async (receiver: string, text: string | null, unless: object, abortSignal: AbortSignal) => {
    const Key = keyItem(refusalKey(deployment, receiver));
    const place = { TableName: name, ...unless };
    try {
      await (text === null
        ? client.send(new DeleteItemCommand({ ...place, Key }), { abortSignal })
        : client.send(new PutItemCommand({ ...place, Item: { ...Key, [REFUSAL]: { S: text } } }), { abortSignal }));
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return error.Item?.[REFUSAL]?.S ?? null;
    }
  };
  return {
    read: createRefusalReader(table),
    save: (receiver, refusal, read) =>
      bounded(async (signal) => {
        const text = refusal && textOf(refusal);
        const found = await put(receiver, text, unlessChanged(read), signal);
        // If an answer got lost, the SDK tries again and then finds its own first write.
        if (found === true || found === text) return true;
        // What makes no sense was read as nothing: it is replaced.
        if (read !== null || found === null || readRefusal(parseText(found)) !== null) return false;
        return (await put(receiver, text, {}, signal)) === true;
      }, REFUSAL_CALL_MS),
  };
}

/** What is stored is as it was read: the same keys in the same order. */
function unlessChanged(read: Refusal | null) {
  const condition =
    read === null
      ? { ConditionExpression: 'attribute_not_exists(#refusal)' }
      : {
          ConditionExpression: '#refusal = :was_refusal',
          ExpressionAttributeValues: { ':was_refusal': { S: textOf(read) } },
        };
  return {
    ...condition,
    ExpressionAttributeNames: { '#refusal': REFUSAL },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
}

function textOf({ receiver, since, message, over, notified, claimedAt }: Refusal): string {
  return JSON.stringify({ receiver, since, message, over, notified, claimedAt });
}
