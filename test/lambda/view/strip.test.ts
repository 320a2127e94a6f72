/** Strips of checks: what they say in words. */

import type { Rollup } from '../../../lambda/core/history/history';
import { bucketText } from '../../../lambda/view/strip';
import { NOW } from '../../support/observations';

const NOTHING: Rollup = {
  from: NOW - 60_000,
  to: NOW,
  checks: 0,
  failures: {},
  meanMs: null,
  maxMs: null,
  reason: null,
  memoryUsedMb: null,
};

const CHECK = { from: NOW, to: NOW, checks: 1 };

it.each<[string, Partial<Rollup>, RegExp]>([
  ['of a healthy check', { ...CHECK, meanMs: 12 }, /^12:00:00 UTC: healthy, 12 ms$/],
  [
    'of a failed one',
    { ...CHECK, failures: { error: 1 }, reason: 'http_500', meanMs: 3 },
    /^12:00:00 UTC: http_500, 3/,
  ],
  ['of one whose reason nobody noted', { ...CHECK, failures: { error: 1 } }, /^12:00:00 UTC: error$/],
  ['between checks', { ...CHECK, checks: 0 }, /^no record$/],
  ['of time without checks', {}, /^from 11:59:00 UTC: no record$/],
  [
    'of time with one',
    { checks: 1, failures: { error: 1 }, meanMs: 3 },
    /^from 11:59:00 UTC: 1 check, 1 failed, 3.0 ms$/,
  ],
  ['of healthy ones', { checks: 24, meanMs: 20 }, /^from 11:59:00 UTC: 24 checks, all healthy, mean 20 ms$/],
  [
    'of some that failed',
    { checks: 24, failures: { invalid: 1, error: 2 }, meanMs: 20 },
    / 24 checks, 3 failed, mean 20/,
  ],
  ['of some without any answer', { checks: 2, failures: { unreachable: 2 } }, / 2 checks, 2 failed$/],
])('a bucket %s', (_, bucket, expected) => {
  expect(bucketText({ ...NOTHING, ...bucket }, NOW)).toMatch(expected);
});
