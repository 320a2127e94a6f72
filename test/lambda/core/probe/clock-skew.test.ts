/** Whose clock is off: that of one service, or rather the checker's own. */

import { classify } from '../../../../lambda/core/probe/classify';
import { ownClockWarnings } from '../../../../lambda/core/probe/clock-skew';
import { answer, EXPECTATION, failure, NOW, reportOf, TIMINGS } from '../../../support/core/observations';
import { resultOf } from '../../../support/core/runs';

/** A check whose answer came at `NOW`, by a service whose clock is so many seconds ahead. */
function checkOf(secondsAhead: number) {
  const timestamp = new Date(NOW + secondsAhead * 1_000).toISOString();
  const { report } = classify(answer(200, reportOf({ timestamp })), EXPECTATION, NOW);
  return { report, at: NOW - 15, timings: TIMINGS };
}

const SILENT = { report: null, at: NOW, timings: TIMINGS };

it.each([
  [
    'ahead by the same',
    [3_600, 3_605, 3_595],
    "the clocks of all 3 services that report the time are 1 h ahead: more likely the checker's clock is 1 h behind",
  ],
  [
    'behind by the same',
    [-61, -99],
    "the clocks of all 2 services that report the time are 1 min 20 s behind: more likely the checker's clock is 1 min 20 s ahead",
  ],
  [
    'ahead by the same, most of them',
    [3_600, 3_605, 0, 3_595],
    "the clocks of 3 of 4 services that report the time are 1 h ahead: more likely the checker's clock is 1 h behind",
  ],
])('suspects its own where they are %s', (_name, skews, warning) => {
  expect(ownClockWarnings(skews.map(checkOf))).toEqual([warning]);
  // Services that report no time change nothing.
  expect(ownClockWarnings([SILENT, ...skews.map(checkOf)])).toEqual([warning]);
});

it.each([
  ['none reports the time', []],
  ['one alone is off', [3_600]],
  ['half are right', [3_600, 3_600, 0, 5]],
  ['all are right, or nearly', [60, 59, 0]],
  ['they differ', [3_600, 3_661]],
  ['they are off both ways', [3_600, -3_600]],
])('suspects nothing where %s', (_name, skews) => {
  expect(ownClockWarnings(skews.map(checkOf))).toEqual([]);
  expect(ownClockWarnings([SILENT, ...skews.map(checkOf)])).toEqual([]);
});

it('takes no timestamp into account that is none', () => {
  const odd = checkOf(3_600);
  const none = { ...odd, report: odd.report && { ...odd.report, timestamp: 'yesterday' } };
  expect(ownClockWarnings([none, odd])).toEqual([]);
  expect(ownClockWarnings([none, odd, odd])).toEqual([expect.stringMatching(/^the clocks of all 2 services/)]);
});

it('is shown once for a run', () => {
  const late = answer(200, reportOf({ timestamp: '2026-03-01T13:00:00.000Z' }));
  const results = [
    resultOf('user-service', late),
    resultOf('b', failure('dns_failure')),
    resultOf('user-service', late),
  ];
  const warning = expect.stringMatching(/^the clocks of all 2 services that report the time are 1 h ahead: /);
  expect(ownClockWarnings(results)).toEqual([warning]);
  expect(ownClockWarnings(results.slice(0, 2))).toEqual([]);
});
