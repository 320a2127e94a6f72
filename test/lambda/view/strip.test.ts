/** Strips of checks: what they say in words. */

import { emptyBucket } from '../../../lambda/core/history/bucket';
import { timesOf } from '../../../lambda/core/history/response-times';
import type { Bar } from '../../../lambda/view/history-view';
import { barText } from '../../../lambda/view/strip';
import { pastCheck } from '../../support/buckets';
import { NOW } from '../../support/observations';

const NOTHING: Bar = emptyBucket(NOW - 60_000, NOW);
const CHECK = { from: NOW, to: NOW, checks: 1 };

it.each<[string, Partial<Bar>, string | RegExp]>([
  ['of a healthy check', { ...CHECK, check: pastCheck(NOW, { ms: 12.34 }) }, '12:00:00 UTC: healthy, 12 ms'],
  [
    'of a failed one',
    { ...CHECK, failures: { error: 1 }, check: pastCheck(NOW, { kind: 'error', reason: 'http_500', ms: 3 }) },
    '12:00:00 UTC: http_500, 3.0 ms',
  ],
  [
    'of one without an answer',
    {
      ...CHECK,
      failures: { unreachable: 1 },
      check: pastCheck(NOW, { kind: 'unreachable', reason: 'dns_failure', ms: null }),
    },
    '12:00:00 UTC: dns_failure',
  ],
  [
    'of one whose reason nobody noted',
    { ...CHECK, failures: { error: 1 }, check: pastCheck(NOW, { kind: 'error', reason: '', ms: null }) },
    '12:00:00 UTC: error',
  ],
  ['between checks', { ...CHECK, checks: 0 }, 'no record'],
  ['of time without checks', {}, 'from 11:59:00 UTC: no record'],
  [
    'of time with one',
    { checks: 1, failures: { error: 1 }, times: timesOf(3) },
    /^from 11:59:00 UTC: 1 check, 1 failed: error, (2\.9|3\.[01]) ms$/,
  ],
  [
    'of healthy ones',
    { checks: 20, times: { first: 50, counts: [18, 0, 2] } },
    /^from 11:59:00 UTC: 20 checks, all healthy, p50 1\d ms, p95 1\d ms$/,
  ],
  [
    'of some that failed',
    { checks: 24, failures: { invalid: 1, unreachable: 2 } },
    'from 11:59:00 UTC: 24 checks, 3 failed: 2 unreachable, 1 invalid',
  ],
  [
    'of some without any answer',
    { checks: 2, failures: { unreachable: 2 } },
    'from 11:59:00 UTC: 2 checks, 2 failed: unreachable',
  ],
  [
    'of restarts and versions',
    { checks: 2, restarts: 2, versions: 1 },
    'from 11:59:00 UTC: 2 checks, all healthy, 2 restarts, 1 change of version',
  ],
])('a bar %s', (_, bar, expected) => {
  const text = barText({ ...NOTHING, ...bar }, NOW);
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
});
