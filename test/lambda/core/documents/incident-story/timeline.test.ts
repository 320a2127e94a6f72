/** Tests of a timeline: its steps, their order, and what is not recorded. */

import { lastIncident } from '../../../../../lambda/core/documents/facts/stored-incidents';
import { checkRows } from '../../../../../lambda/core/documents/incident-story/check-rows';
import { stepLine } from '../../../../../lambda/core/documents/incident-story/step';
import {
  describeUnknown,
  type TimelineOptions,
  timelineDocument,
} from '../../../../../lambda/core/documents/incident-story/timeline';
import type { Alert } from '../../../../../lambda/core/message/alert';
import { type HeldAlert, holdOf } from '../../../../../lambda/core/notify/held-alerts';
import { NOT_NOTIFIED } from '../../../../../lambda/core/notify/notified';
import { sentAlerts } from '../../../../../lambda/core/notify/sent';
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

const OPTIONS = { service: 'shop', isDeployed: true, intervalMs: MINUTE_MS, now: NOW };

function linesOf(options: Pick<TimelineOptions, 'state' | 'buckets'> & Partial<TimelineOptions>): string[] {
  const { timeline, unknown } = timelineDocument({ incident: lastIncident(options.state), ...OPTIONS, ...options });
  return [
    ...timeline.map((step) => {
      const until = step.until !== null && step.until > step.at ? `..${minuteOf(Date.parse(step.until))}` : '';
      return `${minuteOf(Date.parse(step.at))}${until} ${stepLine(step)}`;
    }),
    ...unknown.map((each) => describeUnknown(each, NOW)),
  ];
}

async function afterChecks(story: readonly Found[]) {
  const [service] = (await knownOf({ shop: story })).services;
  if (!service?.state) throw new Error('the service has no state');
  return { state: service.state, buckets: service.buckets };
}

it('a timeline lists the checks of an outage, the changes before it, and the alerts', async () => {
  const of = await afterChecks([
    ...often(BEFORE, 5),
    AFTER,
    ...often('503', 3),
    ...often('refused', 4),
    ...often({ ...AFTER, uptime: 9_999 }, 3),
  ]);
  expect(linesOf(of)).toEqual([
    '-10 Last good check. Healthy in 15 ms; 5 checks before it were healthy too',
    '-10 Version 2.4.1 → 2.5.0, restarted',
    '-9 Down: HTTP 503. Answered in 15 ms',
    '-9 Notified the topic',
    '-7 3 checks in a row failed the same way',
    '-6..-3 Connection refused (ECONNREFUSED 10.0.0.1:443). 4 checks',
    '-2 Healthy again in 15 ms',
    '-1 Notified the topic that it is resolved',
    'Before 11:59:00 UTC, only the first and the last alert of each incident to each receiver are stored.',
  ]);
});

it('a timeline of an old outage is the same as on its day', async () => {
  const of = await afterChecks([...often('well', 20), ...often('503', 10), ...often('well', 90)]);
  expect(linesOf({ ...of, incident: of.state.incidents[0] ?? null })).toEqual([
    '-100 Last good check. Healthy in 15 ms; 14 checks before it were healthy too',
    '-99 Down: HTTP 503: Database connection failed. Answered in 15 ms',
    '-99 Notified the topic',
    '-90 10 checks in a row failed the same way',
    '-89 Healthy again in 15 ms',
    '-88 Notified the topic that it is resolved',
  ]);
});

it('a timeline counts the checks of a long outage that are not stored', async () => {
  const of = await afterChecks([
    ...often('well', 20),
    ...often('503', 40),
    ...often('refused', 60),
    ...often('well', 90),
  ]);
  expect(linesOf({ ...of, incident: of.state.incidents[0] ?? null })).toEqual(
    expect.arrayContaining([
      '-160 30 checks in a row failed the same way',
      '-160..-119 Failed in several ways. 40 checks',
      '-119..-90 Connection refused (ECONNREFUSED 10.0.0.1:443). 30 checks',
    ]),
  );
});

it('a timeline of an old time lists totals of checks, and says so', async () => {
  const of = await afterChecks([...often('well', 20), ...often('503', 10), ...often('well', 90)]);
  expect(linesOf({ ...of, incident: null, since: NOW - 120 * MINUTE_MS })).toEqual(
    expect.arrayContaining([
      '-100 10 of 15 checks failed. Totals of 5 min',
      'Checks before 11:01:00 UTC are stored only as 5-minute totals; the last 60 individually.',
    ]),
  );
});

it('a check that is stored individually and in a total counts once', async () => {
  const of = await afterChecks([...often('well', 20), ...often('503', 66)]);
  const since = NOW - 90 * MINUTE_MS;
  const rows = checkRows({ ...of, incident: null, intervalMs: MINUTE_MS }, { from: since, to: NOW + 1 });
  expect(rows.reduce((sum, row) => sum + row.checks, 0)).toBe(86);
  expect(rows.reduce((sum, row) => sum + row.healthy, 0)).toBe(20);
});

it('a timeline has an entry for a time without checks', async () => {
  expect(
    linesOf(await afterChecks([...often('well', 3), ...often('none', 10), ...often('503', 2)])).slice(0, 3),
  ).toEqual([
    '-12 Last good check. Healthy in 15 ms; 2 checks before it were healthy too',
    '-12..-1 No checks for 11 min',
    '-1 Down: HTTP 503: Database connection failed. Answered in 15 ms',
  ]);
});

it('a timeline lists conditions, clues, silenced alerts, and alerts that are not sent yet', async () => {
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
      heldAlerts: [{ incident: open.id, event: 'opened', at: open.openedAt, hold: holdOf(silence) }],
      conditions: [
        { code: 'slow', ...about, notifies: false },
        { code: 'restarting', ...about, notifies: true },
      ],
      incidents: [
        {
          ...open,
          firstMessage: about.message,
          id: 'other',
          kind: 'condition',
          reason: 'restarting',
          openedAt: about.since,
        },
        { ...open, clues: [{ code: 'memory_rising', at: NOW - 3 * MINUTE_MS, message: 'memory was rising' }] },
      ],
    },
  });
  expect(lines.filter((line) => !line.includes('check') && !line.startsWith('History'))).toEqual([
    '-6 Degraded: slow: 3 starts within 15 min',
    '-6 shop, degraded: restarting: 3 starts within 15 min',
    '-3 Memory was rising',
    '-1 Down: HTTP 503: Database connection failed. Answered in 15 ms',
    '-1 Silenced by ana: deploy 2.5.0. Nobody is notified',
    '0 Not sent to the topic yet. Tried 2 times',
    '0 Not sent to second-line yet',
  ]);
});

it('a timeline lists an alert once for all receivers that got it within a minute', async () => {
  const { state, buckets } = await afterChecks([...often('well', 3), ...often('503', 20)]);
  const [[incident, known] = ['', {}]] = Object.entries(state.notified);
  const first = known.sns?.sent?.first;
  if (!first || !known.sns) throw new Error('nobody was notified');
  const sentAfter = (ms: number) => {
    const sent = { ...first, sentAt: first.sentAt + ms };
    return { ...known.sns, sent: { first: sent, last: sent, count: 1 } };
  };
  const receivers = { sns: sentAfter(0), phone: sentAfter(30_000), pager: sentAfter(10 * MINUTE_MS) };
  const lines = linesOf({ buckets, state: { ...state, notified: { [incident]: receivers } as typeof state.notified } });
  expect(lines.filter((line) => line.includes('Notified'))).toEqual([
    '-19 Notified phone, the topic',
    '-9 Notified pager. 10 min late',
  ]);
});

it('a timeline has the period of each acknowledgement', async () => {
  const { state, buckets } = await afterChecks([...often('well', 3), ...often('503', 20)]);
  const [open] = state.incidents;
  if (!open) throw new Error('the service has no incident');
  const other = { ...open, id: 'other', kind: 'condition', reason: 'slow', openedAt: NOW - 30 * MINUTE_MS } as const;
  const ackOf = (incident: string, id: string, from: number, until: number, more: object = {}): HeldAlert => ({
    incident,
    event: 'reminder',
    at: NOW + from * MINUTE_MS,
    hold: {
      id,
      kind: 'acknowledgement',
      reason: 'it is the database',
      by: 'ana',
      until: NOW + until * MINUTE_MS,
      ...more,
    },
  });
  const heldAlerts = [
    ackOf(open.id, 'a1', -15, -8),
    // One of several incidents is one.
    ackOf('other', 'a2', -7, 60, { by: null, reason: null }),
    ackOf(open.id, 'a2', -7, 60, { by: null, reason: null }),
  ];
  const linesAbout = (incidents: ServiceState['incidents']) =>
    linesOf({ buckets, state: { ...state, incidents, heldAlerts } }).filter((line) => line.includes('acknowledged'));
  expect(linesAbout([other, open])).toEqual([
    '-15..-8 ana acknowledged it: it is the database. For 7 min',
    '-7 Somebody acknowledged it',
  ]);
  const over = { ...open, over: { at: NOW - MINUTE_MS, why: 'well' } } as const;
  expect(linesAbout([over]).at(-1)).toBe('-7..60 Somebody acknowledged it. For 1 h 7 min');
});

it('a timeline says since when facts are recorded if a list is full', async () => {
  const { state, buckets } = await afterChecks([...often('well', 10), ...often('503', 2)]);
  const changes = Array.from({ length: 40 }, (_, index) => ({ at: NOW - 40 + index, restarted: true, version: null }));
  const lines = linesOf({ buckets, state: { ...state, changes } });
  expect(lines.at(-1)).toBe('Only the last 40 restarts and versions are stored individually, since 11:59:59 UTC.');
});

describe('the incident of a budget that an outage spent', () => {
  const outage = pastOutage(NOW - 60 * MINUTE_MS, NOW - 40 * MINUTE_MS);

  it('is the last incident only if nobody knows the outage', async () => {
    const { state } = await afterChecks(often('well', 5));
    expect(lastIncident(withSpentBudget(state, outage, true))).toBeNull();
    expect(lastIncident(withSpentBudget(state, outage, false))).toMatchObject({ kind: 'objective' });
    const recent = pastOutage(NOW - 20 * MINUTE_MS, NOW - 5 * MINUTE_MS);
    expect(lastIncident(withSpentBudget(state, recent, false))).toMatchObject({ kind: 'outage' });
  });

  it('names the outage', async () => {
    const { state, buckets } = await afterChecks(often('well', 5));
    const spent = withSpentBudget(state, outage, true);
    const lines = linesOf({ state: spent, buckets, incident: spent.incidents[1] ?? null });
    expect(lines).toContain(`-58 Availability budget burns fast: 14.4 times. Its outage ${outage.id} spent the budget`);
  });
});
