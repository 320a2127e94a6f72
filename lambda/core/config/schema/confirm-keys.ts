/** The key with the regions that confirm an outage. */

import { compared, repeated } from '../../keys/compared';
import { list, text } from '../../keys/values';
import { REGIONS } from '../regions';

const EXPECTED = 'expected two to five regions, such as [us-east-1, ap-southeast-1]';
const MOST = 5;

export const confirmFrom = compared(
  list(text(new RegExp(`^(${REGIONS.join('|')})$`), 'expected a region of AWS, such as us-east-1'), EXPECTED),
  (regions, report) => {
    if (regions.length < 2 || regions.length > MOST) report([], EXPECTED);
    for (const { index, first } of repeated(regions)) report([index], `is the same region as confirmFrom[${first}]`);
  },
).describe('Two to five other regions that check an unreachable service too.');
