/** The config of a watch, which is reloaded when its files change. */

import type { Config } from '../../lambda/core/config/config';
import type { Purpose } from '../../lambda/core/config/parse/outside';
import type { Clock } from '../../lambda/core/words/clock';
import { describeChange, watchConfig } from '../input/config-changes';
import { type ReadFiles, readConfig } from '../input/load-config';
import type { RunScreen } from '../terminal/run-screen';

export interface FollowedConfig {
  /** The config in use. */
  current(): Config;
  /** A line that explains why the file differs from the config in use; `null` if it does not. */
  notice(): string | null;
  /** Waits for so many milliseconds, or until another config is in use. Faults of a new config are shown at once. */
  wait(ms: number, interrupted: AbortSignal): Promise<void>;
}

/** The interval at which the files are checked, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** Reads the config; throws a `UserError` if it can't be used. `take` is called with each new config from then on. */
export function followConfig(
  file: string,
  purpose: Purpose,
  clock: Clock,
): {
  readonly config: Config;
  follow(screen: RunScreen, take: (config: Config) => void): FollowedConfig;
} {
  const { found, files } = readConfig(file, purpose);
  if (found instanceof Error) throw found;
  return {
    config: found,
    follow: (screen, take) => following({ file, purpose, clock, screen, take, files, first: found }),
  };
}

interface Following {
  readonly file: string;
  readonly purpose: Purpose;
  readonly clock: Clock;
  readonly screen: RunScreen;
  readonly take: (config: Config) => void;
  readonly files: ReadFiles;
  readonly first: Config;
}

function following({ file, purpose, clock, screen, take, files, first }: Following): FollowedConfig {
  const changes = watchConfig(file, purpose, files);
  const keeps = 'still using the previous config';
  let config = first;
  let notice: string | null = null;
  const refuse = (text: string) => {
    notice = `${file} has changed, and can't be used: ${keeps}`;
    screen.say(text.replace(/^/gm, '  '));
    screen.say(`  ${keeps}`);
    screen.refresh();
    return false;
  };
  /** Returns whether another config is in use now. */
  const reload = (): boolean => {
    const found = changes.next();
    if (found === null) return false;
    if (found instanceof Error) return refuse(found.message);
    if (found.name !== config.name) {
      return refuse(`${file} has the name of another deployment, "${found.name}": start the watch again to use it`);
    }
    const change = describeChange(config, found);
    if (change === null && notice === null) return false;
    notice = null;
    screen.say(`  ${file} reloaded: ${change ?? 'no changes'}`);
    if (change === null) return false;
    config = found;
    take(config);
    return true;
  };
  return {
    current: () => config,
    notice: () => notice,
    wait: async (ms, interrupted) => {
      const end = clock.elapsed() + ms;
      for (;;) {
        const rest = Math.max(0, end - clock.elapsed());
        await clock.sleep(Math.min(LOOK_EVERY_MS, rest), interrupted);
        if (interrupted.aborted || reload() || clock.elapsed() >= end) return;
      }
    },
  };
}
