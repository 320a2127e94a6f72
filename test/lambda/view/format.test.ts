/** Figures and times as people read them. */

import {
  describeInstant,
  describeMemory,
  describeMs,
  describeShare,
  describeUptime,
  plural,
} from '../../../lambda/view/format';
import { NOW } from '../../support/observations';

it.each([
  [describeMs(0.04), '0.0 ms'],
  [describeMs(9.94), '9.9 ms'],
  [describeMs(38.4), '38 ms'],
  [describeMs(3_012), '3.01 s'],
  [describeShare(1), '100 %'],
  [describeShare(0.999_99), '99.99 %'],
  [describeShare(0.993), '99.3 %'],
  [describeShare(1 - 4 / 5), '20 %'],
  [describeShare(1 - 9 / 10), '10 %'],
  [describeShare(0), '0 %'],
  [describeShare(null), '–'],
  [describeUptime(null), '–'],
  [describeUptime(26_280), '7 h 18 min'],
  [describeUptime(1e15), 'over 100 years'],
  [describeMemory(null, 512), '–'],
  [describeMemory(95.6, null), '96 MB'],
  [describeMemory(95.6, 512), '96 of 512 MB'],
  [describeInstant(NOW, NOW), '12:00:00 UTC'],
  [describeInstant(NOW - 86_400_000, NOW), '2026-02-28 12:00 UTC'],
  [plural(1, 'check'), '1 check'],
  [plural(0, 'check'), '0 checks'],
])('%s', (shown, expected) => {
  expect(shown).toBe(expected);
});
