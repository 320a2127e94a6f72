/** Gives this process what lookups need: see `lookupEnvironment`. */

import type { Config } from '../../lambda/core/config/config';
import { lookupEnvironment } from '../../lambda/core/run/lookup-environment';

/** Has an effect as long as nothing has used the thread pool or resolved a name, so call it before the first run. */
export function makeRoomForLookups(config: Pick<Config, 'services' | 'concurrency'>): void {
  // What the user has set wins.
  for (const [name, value] of Object.entries(lookupEnvironment(config, 1))) process.env[name] ??= value;
}
