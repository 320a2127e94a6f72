/** Several results are waited for, but no longer than until a time. */

import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import { resultsBy } from '../../../../lambda/core/words/time-limit';

const never = new Promise<string>(() => undefined);

it('has what is done by then, in its order, and null for the rest', async () => {
  const until = systemClock.elapsed() + 20.7;
  expect(await resultsBy([never, Promise.resolve('b')], until, systemClock)).toEqual([null, 'b']);
});

// Node counts whole milliseconds: a timer of 20.7 ms may wake after 20.
it('waits no longer if a timer wakes a little too early', async () => {
  let now = 0;
  const clock = {
    elapsed: () => now,
    sleep: async (milliseconds: number) => {
      now += Math.trunc(milliseconds);
    },
  };
  expect(await resultsBy([never], 20.7, clock)).toEqual([null]);
});

it('has what is done already if the time is over', async () => {
  expect(await resultsBy([Promise.resolve('a'), never], systemClock.elapsed() - 1, systemClock)).toEqual(['a', null]);
});
