/** Tests of uptime and response times over a day, a week, a month and a quarter. */

import { serviceFigures } from '../../../../../lambda/core/documents/facts/service-figures';
import { type Bucket, emptyBucket } from '../../../../../lambda/core/history/bucket';
import { timesOf } from '../../../../../lambda/core/words/response-times';
import { pastCheck } from '../../../../support/core/buckets';
import { NOW } from '../../../../support/core/observations';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const hour = (ago: number, more: Partial<Bucket> = {}): Bucket => {
  const from = Math.floor(NOW / HOUR_MS) * HOUR_MS - ago * HOUR_MS;
  return { ...emptyBucket(from, from + HOUR_MS), checks: 60, times: timesOf(20), ...more };
};
const day = (ago: number, more: Partial<Bucket> = {}): Bucket => {
  const from = Math.floor(NOW / DAY_MS) * DAY_MS - ago * DAY_MS;
  return { ...emptyBucket(from, from + DAY_MS), checks: 1_440, ...more };
};
const failed = (count: number) => ({ failures: { error: count } });
const inDays = (hours: readonly Bucket[], days: readonly Bucket[]) =>
  serviceFigures({ hours, days }, [], NOW).uptime.map(({ days: length, checks, healthy }) => [
    length,
    checks - healthy,
  ]);

it('the uptime counts failures in the last day, week, month and quarter', () => {
  const days = Array.from({ length: 90 }, (_, ago) => day(ago, [3, 20, 80].includes(ago) ? failed(10) : {}));
  const hours = Array.from({ length: 48 }, (_, ago) => hour(ago, ago === 2 || ago === 30 ? failed(1) : {}));
  expect(inDays(hours, days)).toEqual([
    [1, 1],
    [7, 10],
    [30, 20],
    [90, 30],
  ]);
});

it('the uptime leaves out planned maintenance', () => {
  const maintained = hour(1, { ...failed(60), maintenance: { checks: 60, failures: { error: 60 } } });
  expect(inDays([hour(0), maintained], [])).toEqual([[1, 0]]);
});

it('the uptime has no period that adds nothing to a shorter one', () => {
  expect(inDays([hour(0)], [day(0, { checks: 60 })])).toEqual([[1, 0]]);
  expect(inDays([hour(0)], [day(0), day(1)])).toEqual([
    [1, 0],
    [7, 0],
  ]);
  expect(inDays([], [])).toEqual([]);
});

it('the response time is compared with the day before', () => {
  const timed = (ago: number, ms: number) => hour(ago, { times: timesOf(ms) });
  const before = [timed(40, 20), timed(30, 20)];
  const { responseMs, responseChange } = serviceFigures(
    { hours: [...before, timed(10, 40), timed(5, 40)], days: [] },
    [],
    NOW,
  );
  expect(responseMs?.p50).toBeCloseTo(40, -1);
  expect(responseChange).toBeGreaterThan(0.85);
  expect(responseChange).toBeLessThan(1.15);
  expect(serviceFigures({ hours: [timed(5, 40)], days: [] }, [], NOW).responseChange).toBeNull();
  expect(serviceFigures({ hours: before, days: [] }, [], NOW)).toMatchObject({
    responseMs: null,
    responseChange: null,
  });
});

it('the response time is exact while each answer is recorded by itself', () => {
  const [first, last] = [hour(1, { times: timesOf(67) }), hour(0, { times: timesOf(90) })];
  const checks = [first, last].map(({ from }, index) => pastCheck(from, { ms: [67, 90][index] ?? null }));
  expect(serviceFigures({ hours: [first, last], days: [] }, checks, NOW).responseMs).toEqual({ p50: 67, p95: 90 });
  // The first answer is only in the totals.
  const { responseMs } = serviceFigures({ hours: [first, last], days: [] }, checks.slice(1), NOW);
  expect(responseMs?.p50).not.toBe(67);
});
