/** Which incidents are one episode, and how the latest runs went. */

import { readStored } from '../../../../lambda/core/fields/stored-value';
import { countFailed, RECENT_RUNS_KEPT, recentRunsSchema, withRun } from '../../../../lambda/core/history/recent-runs';
import { episodeOf } from '../../../../lambda/core/incident/episode';
import type { Incident } from '../../../../lambda/core/incident/incident';
import { pastOutage } from '../../../support/core/past-services';
import { MINUTE_MS } from '../../../support/core/story';

/** Outages by the minutes in which they opened and ended. */
const pastOf = (...all: readonly (readonly [number, number])[]): Incident[] =>
  all.map(([openedAt, end], index) => pastOutage(openedAt * MINUTE_MS, end * MINUTE_MS, { id: `${index}` }));

describe('the episode of an outage that opens at minute 100', () => {
  it.each([
    ['the first of all', pastOf(), 1, 100],
    ['half an hour after the last', pastOf([60, 70]), 2, 60],
    ['more than half an hour after it', pastOf([60, 69]), 1, 100],
    ['at the end of a chain, which may be much longer than half an hour', pastOf([0, 20], [40, 45], [70, 99]), 4, 0],
    ['after a chain that is broken', pastOf([0, 1], [40, 45], [70, 99]), 3, 40],
    ['after one that failed three times', pastOf([60, 90]).map((one) => ({ ...one, failures: 3 })), 4, 60],
    [
      'after one and its duplicate, which count once',
      pastOf([60, 90], [62, 90]).map((one, index) =>
        index === 0 ? one : { ...one, over: { at: 90 * MINUTE_MS, why: 'duplicate' as const, of: '0' } },
      ),
      2,
      60,
    ],
    ['after one of another kind', pastOf([60, 90]).map((one) => ({ ...one, kind: 'condition' as const })), 1, 100],
    ['before the end of the last, since the clock was set back', pastOf([200, 210]), 1, 100],
  ] as const)('%s', (_, past, times, since) => {
    const outage = { id: 'own', openedAt: 100 * MINUTE_MS, failures: 1 };
    expect(episodeOf(outage, past)).toEqual({ times, since: since * MINUTE_MS });
    // The same once it is over, whatever comes after it.
    const own = pastOutage(100 * MINUTE_MS, 101 * MINUTE_MS, { id: 'own' });
    const later = pastOutage(102 * MINUTE_MS, 103 * MINUTE_MS, { id: 'later' });
    expect(episodeOf(own, [...past, own, later])).toEqual({ times, since: since * MINUTE_MS });
  });
});

describe('the recent runs', () => {
  const marksAfter = (marks: string) => [...marks].reduce((known, mark) => withRun(known, mark === '.'), '');

  it.each([
    ['', 0],
    ['.', 0],
    ['..x', 1],
    ['..x.', 1],
    ['x'.repeat(30), RECENT_RUNS_KEPT],
    [`x${'.'.repeat(30)}`, 0],
  ])('of "%s": %i failed', (marks, failed) => {
    const recentRuns = marksAfter(marks);
    expect(countFailed({ recentRuns })).toBe(failed);
    expect(recentRuns).toBe(marks.slice(-RECENT_RUNS_KEPT));
  });

  it.each([
    ['..x', '..x'],
    [undefined, null],
    ['x.?', null],
    [7, null],
    ['.x'.repeat(RECENT_RUNS_KEPT), null],
  ])('are read back from %j', (raw, marks) => {
    expect(readStored(recentRunsSchema, raw)).toBe(marks);
  });
});
