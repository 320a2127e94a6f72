/** The page's script, which `npm run build` makes of `client/live.ts`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../input/user-error';

/** The script is beside the built command line; if the source runs unbuilt, it is in the folder of the build. */
const PLACES = [join(__dirname, 'live.js'), join(__dirname, '../../dist/live.js')];

/** Throws a `UserError` if it hasn't been built. */
export function readLiveScript(): string {
  for (const place of PLACES) {
    try {
      return readFileSync(place, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new UserError(`the page's script is missing (${PLACES[0]}): build it with "npm run build", or use --no-page`);
}
