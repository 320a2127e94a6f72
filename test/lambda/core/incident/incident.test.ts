/** When people are notified, as stories: one line for each run, with the alerts behind the arrow. */

import type { AlertPolicy } from '../../../../lambda/core/config/config';
import { openIncidents } from '../../../../lambda/core/incident/incident';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS, tell } from '../../../support/core/story';

const HOUR_MS = 60 * MINUTE_MS;

type Story = readonly [title: string, policy: Partial<AlertPolicy>, ...lines: string[]];

function testStories(stories: readonly Story[]): void {
  it.each(stories.map(([title, policy, ...lines]) => [title, policy, lines] as const))('%s', (_, policy, lines) => {
    expect(tell(policy, lines).lines).toEqual(lines);
  });
}

describe('thresholds', () => {
  testStories([
    ['always well: nothing', {}, 'well', 'well', 'well x1000'],
    ['fails once, alert; well once, resolved', {}, 'well', 'http_503 -> opened', 'http_503 x50', 'well -> resolved'],
    [
      'fails once, no alert; fails twice, alert; well once, nothing; well twice, resolved',
      { failureThreshold: 2, successThreshold: 2 },
      'well',
      'http_503',
      'http_503 -> opened',
      'well',
      'well -> resolved',
    ],
    ['fails every other run: nothing', { failureThreshold: 2 }, 'http_503', 'well', 'http_503', 'well', 'http_503'],
    ['fails in different ways: still fails', { failureThreshold: 3 }, 'http_503', 'dns_failure', 'not_json -> opened'],
    [
      'the count begins anew after the end',
      { failureThreshold: 2 },
      'http_503',
      'http_503 -> opened',
      'well -> resolved',
      'http_503',
      'well',
      'http_503',
      'http_503 -> opened',
    ],
  ]);

  it.each([1, 2, 3, 5, 10, 1_000])('of %i runs are met exactly', (threshold) => {
    const silent = threshold > 1 ? threshold - 1 : 0;
    const lines = [
      ...(silent ? [`dns_failure x${silent}`] : []),
      'dns_failure -> opened',
      ...(silent ? [`well x${silent}`] : []),
      'well -> resolved',
    ];
    expect(tell({ failureThreshold: threshold, successThreshold: threshold }, lines).lines).toEqual(lines);
  });

  it('people are notified of a service that fails in its first run, without earlier data', () => {
    const { events } = tell({}, ['http_503 -> opened']);
    expect(events).toMatchObject([{ event: 'opened', previous: null, lastHealthy: null }]);
  });

  it('counts every failing run, and begins with the first', () => {
    const { events } = tell({ failureThreshold: 3, successThreshold: 2 }, [
      'well',
      'http_503',
      'http_503',
      'http_503 -> opened',
      'well',
      'http_503',
      'well x3',
      'well -> resolved',
    ]);
    expect(events).toMatchObject([
      { event: 'opened', at: NOW + 4 * MINUTE_MS, incident: { openedAt: NOW + 2 * MINUTE_MS, failedRuns: 3 } },
      { event: 'resolved', at: NOW + 7 * MINUTE_MS, incident: { openedAt: NOW + 2 * MINUTE_MS, failedRuns: 4 } },
    ]);
  });
});

describe('a change', () => {
  testStories([
    ['of the verdict is notified', {}, 'dns_failure -> opened', 'http_503 -> updated', 'http_500 -> updated'],
    ['of the reason alone is not', {}, 'dns_failure -> opened', 'timeout_body', 'dns_failure'],
    ['of the text alone is not', {}, 'http_503 "at 12:00" -> opened', 'http_503 "at 12:01"', 'http_503 "at 12:02"'],
    [
      'is notified once it has held for the threshold',
      { failureThreshold: 3 },
      'dns_failure x2',
      'dns_failure -> opened',
      'http_503 x2',
      'http_503 -> updated',
      'http_503 x9',
    ],
    [
      'that goes back before is none',
      { failureThreshold: 2 },
      'dns_failure',
      'dns_failure -> opened',
      'http_503',
      'dns_failure',
      'http_503',
      'dns_failure',
    ],
    [
      'to a third verdict counts from there',
      { failureThreshold: 2 },
      'dns_failure',
      'dns_failure -> opened',
      'http_503',
      'http_500',
      'http_500 -> updated',
    ],
    [
      'that a healthy run interrupts counts from there, and has to hold for five runs',
      { failureThreshold: 2, successThreshold: 2 },
      'dns_failure',
      'dns_failure -> opened',
      'http_503',
      'well',
      'http_503 x4',
      'http_503 -> updated',
    ],
    [
      'back to what people know is none, or two bad instances taking turns would notify in every run',
      {},
      'http_503 -> opened',
      'http_500 -> updated',
      'http_503',
      'http_500',
      'http_503 x9',
      'http_500 x9',
      'dns_failure -> updated',
      'http_503 x9',
    ],
    ['to well is an end', {}, 'dns_failure -> opened', 'http_503 -> updated', 'well -> resolved'],
  ]);

  it('is sent with the verdict before it, and the reason that belonged to that', () => {
    const { events } = tell({ failureThreshold: 2 }, [
      'dns_failure x2',
      'timeout_body',
      'http_503',
      'http_503 -> updated',
      'http_500',
      'well -> resolved',
    ]);
    expect(events.slice(1)).toMatchObject([
      {
        event: 'updated',
        previous: { verdict: 'unreachable', reason: 'dns_failure' },
        incident: { verdict: 'unhealthy' },
      },
      { event: 'resolved', previous: { verdict: 'unhealthy', reason: 'http_503' } },
    ]);
  });

  it.each(['dns_failure', 'dns_failure x2', 'http_500'])('keeps verdict, reason and message together at %s', (line) => {
    const { state } = tell({ failureThreshold: 2 }, ['http_503 "first" x2', 'reported_unhealthy "last"', line]);
    const last = { verdict: 'unhealthy', reason: 'reported_unhealthy', message: 'last', httpStatus: null };
    const changed = { verdict: 'unreachable', reason: 'dns_failure', message: 'it is dns_failure', httpStatus: null };
    expect(openIncidents(state)[0]).toMatchObject(line.endsWith('x2') ? changed : last);
  });
});

describe('a reminder', () => {
  testStories([
    [
      'comes each time that remindEvery has passed',
      { remindEveryMs: HOUR_MS },
      'http_503 -> opened',
      '+59m http_503',
      'http_503 -> reminder',
      '+59m http_503',
      'http_503 -> reminder',
    ],
    ['never comes if remindEvery is never', { remindEveryMs: null }, 'http_503 -> opened', '+9999h http_503'],
    [
      'waits as long after an update too',
      { remindEveryMs: HOUR_MS },
      'http_503 -> opened',
      '+50m http_500 -> updated',
      '+59m http_500',
      'http_500 -> reminder',
    ],
    [
      'gives way to an update',
      { remindEveryMs: HOUR_MS },
      'http_503 -> opened',
      '+60m http_500 -> updated',
      'http_500',
    ],
    [
      'does not come with a healthy run',
      { remindEveryMs: HOUR_MS, successThreshold: 3 },
      'http_503 -> opened',
      '+60m well',
      'well',
      'http_503 -> reminder',
    ],
    [
      'comes also while the verdict never holds',
      { remindEveryMs: HOUR_MS, failureThreshold: 2 },
      'http_503 x2 -> opened',
      '+30m dns_failure',
      '+30m http_500 -> reminder',
      '+30m dns_failure',
    ],
    [
      'comes once after a clock that jumps ahead',
      { remindEveryMs: HOUR_MS },
      'http_503 -> opened',
      '+9999h http_503 -> reminder',
      'http_503 x50',
    ],
    [
      'comes at once if the clock has stepped back: the last alert counts as long ago',
      { remindEveryMs: HOUR_MS },
      'http_503 -> opened',
      '-5h http_503 -> reminder',
      '+59m http_503',
      'http_503 -> reminder',
      'http_503 x50',
    ],
  ]);
});

describe('a clock that steps back', () => {
  it('never makes a duration negative', () => {
    const { events, state } = tell({}, ['http_503 -> opened', '-2h well -> resolved']);
    expect(events[1]).toMatchObject({ event: 'resolved', at: events[0]?.at });
    expect(state.incidents).toMatchObject([{ openedAt: events[0]?.at, over: { at: events[0]?.at } }]);
  });

  it('while failures are counted moves the time of its opening with it', () => {
    const { events } = tell({ failureThreshold: 2 }, ['http_503', '-2h http_503 -> opened']);
    expect(events[0]?.incident.openedAt).toBe(events[0]?.at);
  });

  it('gives no two incidents one id', () => {
    const { state } = tell({}, ['http_503', 'well', '-1m http_503', 'well x2', '-2m http_503', 'well']);
    expect(state.incidents.map(({ openedAt }) => openedAt)).toEqual(Array(3).fill(NOW + MINUTE_MS));
    expect(new Set(state.incidents.map(({ id }) => id)).size).toBe(3);
  });
});

describe('a service that has left the config', () => {
  it('ends its incident, saying so', () => {
    const { lines, events, state } = tell({}, ['well', 'http_503 -> opened', '+3m removed -> resolved', 'removed']);
    expect(lines.at(-2)).toBe('+3m removed -> resolved');
    expect(lines.at(-1)).toBe('removed');
    expect(events[1]).toMatchObject({
      event: 'resolved',
      at: NOW + 5 * MINUTE_MS,
      incident: { over: { why: 'removed' } },
      previous: { verdict: 'unhealthy', reason: 'http_503' },
      lastHealthy: { at: NOW + MINUTE_MS },
    });
    expect(state.incidents).toMatchObject([{ reason: 'http_503', over: { why: 'removed' } }]);
  });

  testStories([
    ['and was well notifies nobody', {}, 'well', 'removed', 'removed'],
    ['and comes back begins anew', { failureThreshold: 2 }, 'http_503', 'removed', 'http_503', 'http_503 -> opened'],
  ]);
});

describe('the last healthy report', () => {
  it('is stored during an incident, and sent with each event', () => {
    const { events, state } = tell({ successThreshold: 2, remindEveryMs: HOUR_MS }, [
      'well',
      'well',
      'http_503',
      'dns_failure',
      '+1h dns_failure',
      '+1h well',
      'well',
    ]);
    const known = { version: '1.4.2', uptime: 60, memory: { used: 256.5, total: 512 } };
    expect(events.map(({ event }) => event)).toEqual(['opened', 'updated', 'reminder', 'resolved']);
    for (const { lastHealthy } of events.slice(0, 3))
      expect(lastHealthy).toEqual({ at: NOW + 2 * MINUTE_MS, ...known });
    expect(events[3]?.lastHealthy).toEqual({ at: (events[3]?.at ?? 0) + MINUTE_MS, ...known });
    expect(state.lastHealthy).toEqual(events[3]?.lastHealthy);
  });
});

it('leaves incidents as they are that were over before their service left the config', () => {
  const { state } = tell({}, ['well', 'http_503', '+5m well', '+40m http_503', '+1m removed']);
  const ends = state.incidents.map(({ over }) => over && [over.why, over.at - NOW]);
  expect(ends).toEqual([
    ['well', 7 * MINUTE_MS],
    ['removed', 48 * MINUTE_MS],
  ]);
});

it('counts the alerts of each kind by themselves', () => {
  const lines = ['http_503', 'dns_failure', '+5m dns_failure', '+1m http_500', '+5m http_500', '+1m well'];
  const { events } = tell({ remindEveryMs: 5 * MINUTE_MS }, lines);
  expect(events.map(({ event, nth }) => `${event} ${nth}`)).toEqual([
    'opened 1',
    'updated 1',
    'reminder 1',
    'updated 2',
    'reminder 2',
    'resolved 1',
  ]);
});
