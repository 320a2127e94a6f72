/** Sets this process up for name lookups: see `lookupEnvironment`. */

import type { Config } from '../../lambda/core/config/config';
import { lookupEnvironment } from '../../lambda/core/invoke/lookup-environment';

/** Works only before anything has used the thread pool or resolved a name, so it is called as soon as a config is read. */
export function makeRoomForLookups(config: Config): void {
  // A variable that the user has set stays.
  for (const [name, value] of Object.entries(lookupEnvironment(config, 1))) process.env[name] ??= value;
}
