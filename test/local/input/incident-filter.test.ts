/** Which incidents are wanted, as the options of the command line say it. */

import { type GivenFilter, readIncidentFilter } from '../../../local/input/incident-filter';
import { UserError } from '../../../local/input/user-error';

it.each<GivenFilter>([{ service: '' }, { kind: '' }, { since: '' }])(
  'is refused if an option is given without a value, as by a variable that is not set: %j',
  (given) => {
    expect(() => readIncidentFilter(given, ['shop'], 0, '--')).toThrow(UserError);
    expect(() => readIncidentFilter(given, ['shop'], 0, '--')).toThrow(`--${Object.keys(given)[0]} `);
  },
);
