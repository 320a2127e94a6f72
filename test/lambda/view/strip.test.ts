/** Strips of checks: what they say in words. */

import type { Stretch } from '../../../lambda/core/history';
import { slotText } from '../../../lambda/view/strip';
import { NOW } from '../../support/observations';

const NOTHING: Stretch = {
  from: NOW - 60_000,
  to: NOW,
  checks: 0,
  failures: {},
  meanMs: null,
  maxMs: null,
  reason: null,
  memoryUsedMb: null,
};

it.each<[string, Partial<Stretch>, RegExp]>([
  ['without checks', {}, /^not checked$/],
  ['of a healthy check', { checks: 1, meanMs: 12 }, /^\d\d:\d\d:\d\d UTC: healthy, 12 ms$/],
  [
    'of a failed one',
    { checks: 1, failures: { error: 1 }, reason: 'server_error', meanMs: 3 },
    / UTC: server_error, 3/,
  ],
  ['of one that failed in a way that nobody noted', { checks: 1, failures: { error: 1 } }, / UTC: error$/],
  ['of healthy ones', { checks: 24, meanMs: 20 }, /^from \d\d:\d\d:\d\d UTC: 24 checks, all healthy, mean 20 ms$/],
  [
    'of some that failed',
    { checks: 24, failures: { invalid: 1, unreachable: 2 }, meanMs: 20 },
    / 24 checks, 2 unreachable, 1 invalid, mean 20 ms$/,
  ],
  ['of some without any answer', { checks: 2, failures: { unreachable: 2 } }, / 2 checks, 2 unreachable$/],
])('a slot %s', (_, slot, expected) => {
  expect(slotText({ ...NOTHING, ...slot }, NOW)).toMatch(expected);
});
