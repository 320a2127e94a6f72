/** The alarm "checker silent" over thousands of hours: no false alarm, and every silence is noticed, however many shards there are. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { fleet } from '../../support/aws/synthesis';
import { runs } from '../../support/jest/lane';
import { createFleet, MINUTE_MS } from './fleet-model';

/** Two services for each shard. */
function partsOf(shards: number, interval = '1m', services = 2): string {
  const keys = [`interval: ${interval}`, `servicesPerInvocation: ${services}`, 'metrics: summary', 'dashboard: false'];
  return fleet(shards * services, keys.join('\n'));
}

const RUNBOOK = readFileSync(join(__dirname, '../../../docs/reference/runbook.md'), 'utf8').replace(/\s+/g, ' ');
const [, minutely, fiveMinutely, intervals] = Array.from(
  /notifies within (\d+) minutes of .* within (\d+) minutes with `5m`, and within (\d+) intervals with an hour or more/s.exec(
    RUNBOOK,
  ) ?? [],
  Number,
);
/** How many minutes after the last run of a shard people are notified, by the interval; alarms count whole minutes. */
const NOTICED_MINUTES = {
  '1m': Number(minutely),
  '5m': Number(fiveMinutely),
  '1h': Number(intervals) * 60 + 2,
  '1d': Number(intervals) * 24 * 60 + 2,
} as const;

/** What docs/reference/runbook.md says of a shard that never runs, with `interval: 1m`. */
const NEVER_RUN_MINUTES = 8;

const seeds = fc.integer();
/** CloudWatch looks at more data points than it says: the fewer, the sooner an alarm; the more, the later. */
const FEWEST = 0;
const MOST = 2;

describe.each([1, 5, 25])('with %i parts', (shards) => {
  const text = partsOf(shards);

  it('there is no false alarm in hundreds of hours', () => {
    const property = fc.property(seeds, (seed) => {
      const world = createFleet(text, { seed, beyond: FEWEST });
      world.pass(50 * 60);
      expect(world.notified).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(2, 200) });
  });

  it.each(['one part dies', 'all die, or can not publish their metrics'])(
    '%s: people are notified once, in time',
    (what) => {
      const property = fc.property(
        seeds,
        fc.nat({ max: shards - 1 }),
        fc.integer({ min: 60, max: 120 }),
        (seed, shard, minutes) => {
          const world = createFleet(text, { seed, beyond: MOST });
          world.pass(minutes);
          world.silence(what === 'one part dies' ? shard : 'all');
          const at = world.now();
          world.pass(120);
          expect(world.notified).toEqual([{ alarm: expect.any(String), at: expect.any(Number) }]);
          expect((world.notified[0]?.at ?? 0) - at).toBeLessThanOrEqual(NOTICED_MINUTES['1m'] * MINUTE_MS);
          world.revive();
          world.pass(60);
          expect(world.notified).toHaveLength(1);
        },
      );
      fc.assert(property, { numRuns: runs(2, 200) });
    },
  );

  it('a first deployment that never runs is noticed in time', () => {
    const property = fc.property(seeds, fc.constantFrom(FEWEST, MOST), (seed, beyond) => {
      const world = createFleet(text, { seed, beyond, isDead: true });
      const at = world.now();
      world.pass(6);
      expect(world.notified).toEqual([]);
      world.pass(60);
      expect(world.notified).toHaveLength(1);
      expect((world.notified[0]?.at ?? 0) - at).toBeLessThanOrEqual(NEVER_RUN_MINUTES * MINUTE_MS);
    });
    fc.assert(property, { numRuns: runs(2, 200) });
  });
});

it.each([
  ['more parts', partsOf(5), partsOf(25)],
  ['fewer parts', partsOf(25), partsOf(5)],
  ['parts instead of one', partsOf(1), partsOf(5)],
  ['one instead of parts', partsOf(5), partsOf(1)],
  ['more services', partsOf(1), partsOf(1, '1m', 30)],
  ['more services in each part', partsOf(5), partsOf(5, '1m', 30)],
])('a new deployment with %s is quiet', (_, before, after) => {
  const property = fc.property(seeds, (seed) => {
    const world = createFleet(before, { seed, beyond: FEWEST });
    world.pass(60);
    world.deploy(after);
    world.pass(120);
    expect(world.notified).toEqual([]);
  });
  fc.assert(property, { numRuns: runs(2, 200) });
});

it('new parts that never run are noticed', () => {
  const property = fc.property(seeds, (seed) => {
    const world = createFleet(partsOf(5), { seed, beyond: MOST });
    world.pass(60);
    world.deploy(partsOf(25), true);
    const at = world.now();
    world.pass(60);
    expect(world.notified).toHaveLength(1);
    expect((world.notified[0]?.at ?? 0) - at).toBeLessThanOrEqual(NEVER_RUN_MINUTES * MINUTE_MS);
  });
  fc.assert(property, { numRuns: runs(2, 200) });
});

describe.each(['5m', '1h', '1d'] as const)('with interval: %s', (interval) => {
  const text = partsOf(5, interval);
  const day = 24 * 60;

  it('there is no false alarm', () => {
    const property = fc.property(seeds, (seed) => {
      const world = createFleet(text, { seed, beyond: FEWEST });
      world.pass((interval === '1d' ? 40 : 5) * day);
      expect(world.notified).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(1, 30) });
  });

  it('a part that dies is noticed in time', () => {
    const property = fc.property(seeds, fc.nat({ max: 4 }), (seed, shard) => {
      const world = createFleet(text, { seed, beyond: MOST });
      world.pass(5 * day);
      world.silence(shard);
      const at = world.now();
      world.pass(7 * day);
      expect(world.notified).toHaveLength(1);
      expect((world.notified[0]?.at ?? 0) - at).toBeLessThanOrEqual(NOTICED_MINUTES[interval] * MINUTE_MS);
    });
    fc.assert(property, { numRuns: runs(1, 30) });
  });
});
