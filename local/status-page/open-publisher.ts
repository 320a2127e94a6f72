/** Publishes the public page of a config into a folder. */

import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import type { HistoryStore } from '../../lambda/core/history/history-items';
import type { AfterRun } from '../../lambda/core/run/after-run';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import { createPublisher, type PublishPorts } from '../../lambda/status-page/publish-status';
import { UserError } from '../input/user-error';
import { createPageFolder } from './page-folder';
import { createPostFiles, type PostFilesOptions } from './post-files';

/** Throws a `UserError` if the config has no page, or if its address is unknown. `whose` names the config. */
export function openPublisher(
  config: Pick<Config, 'statusPage' | 'maintenance' | 'intervalMs'>,
  { folder, whose }: { readonly folder: string; readonly whose: string },
  sources: Pick<PublishPorts, 'posts' | 'readStates' | 'readHistory'>,
  freshForMs?: number,
): AfterRun {
  // A deployment that is older than this command line knows of no pages.
  const { statusPage: page = null, intervalMs } = config;
  if (folder === '') throw new UserError('the public page needs the name of a folder');
  if (page === null) {
    throw new UserError(`${whose} has no statusPage: docs/reference/status-page.md says what the page can show`);
  }
  const { url } = page;
  if (url === null) {
    throw new UserError(`${whose} has no statusPage.url: set the address at which people will find the page`);
  }
  const ports = {
    clock: systemClock,
    planned: plannerOf(config, nextStart),
    write: createPageFolder(folder),
    ...sources,
  };
  return createPublisher({ page, url, intervalMs }, ports, freshForMs);
}

export interface PublishOption {
  /** The file of the config. */
  readonly config: string;
  /** The folder that the public page is written into; missing for none. */
  readonly publish?: string;
}

interface WatchSources extends PostFilesOptions {
  readonly history: Pick<HistoryStore, 'read'>;
  /** Whether a watch has used another config before: if this one has lost its page, each run reports it. */
  readonly isChanged: boolean;
}

/** Publishes the page of a watch after each run. Returns `null` without `--publish`. Throws a `UserError` if the first config has no page. */
export function publishAfterRuns(
  { publish, config: whose }: PublishOption,
  config: Config,
  { history, isChanged, ...files }: WatchSources,
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
