/** Stores posts for the public page in the DynamoDB table of a deployment: one item for each post. */

import { createItemWriter } from '../../adapters/table/item-writer';
import type { Table } from '../../adapters/table/open-table';
import { postKey } from '../../core/state/table-keys';
import { endOfPost, type PostStore, storedPost } from '../core/post';
import { createPostReader, POST } from './post-reader';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createPostTable(table: Table): PostStore {
  const form = { attribute: POST, keyOf: postKey, stored: storedPost, endOf: endOfPost };
  return { read: createPostReader(table), ...createItemWriter(table, form) };
}
