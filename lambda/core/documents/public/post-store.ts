/** The port that keeps what people have written for the public page. */

import type { Post } from './post';

/** The posts of one deployment. Each call rejects if the store can't be reached. */
export interface PostStore {
  /** Those that have not ended at `now`, in milliseconds since 1970, sorted by time. */
  read(now: number): Promise<readonly Post[]>;
  /** Keeps one until its end. */
  put(post: Post): Promise<void>;
  /** Takes one back; resolves to `false` if there is none of this id. */
  remove(id: string): Promise<boolean>;
}
