/** The pace of messages: few enough in any second for a mailbox, however many invocations send at once. */

import fc from 'fast-check';
import { type Shard, WHOLE } from '../../../../lambda/core/config/shard';
import { createPace, longestTurnMs, waitMs } from '../../../../lambda/core/deliver/pace';
import { runs } from '../../../support/jest/lane';
import { busiestSecond } from './busiest-second';

/** When a shard sends, in virtual milliseconds: as often as it may, from `start` on. */
function timesOf(shard: Shard, start: number, messages: number): number[] {
  let now = start;
  const pace = createPace(shard, { now: () => now, elapsed: () => now - start });
  return Array.from({ length: messages }, () => {
    now += 3;
    now += pace.waitMs();
    pace.take();
    return now;
  });
}

it('lets the first message of a whole deployment out at once', () => {
  expect(waitMs(WHOLE, 1_234_567, Number.POSITIVE_INFINITY)).toBe(0);
});

/**
 * Amazon SNS developer guide, "Amazon SNS email subscription setup and management": "Exceeding the limit of 10 messages per
 * second (TPS) for an email or email-json endpoint will trigger an automatic suspension of the subscription, placing it in a
 * pending confirmation status." Half of it leaves room for other messages to the same topic.
 */
it('lets at most five messages out in any second, all parts together, whenever each of them starts', () => {
  const starts = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(starts, (all) => {
      const times = all.flatMap((start, shard) =>
        timesOf({ index: shard, count: all.length }, 1_700_000_000_000 + start, 12),
      );
      expect(busiestSecond(times)).toBeLessThanOrEqual(5);
    }),
    { numRuns: runs(17) },
  );
});

it('keeps to it if the clocks of the invocations differ by some milliseconds', () => {
  const times = [-20, 13, 0, 20, -7].flatMap((skew, shard) =>
    timesOf({ index: shard, count: 5 }, 1_700_000_000_000 + skew, 20).map((time) => time - skew),
  );
  expect(busiestSecond(times)).toBeLessThanOrEqual(5);
});

it.each([1, 2, 5, 60, 500])('gives each of %d parts its turn within the longest that it is said to wait', (count) => {
  for (let now = 0; now < 20_000; now += 37) {
    const wait = waitMs({ index: count - 1, count }, now, Number.POSITIVE_INFINITY);
    expect(wait).toBeLessThanOrEqual(longestTurnMs({ count }));
  }
});
