/** What is kept of a service besides its incidents: its latest check, its restarts and versions, the alerts sent about them. */

import { readStored } from '../../../../lambda/core/fields/stored-value';
import { CHANGES_KEPT, changeBetween, changesSchema } from '../../../../lambda/core/history/service-change';
import { SETTLED_KEPT } from '../../../../lambda/core/incident/incident';
import { sentAlerts } from '../../../../lambda/core/notify/sent';
import { type LatestCheck, latestCheckSchema, latestOf } from '../../../../lambda/core/probe/latest-check';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { answer, failure, NOW, reportOf, TIMINGS } from '../../../support/core/observations';
import { resultOf } from '../../../support/core/runs';

const STALE_AFTER_MS = 600_000;
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const stateAfter = async (story: readonly Found[]) => {
  const known = await knownOf({ a: story });
  return known.services[0]?.state as ServiceState;
};

describe('the latest check', () => {
  it.each([
    ['a healthy answer', answer(200, reportOf({ region: 'eu' }))],
    ['an odd answer', { ...answer(200, reportOf({ version: 7, memory: null })), certificateExpiresAt: NOW + 1e8 }],
    ['an error', answer(500, { error: 'no database', service: 'a', timestamp: 'now' })],
    ['a page that says what it is', answer(500, '<title>Upstream gone</title>')],
    ['no answer', failure('connection_refused')],
    [
      'an answer that came while the checker was blocked',
      { ...answer(200, ''), timings: { ...TIMINGS, blockedMs: 9.5 } },
    ],
  ])('%s reads back unchanged', (_, observation) => {
    const latest = latestOf(resultOf('a', observation, 2), null, STALE_AFTER_MS);
    expect(readStored(latestCheckSchema, throughJson(latest))).toEqual(latest);
  });

  it('has the report that came with another Origin', () => {
    const otherOrigin = { httpStatus: 200, keys: ['origin', 'headers.Origin'] };
    const latest = latestOf({ ...resultOf('a', answer(500, '')), otherOrigin }, null, STALE_AFTER_MS);
    expect(readStored(latestCheckSchema, throughJson(latest))).toEqual(latest);
    expect(latest.otherOrigin).toEqual(otherOrigin);
  });

  it.each([null, 7, 'well', [], {}, { at: 'now' }, { at: 1e300 }])('ignores %j', (raw) => {
    expect(readStored(latestCheckSchema, raw)).toBeNull();
  });

  it('says since when it has been so', () => {
    const well = latestOf(resultOf('a', answer(200, reportOf({ service: 'a' }))), null, STALE_AFTER_MS);
    const earlier = (fields: Partial<LatestCheck>) => ({ ...well, ...fields });
    const since = (latest: LatestCheck) =>
      latestOf(resultOf('a', failure('dns_failure')), latest, STALE_AFTER_MS).since;
    expect(since(earlier({ since: NOW - 5, kind: 'unreachable' }))).toBe(NOW - 5);
    expect(since(earlier({ since: NOW - 5, kind: 'error' }))).toBe(NOW);
    // Nobody knows how it was in the meantime.
    const long = { since: NOW - 5 * STALE_AFTER_MS, kind: 'unreachable' } as const;
    expect(since(earlier({ ...long, at: NOW - STALE_AFTER_MS }))).toBe(long.since);
    expect(since(earlier({ ...long, at: NOW - STALE_AFTER_MS - 1 }))).toBe(NOW);
    // A clock that has stepped back.
    expect(since(earlier({ since: NOW + 5, kind: 'unreachable' }))).toBe(NOW);
  });

  it('is kept by every run, also of a failure that is no incident yet', async () => {
    expect((await stateAfter(['well', '503'])).latest).toMatchObject({
      kind: 'unhealthy',
      reason: 'http_503',
      at: NOW,
    });
    expect((await stateAfter(['503', 'well'])).latest).toMatchObject({ kind: 'healthy', since: NOW });
  });
});

describe('a change of a service', () => {
  const before = { at: NOW - 60_000, version: '1', uptime: 100, memory: { used: null, total: null } };
  const report = (fields: Readonly<Record<string, unknown>>) =>
    resultOf('a', answer(200, reportOf({ service: 'a', ...fields }))).report;
  it.each([
    ['it goes on', { version: '1', uptime: 160 }, null],
    ['it started since', { version: '1', uptime: 20 }, { restarted: true, version: null }],
    ['it started at the very time of the report before', { version: '1', uptime: 60 }, null],
    ['it is another instance, as old', { version: '1', uptime: 61.2 }, null],
    ['it is another version', { version: '2', uptime: 160 }, { restarted: false, version: { from: '1', to: '2' } }],
    ['both', { version: '2', uptime: 3 }, { restarted: true, version: { from: '1', to: '2' } }],
    ['it started since, and starts again and again', { version: '1', uptime: 45 }, { restarted: true, version: null }],
    ['it reports neither', { version: null, uptime: null }, null],
  ])('when %s', (_, fields, expected) => {
    expect(changeBetween(before, report(fields), NOW)).toEqual(expected && { at: NOW, ...expected });
  });

  it('does not see a restart if the clock was set forward: the uptime has grown', () => {
    expect(changeBetween(before, report({ version: '1', uptime: 160 }), NOW + 3_600_000)).toBeNull();
  });

  it('does not see a restart if the clock was set back, or without an uptime before', () => {
    expect(changeBetween(before, report({ version: '1', uptime: 160 }), NOW - 3_600_000)).toBeNull();
    const unknown = { ...before, uptime: null };
    expect(changeBetween(unknown, report({ version: '1', uptime: 20 }), NOW)).toBeNull();
  });

  it('needs a report before and now', () => {
    expect(changeBetween(null, report({ uptime: 1 }), NOW)).toBeNull();
    expect(changeBetween(before, null, NOW)).toBeNull();
  });

  it('reads back as it was', () => {
    const change = changeBetween(before, report({ version: '2', uptime: 3 }), NOW);
    const broken = [null, 7, {}, { at: 'now' }];
    expect(readStored(changesSchema, throughJson([...broken, change]))).toEqual([change]);
  });

  it('is seen through an outage, and not made of a report of another service', async () => {
    const { changes } = await stateAfter(['well', 'refused', 'refused', { version: '2', uptime: 30 }]);
    expect(changes).toEqual([{ at: NOW, restarted: true, version: { from: '1.4.2', to: '2' } }]);
    expect((await stateAfter(['well', { service: 'b', version: '9', uptime: 1 }])).changes).toEqual([]);
  });

  it('is one of the latest that are kept', async () => {
    const { changes } = await stateAfter(often({ uptime: 10 }, CHANGES_KEPT + 10));
    expect(changes).toHaveLength(CHANGES_KEPT);
    expect(changes.at(-1)?.at).toBe(NOW);
  });
});

describe('the alerts that were sent', () => {
  it('are kept with the incident: the first and the last', async () => {
    const sent = sentAlerts(await stateAfter(['well', '503', 'refused', 'well', 'well']));
    expect(sent.map(({ event, verdict, isAfterOthers }) => [event, verdict, isAfterOthers])).toEqual([
      ['opened', 'unhealthy', false],
      ['resolved', 'healthy', true],
    ]);
    // The end is the first healthy check, and is sent once the service is well for good.
    expect(sent.at(-1)).toMatchObject({
      at: NOW - 60_000,
      sentAt: NOW,
      summary: expect.stringContaining('a recovered'),
    });
  });

  it('are kept as long as their incident', async () => {
    // Half an hour apart, so that each is an episode of its own.
    const outage: Found[] = ['503', ...Array.from({ length: 33 }, (): Found => 'well')];
    const state = await stateAfter(Array.from({ length: SETTLED_KEPT + 1 }, () => outage).flat());
    expect(state.incidents).toHaveLength(SETTLED_KEPT);
    const events = sentAlerts(state).map(({ incident, event }) => `${event} ${incident}`);
    expect(events).toEqual(state.incidents.flatMap(({ id }) => [`opened ${id}`, `resolved ${id}`]));
  });
});
