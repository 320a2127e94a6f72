/** What other services did while an outage began: their number and what they have in common, never their ids. */

import * as v from 'valibot';
import { address, count, id, instant, known } from '../state/fields/stored-value';

export interface OthersFailing {
  /** How many other services began to fail within two minutes of the outage, and failed in its latest failing run. */
  readonly count: number;
  /** When the first of all of them began to fail, the outage included, in milliseconds since 1970. */
  readonly since: number;
  /** The IP address that all of them have, and no service that is healthy; `null` if there is none. */
  readonly address: string | null;
  /** The group of the config that all of them are in; `null` if there is none. */
  readonly group: string | null;
}

export const othersFailingSchema = v.object({ count, since: instant, address: known(address), group: known(id) });
