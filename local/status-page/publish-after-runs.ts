/** Publishes the public page of a watch after each run. */

import type { Config } from '../../lambda/core/config/config';
import type { HistoryStore } from '../../lambda/core/history/history-items';
import type { AfterRun } from '../../lambda/core/run/after-run';
import { UserError } from '../input/user-error';
import { openPublisher } from './open-publisher';
import { createPostFiles, type PostFilesOptions } from './post-files';

export interface PublishOption {
  /** The file of the config. */
  readonly config: string;
  /** The folder that the public page is written into; missing for none. */
  readonly publish?: string;
}

interface Sources extends PostFilesOptions {
  readonly history: Pick<HistoryStore, 'read'>;
  /** Whether a watch has used another config before: if this one has lost its page, each run reports it. */
  readonly isChanged: boolean;
}

/** Returns `null` without `--publish`. Throws a `UserError` if the first config has no page. */
export function publishAfterRuns(
  { publish, config: whose }: PublishOption,
  config: Config,
  { history, isChanged, ...files }: Sources,
): AfterRun | null {
  if (publish === undefined) return null;
  try {
    // Each run checks all services of the page.
    const sources = { posts: createPostFiles(files), readStates: async () => [], readHistory: history.read };
    return openPublisher(config, { folder: publish, whose }, sources);
  } catch (error) {
    if (!isChanged || !(error instanceof UserError)) throw error;
    const { message } = error;
    return async () => ({ isWritten: false, failures: [{ output: 'status page', service: null, message }] });
  }
}
