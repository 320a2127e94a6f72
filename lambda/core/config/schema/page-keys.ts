/** The part of the config about the live page of a deployment. */

import * as z from 'zod';
import { orNull, secretReference, wholeNumber } from './values';

/** Missing: nothing is public. */
export const page = z
  .strictObject(
    {
      token: secretReference(
        'expected { secret: NAME-OR-ARN } or { secret: NAME-OR-ARN, key: KEY }: a token that stands in the file could be read by anybody who can read that',
      ).describe('What has to be given to see the page: a secret with at least 128 bits of chance.'),
      controls: z
        .boolean({ error: 'expected true or false' })
        .default(false)
        .describe('Whether services can be silenced, acknowledged and asked again through the page.'),
      concurrency: orNull(wholeNumber(1, 1_000)).describe(
        'How many requests may be answered at once, reserved of what the account has; without it readers share that with all other functions.',
      ),
    },
    { error: 'expected a map with the key token' },
  )
  .describe('Deploys the live page too, at an address that anybody can reach, behind a login.');
