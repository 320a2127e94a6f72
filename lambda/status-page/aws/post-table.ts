/** Keeps posts for the public page in the DynamoDB table of a deployment: one item for each post. */

import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../adapters/table/open-table';
import { expiryItem, keyItem } from '../../adapters/table/state-reader';
import { postKey } from '../../core/state/table-keys';
import { endOfPost, type PostStore, storedPost } from '../core/post';
import { createPostReader, POST } from './post-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createPostTable(table: Table): PostStore {
  const { client, name, deployment, bounded } = table;
  return {
    read: createPostReader(table),
    put: (post) =>
      bounded(async (abortSignal) => {
        const Item = {
          ...keyItem(postKey(deployment, post.id)),
          [POST]: { S: JSON.stringify(storedPost(post)) },
          ...expiryItem(endOfPost(post)),
        };
        await client.send(new PutItemCommand({ TableName: name, Item }), { abortSignal });
      }),
    remove: (id) =>
      bounded(async (abortSignal) => {
        const Key = keyItem(postKey(deployment, id));
        const command = new DeleteItemCommand({ TableName: name, Key, ReturnValues: 'ALL_OLD' });
        return (await client.send(command, { abortSignal })).Attributes !== undefined;
      }),
  };
}
