/** The config of a fleet in pieces: each shard has its own services, and all together are the config that was split. */

import fc from 'fast-check';
import { shardOf } from '../../../../lambda/core/config/shard';
import { joinedConfig, splitConfig } from '../../../../lambda/core/config/whole-config';
import { understood } from '../../../support/core/parsed';
import { wholeOf } from '../../../support/core/runs';
import { runs } from '../../../support/jest/lane';

const configOf = (services: readonly object[]) =>
  understood('', { text: JSON.stringify({ name: 'fleet', services }) }).config;

const settings = fc.record(
  {
    timeout: fc.constantFrom('2s', '3s'),
    origin: fc.constantFrom('https://a.internal', 'https://b.internal'),
    group: fc.constantFrom('a', 'b'),
    retry: fc.record({ attempts: fc.integer({ min: 1, max: 3 }) }),
  },
  { requiredKeys: [] },
);
const fleets = fc
  .array(settings, { minLength: 1, maxLength: 12 })
  .map((all) => all.map((one, index) => ({ ...one, id: `s${index}`, baseUrl: `https://s${index}.internal` })));

it('is the config that was split, shard by shard and together', () => {
  const property = fc.property(fleets, fc.integer({ min: 1, max: 12 }), fc.nat(), (services, most, any) => {
    const config = configOf(services);
    const count = Math.min(most, services.length);
    const { shards, ...pieces } = JSON.parse(JSON.stringify(splitConfig(config, count)));
    const whole = joinedConfig(pieces, (index) => shards[index]);
    const shard = { index: any % count, count };
    expect(whole.shardOf(shard)).toEqual(shardOf(config, shard));
    expect(whole.ids).toEqual(config.services.map(({ id }) => id));
    expect(whole.all()).toEqual(config);
  });
  fc.assert(property, { numRuns: runs(50) });
});

it('has shards of services that follow each other, of which none is larger than another by more than one', () => {
  const property = fc.property(fleets, fc.integer({ min: 1, max: 12 }), (services, most) => {
    const config = configOf(services);
    const { shards } = splitConfig(config, Math.min(most, services.length));
    const sizes = shards.map(({ length }) => length);
    expect(shards.flat()).toEqual(config.services);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });
  fc.assert(property, { numRuns: runs(50) });
});

it('has the shards of another version of the schedule too', () => {
  const config = configOf(
    Array.from({ length: 7 }, (_, index) => ({ id: `s${index}`, baseUrl: `https://s${index}.a` })),
  );
  const whole = wholeOf(config, 3);
  for (const shard of [
    { index: 1, count: 2 },
    { index: 0, count: 1 },
  ])
    expect(whole.shardOf(shard)).toEqual(shardOf(config, shard));
});

it('reads nothing of the other shards unless they are asked for', () => {
  const config = configOf(
    Array.from({ length: 4 }, (_, index) => ({ id: `s${index}`, baseUrl: `https://s${index}.a` })),
  );
  const { shards, ...pieces } = splitConfig(config, 2);
  const read: number[] = [];
  const whole = joinedConfig(pieces, (shard) => {
    read.push(shard);
    return shards[shard] ?? [];
  });
  expect(whole.shardOf({ index: 0, count: 2 }).services.map(({ id }) => id)).toEqual(['s0', 's1']);
  expect(read).toEqual([0]);
  expect(whole.all()).toEqual(config);
  expect(read).toEqual([0, 1]);
});
