/** How an objective stands: what is reached, what is left of its budget, and how fast it is used. */

import type { Objective } from '../../../../../lambda/core/config/config';
import { type SloCounters, withCounted } from '../../../../../lambda/core/history/slo-counters';
import {
  aimsOf,
  countsOfBucket,
  standingOf,
  standingsOf,
} from '../../../../../lambda/core/incident/objectives/standing';
import { bucketsFrom, pastCheck } from '../../../../support/core/buckets';
import { MINUTE_MS } from '../../../../support/core/story';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const DAY_MS = 86_400_000;
const OBJECTIVE: Objective = {
  availability: 0.999,
  responseTime: { underMs: 800, share: 0.99 },
  windowMs: 30 * DAY_MS,
};
const AIMS = { underMs: 800, windowMs: 30 * DAY_MS };

/** A check a minute up to `NOW`; `minutes` ago some failed, and others were slow. */
function tallyOf(count: number, failed: readonly number[], slow: readonly number[] = []): SloCounters | null {
  const minutes = Array.from({ length: count }, (_, index) => count - index);
  return minutes.reduce<SloCounters | null>((counters, ago) => {
    const check = pastCheck(NOW - ago * MINUTE_MS, { ms: slow.includes(ago) ? 800 : 799 });
    return withCounted(counters, failed.includes(ago) ? { ...check, kind: 'error', reason: 'http_500' } : check, AIMS);
  }, null);
}

it('is what was reached, the time that is left, and how fast it went in the last hour', () => {
  const counters = tallyOf(2 * 1_440, [10, 20, 30, 1_500], [5, 15, 100]);
  const [availability, responseTime] = standingsOf(OBJECTIVE, counters, NOW);
  expect(availability).toEqual({
    aim: 'availability',
    target: 0.999,
    underMs: null,
    windowMs: 30 * DAY_MS,
    since: NOW - 2 * DAY_MS,
    checks: 2_880,
    bad: 4,
    reached: 1 - 4 / 2_880,
    // 43.2 minutes in a month, less four minutes.
    budgetLeftMs: expect.closeTo(39.2 * MINUTE_MS, 0),
    burnRate: expect.closeTo(3 / 60 / 0.001, 6),
  });
  expect(responseTime).toMatchObject({
    aim: 'responseTime',
    target: 0.99,
    underMs: 800,
    checks: 2_876,
    bad: 3,
    burnRate: expect.closeTo(2 / 57 / 0.01, 6),
  });
});

it('is missed if more went wrong than may', () => {
  const [availability] = standingsOf(
    OBJECTIVE,
    tallyOf(
      1_440,
      Array.from({ length: 60 }, (_, index) => index + 1),
    ),
    NOW,
  );
  expect(availability?.budgetLeftMs).toBeCloseTo(-16.8 * MINUTE_MS, 0);
});

it('counts nothing before the first check, or for another threshold', () => {
  const nothing = { since: NOW, checks: 0, bad: 0, reached: null, burnRate: null };
  expect(standingsOf(OBJECTIVE, null, NOW)).toMatchObject([
    { ...nothing, budgetLeftMs: expect.closeTo(43.2 * MINUTE_MS, 0) },
    nothing,
  ]);
  const other = { ...OBJECTIVE, responseTime: { underMs: 500, share: 0.99 } };
  expect(standingsOf(other, tallyOf(10, []), NOW)).toMatchObject([{ checks: 10 }, nothing]);
  expect(standingsOf(null, tallyOf(10, []), NOW)).toEqual([]);
  expect(standingsOf({ ...OBJECTIVE, availability: null }, tallyOf(10, []), NOW)).toMatchObject([
    { aim: 'responseTime' },
  ]);
});

it('leaves out what was before the window', () => {
  const old = withCounted(null, { ...pastCheck(NOW - 40 * DAY_MS), kind: 'error' }, AIMS);
  const [standing] = standingsOf(OBJECTIVE, withCounted(old, pastCheck(NOW), AIMS), NOW);
  expect(standing).toMatchObject({ since: NOW - 30 * DAY_MS, checks: 1, bad: 0, reached: 1 });
});

it('is the same from buckets, which say nothing of another threshold', () => {
  const checks = [pastCheck(NOW), pastCheck(NOW + 1, { ms: 900 }), pastCheck(NOW + 2, { kind: 'error' })];
  const [availability, responseTime] = aimsOf(OBJECTIVE);
  if (!availability || !responseTime) throw new Error('there are two aims');
  const [bucket] = bucketsFrom(checks, [], DAY_MS, 800);
  const [other] = bucketsFrom(checks, [], DAY_MS, 900);
  if (!bucket || !other) throw new Error('there is a day');
  expect(countsOfBucket(availability, bucket)).toEqual({ checks: 3, bad: 1 });
  expect(countsOfBucket(responseTime, bucket)).toEqual({ checks: 2, bad: 1 });
  expect(countsOfBucket(responseTime, other)).toEqual({ checks: 0, bad: 0 });
  expect(standingOf(responseTime, { checks: 2, bad: 1, since: NOW - DAY_MS }, NOW)).toMatchObject({
    reached: 0.5,
    budgetLeftMs: expect.closeTo(0.3 * DAY_MS - 0.5 * DAY_MS, 0),
    burnRate: null,
  });
});
