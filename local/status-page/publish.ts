/** `statuswatch publish FOLDER`: writes the public page once, from the stored data of a watch or a deployment. */

import { resolve } from 'node:path';
import { formatDuration, parseDuration } from '../../lambda/core/words/duration';
import { createPostReader } from '../../lambda/status-page/aws/post-reader';
import { type ArchiveOptions, openArchive } from '../archive/open-archive';
import { PassingError, UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { openPublisher } from './open-publisher';
import { createPostFiles } from './post-files';

export interface PublishOptions extends ArchiveOptions {
  readonly every: string;
}

/** The page is out of date if it was not written again for so many times the interval. */
const TIMES_LATE = 2;
const LEAST_MS = 60_000;
const MOST_MS = 7 * 86_400_000;

export async function publish(options: PublishOptions, terminal: Terminal, [folder = '']: readonly string[]) {
  const everyMs = parseDuration(options.every) ?? Number.NaN;
  if (!(everyMs >= LEAST_MS && everyMs <= MOST_MS)) {
    const range = `from ${formatDuration(LEAST_MS)} to ${formatDuration(MOST_MS)}`;
    throw new UserError(`--every is "${options.every}"; expected a duration ${range}, such as 15m`);
  }
  const archive = await openArchive(options, terminal);
  const config = await archive.readConfig();
  const whose = options.deployed === undefined ? options.config : `the config of ${options.deployed}`;
  const publishNow = openPublisher(
    config,
    { folder, whose },
    {
      posts: {
        read: (now) =>
          archive.readElse({
            folder: (place) => createPostFiles(place).read(now),
            table: (table) => createPostReader(table)(now),
          }),
      },
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
  // An incomplete page would be wrong, and nobody would notice.
  if (failure !== undefined) throw new PassingError(failure.message);
  if (isWritten) terminal.out.write(`  The page is in ${resolve(folder)}: index.html\n`);
  return 0;
}
