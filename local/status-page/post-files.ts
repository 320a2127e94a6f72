/** The posts for the public page in a folder, with one file for each. */

import { join } from 'node:path';
import { endOfPost, type Post, type PostStore, readPost, storedPost } from '../../lambda/status-page/core/post';
import { createRecordFiles, type RecordReports } from '../store/record-files';

export interface PostFilesOptions extends RecordReports {
  /** The deployment's state folder; created if it is missing. */
  readonly folder: string;
}

export function createPostFiles({ folder, ...reports }: PostFilesOptions): PostStore {
  const files = createRecordFiles<Post>({
    ...reports,
    folder: join(folder, 'posts'),
    read: readPost,
    stored: storedPost,
    endOf: endOfPost,
    withoutEffect: 'is not published',
  });
  return {
    read: async (now) => (await files.read(now)).toSorted((left, right) => left.at - right.at),
    put: (post) => files.put(post, post.at),
    remove: files.remove,
  };
}
