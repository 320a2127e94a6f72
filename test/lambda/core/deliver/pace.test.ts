/** The pace of messages: few enough in any second for a mailbox, however many invocations send at once. */

import fc from 'fast-check';
import { createPace, longestTurnMs, WHOLE, waitMs } from '../../../../lambda/core/deliver/pace';
import { runs } from '../../../support/lane';

/** When a part sends, in virtual milliseconds: as often as it may, from `start` on. */
async function timesOf(part: { shard: number; shards: number }, start: number, messages: number): Promise<number[]> {
  let now = start;
  const clock = {
    now: () => now,
    elapsed: () => now - start,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const pace = createPace(part, clock);
  const times: number[] = [];
  for (let index = 0; index < messages; index++) {
    expect(await pace.turn(Number.POSITIVE_INFINITY)).toBe(true);
    times.push(now);
    now += 3;
  }
  return times;
}

/** The most messages in any second. */
function busiest(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right);
  return Math.max(...sorted.map((from) => sorted.filter((time) => time >= from && time < from + 1_000).length));
}

it('lets the first message of a whole deployment out at once', async () => {
  const [first] = await timesOf(WHOLE, 1_234_567, 1);
  expect(first).toBe(1_234_567);
});

/**
 * Amazon SNS developer guide: "Exceeding the limit of 10 messages per second (TPS) for an email or email-json endpoint
 * will trigger an automatic suspension of the subscription". Half of it leaves room for what else is sent there.
 */
it('lets at most five messages out in any second, all parts together, whenever each of them starts', async () => {
  const starts = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(starts, async (all) => {
      const times = await Promise.all(
        all.map((start, shard) => timesOf({ shard, shards: all.length }, 1_700_000_000_000 + start, 12)),
      );
      expect(busiest(times.flat())).toBeLessThanOrEqual(5);
    }),
    { numRuns: runs(50) },
  );
});

it('keeps to it if the clocks of the invocations differ by some milliseconds', async () => {
  const times = await Promise.all(
    [0, 1, 2, 3, 4].map(async (shard) => {
      const skew = [-20, 13, 0, 20, -7][shard] ?? 0;
      return (await timesOf({ shard, shards: 5 }, 1_700_000_000_000 + skew, 20)).map((time) => time - skew);
    }),
  );
  expect(busiest(times.flat())).toBeLessThanOrEqual(5);
});

it.each([1, 2, 5, 60, 500])('gives each of %d parts its turn within %#', (shards) => {
  for (let now = 0; now < 20_000; now += 37) {
    const wait = waitMs({ shard: shards - 1, shards }, now, Number.POSITIVE_INFINITY);
    expect(wait).toBeLessThanOrEqual(longestTurnMs({ shards }));
  }
  expect(longestTurnMs({ shards })).toBeLessThanOrEqual(15_000);
});

it('says so, and does not wait, if its turn comes too late', async () => {
  let slept = 0;
  const clock = {
    now: () => 50,
    elapsed: () => 0,
    sleep: async (milliseconds: number) => {
      slept += milliseconds;
    },
  };
  expect(await createPace({ shard: 9, shards: 10 }, clock).turn(1_000)).toBe(false);
  expect(slept).toBe(0);
});
