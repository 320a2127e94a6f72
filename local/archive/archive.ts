/** What is kept of services: by a watch in its folder, by a deployment in its table. It is only read, so both may go on meanwhile. */

import type { Config } from '../../lambda/core/config/config';
import type { ReceiverStore } from '../../lambda/core/deliver/receiver-record';
import type { PostStore } from '../../lambda/core/documents/public/post';
import type { TableReading } from '../../lambda/core/documents/report/report-totals';
import type { HistoryStore } from '../../lambda/core/history/history-items';
import type { StoredState } from '../../lambda/core/state/store';

/** Each call rejects with a `UserError` if the archive can't be read; reading a history of a folder with another error. */
export interface Archive {
  /** The config of the watch, or the one that is deployed. */
  readConfig(): Promise<Pick<Config, 'services' | 'intervalMs' | 'maintenance' | 'statusPage'>>;
  /** `null` for all that are kept; of a table, those of the services of its config. */
  readStates(services: readonly string[] | null): Promise<ArchivedStates>;
  readonly readHistory: HistoryStore['read'];
  /** Of receivers by their ids: those that refuse what they are owed. */
  readonly readReceivers: ReceiverStore['read'];
  /** What people wrote for the public page. */
  readonly readPosts: PostStore['read'];
  /** What has been read of a table so far; `null` if there is none. */
  reading(): TableReading | null;
}

export interface ArchivedStates {
  readonly states: readonly StoredState[];
  /** What is wrong with states that can't be read, each in a sentence. */
  readonly damaged: readonly string[];
}
