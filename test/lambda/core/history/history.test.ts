/** Single checks, sums of many, and buckets of equal length: what a picture of the past is drawn from. */

import {
  availability,
  failedChecks,
  inBuckets,
  type Rollup,
  rollupOf,
  sumUp,
} from '../../../../lambda/core/history/history';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { FAILURE_KINDS, type FailureKind } from '../../../../lambda/core/words/codes';
import { answer, failure, NOW, reportOf } from '../../../support/observations';
import { resultOf } from '../../../support/runs';

const rollup = (fields: Partial<Rollup> = {}): Rollup => ({
  from: 0,
  to: fields.from ?? 0,
  checks: 1,
  failures: {},
  meanMs: 10,
  maxMs: 10,
  reason: null,
  memoryUsedMb: null,
  ...fields,
});

describe('the rollup of one check', () => {
  const one = { from: NOW, to: NOW, checks: 1 };
  it.each<[string, Observation, Partial<Rollup>]>([
    [
      'a healthy report has time and memory, and no reason',
      answer(200, reportOf({ service: 'mail' })),
      { failures: {}, meanMs: 15, maxMs: 15, reason: null, memoryUsedMb: 256.25 },
    ],
    [
      'an unhealthy report has all of them',
      answer(200, reportOf({ service: 'mail', status: 'unhealthy' })),
      { failures: { unhealthy: 1 }, meanMs: 15, maxMs: 15, reason: 'reported_unhealthy', memoryUsedMb: 256.25 },
    ],
    [
      'a failure with an answer has a time',
      answer(500, { error: 'down' }),
      { failures: { error: 1 }, meanMs: 15, maxMs: 15, reason: 'http_500', memoryUsedMb: null },
    ],
    [
      'no answer has no time',
      failure('timeout_response'),
      { failures: { unreachable: 1 }, meanMs: null, maxMs: null, reason: 'timeout_response', memoryUsedMb: null },
    ],
    [
      'the memory of another service is not its own',
      answer(200, reportOf({ service: 'cart' })),
      { failures: { invalid: 1 }, meanMs: 15, maxMs: 15, reason: 'wrong_service', memoryUsedMb: null },
    ],
  ])('%s', (_, observation, expected) => {
    expect(rollupOf(resultOf('mail', observation))).toEqual({ ...one, ...expected });
  });
});

describe('a sum', () => {
  it('of nothing holds no check and no time', () => {
    expect(sumUp([], 1, 2)).toEqual(rollup({ from: 1, to: 2, checks: 0, meanMs: null, maxMs: null }));
  });

  it('counts checks and failures, and keeps the longest time and the last memory', () => {
    const parts = [
      rollup({ checks: 60, failures: { error: 2, unreachable: 10 }, maxMs: 90, memoryUsedMb: 5 }),
      rollup({ failures: { error: 1 }, reason: 'http_500', memoryUsedMb: 7 }),
      rollup(),
    ];
    expect(sumUp(parts, 0, 9)).toMatchObject({
      from: 0,
      to: 9,
      checks: 62,
      failures: { unreachable: 10, error: 3 },
      maxMs: 90,
      reason: null,
      memoryUsedMb: 7,
    });
  });

  it('weighs each time by its answers, not by its checks', () => {
    const hour = rollup({ checks: 60, failures: { unreachable: 58 }, meanMs: 40 });
    const silent = rollup({ failures: { unreachable: 1 }, meanMs: null, maxMs: null });
    expect(sumUp([hour, rollup(), rollup(), silent], 0, 9).meanMs).toBe(25);
  });

  it('of sums is the sum of all', () => {
    const kinds: (FailureKind | null)[] = [...FAILURE_KINDS, null, null, null];
    const all = kinds.map((kind, index) =>
      rollup({
        failures: kind ? { [kind]: 1 } : {},
        ...(kind === 'unreachable' ? { meanMs: null, maxMs: null } : { meanMs: 2 ** index, maxMs: 2 ** index }),
      }),
    );
    const inParts = sumUp([sumUp(all.slice(0, 3), 0, 1), sumUp(all.slice(3), 1, 2)], 0, 2);
    const atOnce = sumUp(all, 0, 2);
    expect({ ...inParts, meanMs: 0 }).toEqual({ ...atOnce, meanMs: 0 });
    expect(inParts.meanMs).toBeCloseTo(atOnce.meanMs ?? Number.NaN, 9);
  });
});

it('the share of healthy checks counts each check alike, and is unknown without any', () => {
  const hour = rollup({ checks: 99, failures: { error: 20, invalid: 4 } });
  expect(failedChecks(hour)).toBe(24);
  expect(availability([hour, rollup({ failures: { error: 1 } })])).toBe(0.75);
  expect(availability([rollup({ checks: 0 })])).toBeNull();
  expect(availability([])).toBeNull();
});

describe('buckets', () => {
  const counts = (rollups: readonly Rollup[]) => inBuckets(rollups, 100, 200, 4).map(({ checks }) => checks);

  it('cover the time without a gap', () => {
    expect(inBuckets([], 100, 200, 4).map(({ from, to }) => [from, to])).toEqual([
      [100, 125],
      [125, 150],
      [150, 175],
      [175, 200],
    ]);
  });

  it('hold each check once: from their beginning to before their end', () => {
    const checks = [99, 100, 124, 125, 174, 175, 199, 200].map((from) => rollup({ from }));
    expect(counts(checks)).toEqual([2, 1, 1, 2]);
  });

  it('hold a rollup once, by its middle', () => {
    expect(counts([rollup({ from: 115, to: 139, checks: 7 })])).toEqual([0, 7, 0, 0]);
    expect(counts([rollup({ from: 120, to: 176, checks: 7 })])).toEqual([0, 7, 0, 0]);
  });

  it('hold one that lies in their time only in part at the edge', () => {
    expect(counts([rollup({ from: 0, to: 101, checks: 7 })])).toEqual([7, 0, 0, 0]);
    expect(counts([rollup({ from: 199, to: 999, checks: 7 })])).toEqual([0, 0, 0, 7]);
    expect(counts([rollup({ from: 0, to: 100, checks: 7 })])).toEqual([0, 0, 0, 0]);
    expect(counts([rollup({ from: 200, to: 300, checks: 7 })])).toEqual([0, 0, 0, 0]);
  });
});
