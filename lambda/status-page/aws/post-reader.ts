/** Reads posts for the public page from the DynamoDB table of a deployment; `post-table` writes them. */

import type { Table } from '../../adapters/table/open-table';
import { queryItems } from '../../adapters/table/state-reader';
import { deploymentPartition, POSTS } from '../../core/state/table-keys';
import { parseText } from '../../core/words/json';
import { endOfPost, type PostStore, readPost } from '../core/post';

/** The attribute with the post as JSON. */
export const POST = 'post';

/** Each call has a time limit, and rejects if the table can't be reached. */
export function createPostReader(table: Table): PostStore['read'] {
  const query = queryItems(table);
  const partition = deploymentPartition(table.deployment);
  return async (now) => {
    const items = await table.bounded((signal) => query(partition, POSTS, signal));
    return items
      .flatMap((item) => readPost(parseText(item[POST]?.S)) ?? [])
      .filter((post) => now < endOfPost(post))
      .sort((left, right) => left.at - right.at);
  };
}
