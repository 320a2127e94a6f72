/** States in a DynamoDB table: one item for each service. A write succeeds only if no other run has written since the read. */

import { randomUUID } from 'node:crypto';
import { type AttributeValue, ConditionalCheckFailedException, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expiryOf } from '../../core/state/retired';
import { nextRevision, refusedSave, type StateStore } from '../../core/state/store';
import { storedForm } from '../../core/state/stored-state';
import { stateKey } from '../../core/state/table-keys';
import { ifRevision, type Table } from './open-table';
import { packedJson } from './packed-json';
import { createStateLoader } from './state-loader';
import { expiryItem, type Item, keyItem, revisionOf } from './state-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createIncidentTable(table: Table): StateStore {
  const { client, name, deployment, bounded } = table;
  /** Resolves to the item that is stored instead of the expected revision; to `null` once `item` is stored. */
  const put = async (item: Item, expected: AttributeValue | null, abortSignal: AbortSignal): Promise<Item | null> => {
    try {
      const condition = { ...ifRevision(expected), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
      await client.send(new PutItemCommand({ TableName: name, Item: item, ...condition }), { abortSignal });
      return null;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // If an answer is lost, the SDK tries again and finds its own first write.
      return error.Item?.writer?.S === item.writer?.S ? null : (error.Item ?? {});
    }
  };
  const save: StateStore['save'] = (service, state, expected) =>
    bounded(async (signal) => {
      const expiry = expiryOf(state);
      const item = {
        ...keyItem(stateKey(deployment, service)),
        revision: { N: String(nextRevision(expected)) },
        state: packedJson(storedForm(state)),
        writer: { S: randomUUID() },
        ...(expiry !== null && expiryItem(expiry)),
      };
      const found = await put(item, expected === null ? null : { N: String(expected) }, signal);
      if (found === null) return 'saved';
      // An invalid stored revision counts as none: it is replaced, if it is still as it was read.
      const isReplaced = expected === null && found.revision !== undefined && revisionOf(found) === null;
      const foundThen = isReplaced ? await put(item, found.revision ?? null, signal) : found;
      return foundThen === null ? 'saved' : refusedSave(expected, revisionOf(foundThen));
    });
  const { load, loadRemoved, beforeSave } = createStateLoader(table);
  return {
    load,
    loadRemoved,
    save: async (service, state, expected) => {
      beforeSave(service);
      return save(service, state, expected);
    },
  };
}
