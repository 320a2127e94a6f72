/** `statuswatch publish FOLDER`: writes the public page once, of what a watch or a deployment has kept. */

import { resolve } from 'node:path';
import { formatDuration, parseDuration } from '../../lambda/core/words/duration';
import { type ArchiveOptions, openArchive } from '../archive/open-archive';
import { UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { openPublisher } from './open-publisher';

export interface PublishOptions extends ArchiveOptions {
  readonly every: string;
}

/** The page is out of date once it was not written anew for so many times that time. */
const TIMES_LATE = 2;
const LEAST_MS = 60_000;
const MOST_MS = 7 * 86_400_000;

export async function publish(options: PublishOptions, terminal: Terminal, [folder = '']: readonly string[]) {
  const everyMs = parseDuration(options.every) ?? Number.NaN;
  if (!(everyMs >= LEAST_MS && everyMs <= MOST_MS)) {
    const range = `from ${formatDuration(LEAST_MS)} to ${formatDuration(MOST_MS)}`;
    throw new UserError(`--every holds "${options.every}"; expected a duration ${range}, such as 15m`);
  }
  const archive = await openArchive(options, terminal);
  const config = await archive.readConfig();
  const whose = options.deployed === undefined ? options.config : `the config of ${options.deployed}`;
  const publishNow = openPublisher(
    config,
    { folder, whose },
    {
      posts: { read: archive.readPosts },
      readStates: async (services) => {
        const { states, damaged } = await archive.readStates(services);
        for (const message of damaged) terminal.err.write(`statuswatch: ${message}\n`);
        return states;
      },
      readHistory: archive.readHistory,
    },
    TIMES_LATE * everyMs,
  );
  const { isWritten, failures } = await publishNow(new Map());
  const [failure] = failures;
  // A page that lacks something would say something wrong, and nobody would see it.
  if (failure !== undefined) throw new UserError(failure.message);
  if (isWritten) terminal.out.write(`  The page is in ${resolve(folder)}: index.html\n`);
  return 0;
}
