/** The part of the config about who is notified, elsewhere, that a run has done what it should: `pulse`. */

import * as z from 'zod';
import { compared, repeated } from '../../keys/compared';
import { isHttp, list, map, type Parsed, text, textOrSecret, url, yesOrNo } from '../../keys/values';
import { RECEIVER_ID } from '../../words/ids';
import { MOST_PULSES } from '../pulse';

/** Leaves room in an id for the number of a part. */
const ID_LIMIT = 30;

const one = map(
  {
    id: text(RECEIVER_ID, `expected an id such as healthchecks: letters, digits, dashes, up to ${ID_LIMIT}`)
      .max(ID_LIMIT, { error: `expected an id of at most ${ID_LIMIT} characters` })
      .default('outside')
      .describe('Its name in alerts; required if there are several.'),
    url: textOrSecret(
      url(
        'expected an address such as https://hc-ping.com/YOUR-UUID, without user name and password',
        (value) => isHttp(value) && value.username === '' && value.password === '' && value.hash === '',
      ),
    ).describe(
      'The https:// address that gets a GET after each run. {part} is the number of the part; required if there are several.',
    ),
    failPath: yesOrNo
      .default(false)
      .describe('Whether a failed run sends a request to the address with /fail appended, instead of none.'),
  },
  'expected a map with the key url',
);

const PULSE_EXPECTED = 'expected a map with the key url, or a list of such maps';

const several = compared(
  list(one, PULSE_EXPECTED).max(MOST_PULSES, { error: `expected at most ${MOST_PULSES} pulses` }),
  (pulses, report) => {
    for (const { index, first } of repeated(pulses.map((each) => each?.id))) {
      report([index, 'id'], `expected a unique id: pulse[${first}] already has this one`);
    }
  },
);

export const pulse = z
  .union([one, several], { error: PULSE_EXPECTED })
  .describe('A request after each successful run, to a service elsewhere that alerts if it stops.');

export type PulseInput = Parsed<typeof pulse>;
