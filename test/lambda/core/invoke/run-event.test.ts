/** Tests of the events of runs. */

import { readRunEvent } from '../../../../lambda/core/invoke/run-event';

const read = (event: unknown) => readRunEvent(event, 2);

describe('a run', () => {
  it.each([undefined, null, {}, { shard: 0, shards: 1 }])('%j is of all services', (event) => {
    expect(read(event)).toEqual({ index: 0, count: 1 });
  });

  it('may be of a shard', () => {
    expect(read({ shard: 1, shards: 2 })).toEqual({ index: 1, count: 2 });
  });

  it('may have its due time', () => {
    const due = '2026-03-01T12:00:00Z';
    expect(read({ shard: 1, shards: 2, due })).toEqual({ index: 1, count: 2, due: Date.parse(due) });
  });

  // As a schedule whose placeholder was not replaced. To run is safe, not to run is not.
  it.each(['<aws.scheduler.scheduled-time>', 7, null, ''])('takes place with the due time %j', (due) => {
    expect(read({ due })).toEqual({ index: 0, count: 1 });
  });

  // It comes from the schedule: if nothing runs, the checker has failed.
  it.each([
    { shard: 3, shards: 2 },
    { shard: 1 },
    { shards: 0 },
    { shard: -1, shards: 2 },
    { shard: 0.5, shards: 2 },
    { shard: '1', shards: 2 },
    { shard: 0, shards: '2' },
    { shard: null, shards: 2 },
    { shard: 0, shards: Number.POSITIVE_INFINITY },
  ])('%j fails', (event) => {
    expect(() => read(event)).toThrow(
      /^expected "shard" below "shards", both whole numbers, and 2 shards at most, not \{/,
    );
  });
});

it.each<[unknown]>([
  ['tick'],
  [7],
  [[0]],
  [{ shard: 0, as: 'line' }],
  [{ time: '2026-03-01T12:00:00Z' }],
  [{ toString: 1 }],
])('%j is no run', (event) => {
  expect(read(event)).toBeNull();
});

it('a shard that is nested too deep to be shown fails', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  expect(() => read({ shard: deep, shards: 2 })).toThrow(/^expected "shard" below "shards"/);
});
