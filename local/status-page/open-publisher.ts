/** Opens the folder for the public page of a config. */

import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import type { AfterRun } from '../../lambda/core/run/after-run';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import { createPublisher, type PublishPorts } from '../../lambda/status-page/publish-status';
import { UserError } from '../input/user-error';
import { createPageFolder } from './page-folder';

type Published = Pick<Config, 'statusPage' | 'maintenance' | 'intervalMs'>;
type Sources = Pick<PublishPorts, 'posts' | 'readStates' | 'readHistory'>;

/** Throws a `UserError` if the config has no page, or if its address is unknown. `whose` names the config. */
export function openPublisher(
  config: Published,
  { folder, whose }: { readonly folder: string; readonly whose: string },
  sources: Sources,
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
