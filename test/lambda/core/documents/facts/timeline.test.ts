/** The story of a service: which entries it has, in which order, and what it says is unknown. */

import { lastIncident, timelineOf } from '../../../../../lambda/core/documents/facts/timeline';
import { incidentDocument } from '../../../../../lambda/core/documents/incident-document';
import {
  describeEntry,
  describeIncident,
  describeUnknown,
} from '../../../../../lambda/core/documents/words/timeline-words';
import type { Incident } from '../../../../../lambda/core/incident/incident';
import type { Alert } from '../../../../../lambda/core/message/alert';
import { NOT_NOTIFIED } from '../../../../../lambda/core/notify/notified';
import { sentAlerts } from '../../../../../lambda/core/notify/sent';
import type { SilencedAlert } from '../../../../../lambda/core/notify/silenced-alerts';
import type { ServiceState } from '../../../../../lambda/core/state/service-state';
import { type Found, knownOf, often } from '../../../../support/core/deployment-facts';
import { NOW } from '../../../../support/core/observations';
import { pastOutage, withSpentBudget } from '../../../../support/core/past-services';

const MINUTE_MS = 60_000;
const [BEFORE, AFTER] = [
  { version: '2.4.1', uptime: 9_000 },
  { version: '2.5.0', uptime: 30 },
] as const;

/** `-12` is twelve minutes before now, so is `-12..-3` a time. */
function minuteOf(at: number): string {
  return String(Math.round((at - NOW) / MINUTE_MS));
}

type Options = Parameters<typeof timelineOf>[0];

function linesOf(options: Pick<Options, 'state' | 'buckets'> & Partial<Options>): string[] {
  const all = { incident: lastIncident(options.state), intervalMs: MINUTE_MS, now: NOW, ...options };
  const timeline = timelineOf(all);
  return [
    ...timeline.entries.map((entry) => {
      const until =
        'until' in entry && entry.until !== undefined && entry.until > entry.at ? `..${minuteOf(entry.until)}` : '';
      return `${minuteOf(entry.at)}${until} ${describeEntry(entry, 'sent')}`;
    }),
    ...timeline.unknown.map(({ what, before }) => describeUnknown(what, minuteOf(before))),
  ];
}

async function afterChecks(story: readonly Found[]) {
  const [service] = (await knownOf({ shop: story })).services;
  if (!service?.state) throw new Error('the service has no state');
  return { state: service.state, buckets: service.buckets };
}

it('lists an outage check by check, with what changed before it and which alerts were sent', async () => {
  const of = await afterChecks([
    ...often(BEFORE, 5),
    AFTER,
    ...often('503', 3),
    ...often('refused', 4),
    ...often({ ...AFTER, uptime: 9_999 }, 3),
  ]);
  expect(linesOf(of)).toEqual([
    '-15..-11 5 checks, all healthy, 15 ms',
    '-10 restarted, version 2.4.1 → 2.5.0',
    '-10 clue: version 2.4.1 → 2.5.0 at 11:50, 1 min before',
    '-10 1 check, healthy, 15 ms',
    '-9..-7 3 checks, all failed, 15 ms: answered 503',
    '-9 incident opened',
    '-9 alert sent (opened): shop is down: answered 503: Database connection failed',
    '-6..-3 4 checks, all failed: connection refused (ECONNREFUSED 10.0.0.1:443)',
    '-2..0 3 checks, all healthy, 15 ms',
    '-2 incident resolved after 7 min and 7 failed checks',
    '-1 alert sent (resolved): shop recovered after 7 min (connection refused)',
    'History starts at -15.',
    'Not all alerts before -1 are known: the first and the last of each incident to each receiver are kept.',
  ]);
});

it('lists sums of checks for an incident of long ago, and says so', async () => {
  const of = await afterChecks([...often('well', 20), ...often('503', 10), ...often('well', 90)]);
  expect(linesOf({ ...of, incident: of.state.incidents[0] ?? null })).toEqual([
    '-120..-100 19 checks, all healthy, 16 ms, known in sums of 5 min',
    '-100..-95 5 checks, 4 failed: unhealthy, 16 ms, known in sums of 5 min',
    '-99 incident opened',
    '-99 alert sent (opened): shop is down: answered 503: Database connection failed',
    '-95..-90 5 checks, all failed, 16 ms, known in sums of 5 min',
    '-90..-85 5 checks, 1 failed: unhealthy, 16 ms, known in sums of 5 min',
    '-89 incident resolved after 10 min and 10 failed checks',
    '-88 alert sent (resolved): shop recovered after 10 min (answered 503)',
    '-85..-70 15 checks, all healthy, 16 ms, known in sums of 5 min',
    'History starts at -120.',
    'Checks before -59 are stored only as 5-minute totals; the last 60 individually.',
  ]);
});

it('does not count a check twice that is known one by one and in a sum', async () => {
  const of = await afterChecks([...often('well', 20), ...often('503', 66)]);
  const incident = lastIncident(of.state);
  const timeline = timelineOf({ ...of, incident, intervalMs: MINUTE_MS, now: NOW });
  const checks = timeline.entries.flatMap((entry) => (entry.kind === 'checks' ? [entry] : []));
  expect(checks.reduce((sum, entry) => sum + (entry.failures.unhealthy ?? 0), 0)).toBe(66);
  expect(checks.reduce((sum, entry) => sum + entry.healthy, 0)).toBe(20);
});

it('has an entry for a time without checks', async () => {
  expect(
    linesOf(await afterChecks([...often('well', 3), ...often('none', 10), ...often('503', 2)])).slice(0, 3),
  ).toEqual([
    '-14..-12 3 checks, all healthy, 15 ms',
    '-12..-1 checks not known for 11 min',
    '-1..0 2 checks, all failed, 15 ms: answered 503: Database connection failed',
  ]);
});

it('lists conditions, clues, silenced alerts, and alerts that are not sent yet', async () => {
  const { state, buckets } = await afterChecks([...often('well', 10), ...often('503', 2)]);
  const [open] = state.incidents;
  const [first] = sentAlerts(state);
  if (!open || !first) throw new Error('the service has no incident');
  const silence = { id: 'k3v9x1', reason: 'deploy 2.5.0', by: 'ana', until: NOW, planned: false };
  const alert = { ...first, event: 'opened', at: new Date(NOW).toISOString() } as unknown as Alert;
  const tried = { alert, stage: 0, lateRelapses: 0, nth: 1, times: 2, at: NOW };
  const about = { message: '3 starts within 15 min', stage: 0, since: NOW - 6 * MINUTE_MS };
  const lines = linesOf({
    buckets,
    state: {
      ...state,
      receivers: ['sns', 'second-line'],
      notified: {
        [open.id]: { sns: { ...NOT_NOTIFIED, due: NOW, tried }, 'second-line': { ...NOT_NOTIFIED, due: NOW } },
      },
      silencedAlerts: [{ incident: open.id, event: 'opened', at: open.openedAt, silence }],
      conditions: [
        { code: 'slow', ...about, notifies: false },
        { code: 'restarting', ...about, notifies: true },
      ],
      incidents: [
        { ...open, ...about, id: 'other', kind: 'condition', reason: 'restarting', openedAt: about.since },
        { ...open, clues: [{ code: 'memory_rising', at: null, message: 'memory was rising' }] },
      ],
    },
  });
  expect(lines.filter((line) => !line.includes('check') && !line.startsWith('History'))).toEqual([
    '-6 since then: slow: 3 starts within 15 min',
    '-6 incident (condition) opened: restarting: 3 starts within 15 min',
    '-1 clue: memory was rising',
    '-1 incident opened',
    '-1 silenced by ana: deploy 2.5.0; nobody is notified of its beginning',
    '0 alert not sent yet, tried 2 times (opened): shop is down: answered 503: Database connection failed',
    '0 alert not sent to second-line yet (opened): answered 503: Database connection failed',
  ]);
});

it('says from when to when somebody was on it, and who still is', async () => {
  const { state, buckets } = await afterChecks([...often('well', 3), ...often('503', 20)]);
  const [open] = state.incidents;
  if (!open) throw new Error('the service has no incident');
  const other = { ...open, id: 'other', kind: 'condition', reason: 'slow', openedAt: NOW - 30 * MINUTE_MS } as const;
  const ackOf = (incident: string, id: string, from: number, until: number, more: object = {}): SilencedAlert => ({
    incident,
    event: 'reminder',
    at: NOW + from * MINUTE_MS,
    silence: {
      id,
      kind: 'ack',
      reason: 'it is the database',
      by: 'ana',
      planned: false,
      until: NOW + until * MINUTE_MS,
      ...more,
    },
  });
  const silencedAlerts = [
    ackOf(open.id, 'a1', -15, -8),
    // One of several incidents is one.
    ackOf('other', 'a2', -7, 60, { by: null, reason: null }),
    ackOf(open.id, 'a2', -7, 60, { by: null, reason: null }),
  ];
  const linesAbout = (incidents: ServiceState['incidents']) =>
    linesOf({ buckets, state: { ...state, incidents, silencedAlerts } }).filter((line) =>
      line.includes('acknowledged'),
    );
  expect(linesAbout([other, open])).toEqual([
    '-15..-8 acknowledged by ana for 7 min: it is the database',
    '-7 acknowledged by somebody',
  ]);
  const over = { ...open, over: { at: NOW - MINUTE_MS, why: 'well' } } as const;
  expect(linesAbout([over]).at(-1)).toBe('-7..60 acknowledged by somebody for 1 h 7 min');
});

it('names an incident in a line, an outage by its verdict, and any other by its reason alone', async () => {
  const { state } = await afterChecks([...often('well', 10), ...often('503', 2)]);
  const [open] = state.incidents;
  if (!open) throw new Error('the service has no incident');
  const described = (incident: Incident) => describeIncident(incidentDocument('shop', state, incident, NOW));
  expect(described(open)).toBe('outage, open, 1 min, 2 failed checks: answered 503: Database connection failed');
  const slow = { ...open, kind: 'condition', verdict: 'healthy', reason: 'slow', message: 'p50 is 900 ms' } as const;
  expect(described(slow)).toBe('condition, open, 1 min: slow: p50 is 900 ms');
});

it('says since when something is known, if a list is full', async () => {
  const { state, buckets } = await afterChecks([...often('well', 10), ...often('503', 2)]);
  const changes = Array.from({ length: 40 }, (_, index) => ({ at: NOW - 40 + index, restarted: true, version: null }));
  const lines = linesOf({ buckets, state: { ...state, changes } });
  expect(lines.slice(-2)).toEqual([
    'History starts at -11.',
    'Restarts and versions before 0 are not known one by one: the last 40 are kept.',
  ]);
});

describe('the incident of a budget that an outage has spent', () => {
  const outage = pastOutage(NOW - 60 * MINUTE_MS, NOW - 40 * MINUTE_MS);

  it('is what a service is asked about first only if nobody knows the outage', async () => {
    const { state } = await afterChecks(often('well', 5));
    expect(lastIncident(withSpentBudget(state, outage, true))).toBeNull();
    expect(lastIncident(withSpentBudget(state, outage, false))).toMatchObject({ kind: 'objective' });
  });

  it('names the outage', async () => {
    const { state, buckets } = await afterChecks(often('well', 5));
    const spent = withSpentBudget(state, outage, true);
    const lines = linesOf({ state: spent, buckets, incident: spent.incidents[1] ?? null });
    const opens = 'incident (objective) opened: availability budget burns fast: 14.4 times';
    expect(lines).toContain(`-58 ${opens}; its outage ${outage.id} spent the budget`);
  });
});
