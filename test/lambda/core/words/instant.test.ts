/** Instants of the config → milliseconds since 1970. */

import { parseInstant } from '../../../../lambda/core/words/duration';

it.each([
  ['2026-12-06T04:00:00Z', '2026-12-06T04:00:00.000Z'],
  ['2026-12-06T04:00Z', '2026-12-06T04:00:00.000Z'],
  ['2026-12-06T05:00:00+01:00', '2026-12-06T04:00:00.000Z'],
  ['2026-12-05T23:30:00.250-04:30', '2026-12-06T04:00:00.250Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(parseInstant(text)).toBe(Date.parse(instant));
});

it.each([
  ['no zone', '2026-12-06T04:00:00'],
  ['a day alone', '2026-12-06'],
  ['a day that does not exist', '2026-02-29T04:00:00Z'],
  ['a month that does not exist', '2026-13-01T04:00:00Z'],
  ['an hour that does not exist', '2026-12-06T25:00:00Z'],
  ['an offset that does not exist', '2026-12-06T04:00:00+25:00'],
  ['a blank in place of the T', '2026-12-06 04:00:00Z'],
  ['words', 'tomorrow'],
])('%s is none: %s', (_name, text) => {
  expect(parseInstant(text)).toBeNull();
});
