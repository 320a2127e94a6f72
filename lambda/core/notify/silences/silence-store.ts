/** The port that keeps the silences and acknowledgements that people asked for. */

import type { Silence } from './silence';

/** The silences of one deployment. Each call rejects if the store can't be reached. */
export interface SilenceStore {
  /** Those that have not ended at `now`, in milliseconds since 1970, sorted by start. */
  read(now: number): Promise<readonly Silence[]>;
  /** Keeps one until its end. */
  put(silence: Silence): Promise<void>;
  /** Ends one; resolves to `false` if there is none of this id. */
  remove(id: string): Promise<boolean>;
}
