/** Which incidents are one episode, and how the latest runs went. */

import { episodeOf } from '../../../../lambda/core/incident/episode';
import type { PastIncident } from '../../../../lambda/core/incident/incident';
import {
  countFailed,
  NO_RUNS,
  RECENT_RUNS_KEPT,
  readRecentRuns,
  withRun,
} from '../../../../lambda/core/incident/recent-runs';
import { MINUTE_MS } from '../../../support/story';

/** Incidents by the minutes in which they opened and ended, in the order in which they ended. */
const pastOf = (...all: readonly (readonly [number, number])[]): PastIncident[] =>
  all.map(([openedAt, resolvedAt], index) => ({
    ...{ id: `${index}`, kind: 'outage', verdict: 'unhealthy', reason: 'http_503', message: '', failedRuns: 1 },
    ...{ openedAt: openedAt * MINUTE_MS, resolvedAt: resolvedAt * MINUTE_MS },
  }));

describe('the episode of an incident that opens at minute 100', () => {
  it.each([
    ['the first of all', pastOf(), 1, 100],
    ['half an hour after the last', pastOf([60, 70]), 2, 60],
    ['more than half an hour after it', pastOf([60, 69]), 1, 100],
    ['at the end of a chain, which may be much longer than half an hour', pastOf([0, 20], [40, 45], [70, 99]), 4, 0],
    ['after a chain that is broken', pastOf([0, 1], [40, 45], [70, 99]), 3, 40],
    ['after two at the same time, which count once', pastOf([60, 90], [62, 90]), 2, 60],
    ['after one of another kind', pastOf([60, 90]).map((one) => ({ ...one, kind: 'condition' as const })), 1, 100],
    ['before the end of the last, since the clock was set back', pastOf([200, 210]), 1, 100],
  ])('%s', (_, past, times, since) => {
    const incident = { id: 'own', kind: 'outage', reason: 'http_503', openedAt: 100 * MINUTE_MS } as const;
    expect(episodeOf(incident, past)).toEqual({ times, since: since * MINUTE_MS });
    // The same once it is over, whatever comes after it.
    const own = { ...(pastOf([100, 101])[0] as PastIncident), id: 'own' };
    const later = { ...(pastOf([102, 103])[0] as PastIncident), id: 'later' };
    expect(episodeOf(own, [...past, own, later])).toEqual({ times, since: since * MINUTE_MS });
  });
});

describe('the recent runs', () => {
  const stateAfter = (marks: string) =>
    [...marks].reduce((state, mark, minute) => withRun(state, mark === '.', minute * MINUTE_MS), NO_RUNS);

  it.each([
    ['', 0, null],
    ['.', 0, { since: 0, runs: 1 }],
    ['..x', 1, { since: 0, runs: 2 }],
    ['..x.', 1, { since: 3, runs: 1 }],
    ['x'.repeat(30), RECENT_RUNS_KEPT, null],
    [`x${'.'.repeat(30)}`, 0, { since: 1, runs: 30 }],
  ])('of "%s": %i failed, and the latest healthy ones in a row are %j', (marks, failed, healthy) => {
    const state = stateAfter(marks);
    expect(countFailed(state)).toBe(failed);
    expect(state.recentRuns).toBe(marks.slice(-RECENT_RUNS_KEPT));
    expect(state.healthy).toEqual(healthy && { ...healthy, since: healthy.since * MINUTE_MS });
  });

  it('begin anew with a clock that is set back, and lose no count', () => {
    expect(withRun(stateAfter('..'), true, -5).healthy).toEqual({ since: -5, runs: 3 });
  });

  it.each([
    [undefined, ''],
    ['x.?', ''],
    [7, ''],
    ['.x'.repeat(99), '.x'.repeat(RECENT_RUNS_KEPT / 2)],
  ])('are read back from %j', (raw, marks) => {
    expect(readRecentRuns(raw)).toBe(marks);
  });
});
