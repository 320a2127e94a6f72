/** A backlog of hours: nothing could be sent while services failed and recovered, in one invocation or in several shards. */

import fc from 'fast-check';
import { longestTurnMs, SLOT_MS, sendingLimitMs } from '../../../../lambda/core/deliver/pace';
import { hasPendingAlert } from '../../../../lambda/core/notify/notified';
import { readState } from '../../../../lambda/core/state/stored-state';
import { POLICY } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';
import type { Script } from '../../../support/models/faults';
import { expectNone, outOfOrder } from '../../../support/models/laws';
import { modelConfig } from '../../../support/models/model-config';
import { answerOf, type Health } from '../../../support/models/model-verdicts';
import { createWorld } from '../../../support/models/world';
import { busiestSecond } from './busiest-second';

const MINUTE_MS = 60_000;
/** Between two runs of a story, so that no service flaps: then fewer alerts would be owed. */
const STRIDE_MINUTES = 45;

const OPEN: Script = [];
const REFUSED: Script = [{ call: 'send', fate: 'fails' }];
const UNANSWERED: Script = [{ call: 'send', fate: 'unanswered' }];
const SLOW: Script = [{ call: 'send', fate: 1_500 }];

interface Town {
  /** How many services each shard has. */
  readonly sizes: readonly number[];
  readonly groupFrom: number | null;
}

function build({ sizes, groupFrom }: Town) {
  const shards = sizes.map((size, shard) => Array.from({ length: size }, (_, index) => `${shard}-${index}`));
  const ids = shards.flat();
  const world = createWorld({ processes: shards.length, shards });
  const config = { ...modelConfig(ids, () => ({ alerts: POLICY })), groupFrom };
  return {
    ids,
    world,
    /** A run of every shard, begun within a second, at the pace; `stepMs` is how far the time of day is set before it. */
    run: async (script: Script, healthOf: (id: string) => Health, stepMs = 0) => {
      const start = world.elapsed();
      const sentBefore = world.sendingTimes.length;
      const running = shards.map((_, shard) =>
        world.run(shard, {
          config,
          answer: (id) => answerOf(healthOf(id), id),
          stepMs: shard === 0 ? STRIDE_MINUTES * MINUTE_MS + stepMs : 0,
          delayMs: (shard * 373) % 1_000,
          script,
        }),
      );
      await Promise.all(running);
      // Each run ends before the next begins.
      expect(world.elapsed()).toBeLessThan(start + MINUTE_MS);
      expect(busiestSecond(world.sendingTimes.slice(sentBefore))).toBeLessThanOrEqual(5);
    },
    /** Alerts of how many incidents are owed. */
    owed: () =>
      [...world.stored.values()].reduce((sum, { state }) => {
        const read = readState(state);
        if (read === null) throw new Error('a state that makes no sense');
        const { incidents, notified } = read;
        return sum + incidents.filter(({ id }) => Object.values(notified[id] ?? {}).some(hasPendingAlert)).length;
      }, 0),
  };
}

const healths = fc.constantFrom<Health[]>('healthy', 'healthy', '503', 'refused');
const storm = fc.record({
  script: fc.constantFrom(REFUSED, REFUSED, REFUSED, UNANSWERED, SLOW, OPEN),
  found: fc.array(healths, { minLength: 1, maxLength: 7 }),
  stepMs: fc.constantFrom(0, 0, 0, -90_000, 40_000, -7),
});
const town = fc.record({
  sizes: fc.oneof(fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 }), fc.constant([30])),
  groupFrom: fc.constantFrom(null, 2, 3),
});

it('is sent completely and in order, at the allowed rate', async () => {
  const property = fc.asyncProperty(town, fc.array(storm, { minLength: 1, maxLength: 40 }), async (place, storms) => {
    const { ids, world, run, owed } = build(place);
    for (const { script, found, stepMs } of storms)
      await run(script, (id) => found[ids.indexOf(id) % found.length] ?? 'healthy', stepMs);
    const shards = { count: place.sizes.length };
    const inARun = Math.floor(sendingLimitMs(shards) / Math.max(SLOT_MS, longestTurnMs(shards)));
    // A beginning and an end.
    const most = 3 + Math.ceil((2 * owed()) / inARun);
    let count = 0;
    for (; count < 3 || owed() > 0; count++) {
      expect(count).toBeLessThan(most);
      await run(OPEN, () => 'healthy');
    }
    expectNone(outOfOrder(world), world);
  });
  await fc.assert(property, { numRuns: runs(2, 80) });
});

it.each([
  { sizes: [runs(10, 30)], most: 3 },
  { sizes: Array<number>(3).fill(runs(4, 10)), most: 10 },
])('of one cause and many hours is out within $most runs: $sizes', async ({ sizes, most }) => {
  const { ids, world, run, owed } = build({ sizes, groupFrom: 3 });
  for (let minute = 0; minute < 120; minute++) await run(REFUSED, () => (minute % 6 < 3 ? '503' : 'healthy'));
  expect(owed()).toBe(ids.length * 20);
  let count = 0;
  for (; owed() > 0; count++) await run(OPEN, () => 'healthy');
  expect(count).toBeLessThanOrEqual(most);
  expectNone(outOfOrder(world), world);
});
