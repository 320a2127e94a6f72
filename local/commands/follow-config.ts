/** The config of a watch, which is reloaded when its files change. */

import type { Config } from '../../lambda/core/config/config';
import type { Purpose } from '../../lambda/core/config/parse/outside';
import type { Clock } from '../../lambda/core/words/clock';
import { describeChange, watchConfig } from '../input/config-changes';
import { readConfig } from '../input/load-config';
import type { RunScreen } from '../terminal/run-screen';

export interface FollowedConfig {
  /** The config in use. */
  current(): Config;
  /** A line that explains why the file differs from the config in use; `null` if it does not. */
  notice(): string | null;
  /**
   * Waits for so many milliseconds, or until another config is in use. Resolves to whether one is. Faults of a new config are shown at
   * once.
   */
  wait(ms: number, interrupted: AbortSignal): Promise<boolean>;
}

/** The interval at which the files are checked, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** Reads the config; throws a `UserError` if it can't be used. */
export function followConfig(file: string, purpose: Purpose, clock: Clock, screen: RunScreen): FollowedConfig {
  const { found: first, files } = readConfig(file, purpose);
  if (first instanceof Error) throw first;
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
        if (interrupted.aborted) return false;
        if (reload()) return true;
        if (clock.elapsed() >= end) return false;
      }
    },
  };
}
