/** The filter for incidents from the options of the command line. */

import type { GivenFilter } from '../../../lambda/core/documents/incident-filter';
import { incidentFilterOf } from '../../../local/input/incident-filter';
import { UserError } from '../../../local/input/user-error';

it.each<GivenFilter>([{ service: '' }, { kind: '' }, { since: '' }])(
  'is refused if an option is given without a value, as by a variable that is not set: %j',
  (given) => {
    expect(() => incidentFilterOf(given, ['shop'], 0)).toThrow(UserError);
    expect(() => incidentFilterOf(given, ['shop'], 0)).toThrow(`--${Object.keys(given)[0]} `);
  },
);
