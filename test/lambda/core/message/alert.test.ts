/** The alert document: its keys, its ids, its times. */

import { CLUE_LENGTH } from '../../../../lambda/core/incident/clue';
import { alertOf } from '../../../../lambda/core/message/alert';
import { EVENTS } from '../../../../lambda/core/words/codes';
import { alertOn, CONTEXT, matterAlerts, removalAlert, SERVICE } from '../../../support/core/alerts';
import { TIMINGS } from '../../../support/core/observations';
import { tell } from '../../../support/core/story';

const INCIDENT = '20260301T120200.000Z-1';

it('is this document', () => {
  expect(alertOn('updated')).toEqual({
    schema: 'statuswatch.alert/1',
    id: `shop/user-service/${INCIDENT}/updated-1-unhealthy`,
    event: 'updated',
    kind: 'outage',
    incidentId: `shop/user-service/${INCIDENT}`,
    deployment: 'shop',
    severity: 'critical',
    at: '2026-03-01T12:06:00.000Z',
    openedAt: '2026-03-01T12:02:00.000Z',
    resolvedAt: null,
    durationSeconds: 240,
    service: { id: 'user-service', url: 'https://user.internal/status', environment: 'production' },
    verdict: 'unhealthy',
    reason: 'http_503',
    message: 'it is http_503',
    httpStatus: 503,
    errorCode: null,
    regions: [],
    failedRuns: 2,
    failures: 1,
    previous: { verdict: 'unreachable', reason: 'dns_failure', message: 'it is dns_failure' },
    episode: null,
    changed: null,
    clues: [],
    conditions: [],
    lastHealthy: {
      at: '2026-03-01T12:01:00.000Z',
      version: '1.4.2',
      uptimeSeconds: 60,
      memoryUsedMb: 256.5,
      memoryTotalMb: 512,
    },
    timings: TIMINGS,
    links: {
      dashboard: 'https://dashboard.internal/',
      logs: 'https://logs.internal/',
      runbook: 'https://wiki.internal/user',
    },
    page: { url: `https://status.internal/incidents/user-service/${INCIDENT}`, controls: true },
    nextReminderAt: null,
    omitted: 0,
    possiblyRepeated: false,
    silenced: null,
    ack: null,
    silencesUnknown: false,
    drill: false,
    summary: 'user-service is still down after 4 min (before: name not resolved): it is http_503',
  });
});

it.each(EVENTS)('has the same keys for %s', (event) => {
  expect(Object.keys(alertOn(event))).toEqual(Object.keys(alertOn('opened')));
});

it.each([
  ['opened', { durationSeconds: 0, resolvedAt: null, failedRuns: 1, previous: null }],
  ['updated', { durationSeconds: 240, resolvedAt: null, failedRuns: 2, nextReminderAt: null }],
  ['reminder', { durationSeconds: 3_840, resolvedAt: null, failedRuns: 3, nextReminderAt: '2026-03-01T14:06:00.000Z' }],
  ['resolved', { durationSeconds: 4_080, resolvedAt: '2026-03-01T13:10:00.000Z', failedRuns: 3, verdict: 'healthy' }],
] as const)('%s has its times and counts', (event, fields) => {
  expect(alertOn(event)).toMatchObject(fields);
});

it.each([
  ['http_500', 'HTTP 500'],
  ['not_json', 'answer is not JSON'],
  ['dns_failure', 'name not resolved'],
  ['http_503', 'HTTP 503'],
])('sums up %s as a sentence', (reason, phrase) => {
  const { events } = tell({ remindEveryMs: 60_000 }, [reason, `${reason}`, 'well', 'dns_failure', `+1m ${reason}`]);
  const summaries = events.map((event) => alertOf(event, CONTEXT).summary);
  expect(summaries.slice(0, 3)).toEqual([
    `user-service is down: it is ${reason}`,
    `user-service is still down after 1 min: it is ${reason}`,
    `user-service recovered after 2 min (${phrase})`,
  ]);
  expect(summaries.at(-1)).toMatch(/^user-service is (still )?down/);
});

describe('what became of the service', () => {
  const at = (time: string) => Date.parse(`2026-03-01T${time}:00.000Z`);
  const before = { at: at('12:01'), restarted: true, version: { from: '0', to: '1' } };
  const restart = { at: at('13:09'), restarted: true, version: null };
  const moves = [
    { at: at('12:30'), restarted: false, version: { from: '1', to: '2' } },
    { at: at('13:10'), restarted: false, version: { from: '2', to: '3' } },
  ];
  it.each([
    ['nothing', [], null],
    ['what was before', [before], null],
    ['a restart', [before, restart], { restarted: true, version: null }],
    ['versions, as one', moves, { restarted: false, version: { from: '1', to: '3' } }],
    ['both', [restart, ...moves], { restarted: true, version: { from: '1', to: '3' } }],
    [
      'a version that came and went',
      [...moves.slice(0, 1), { at: at('13:00'), restarted: false, version: { from: '2', to: '1' } }],
      null,
    ],
  ])('stands in its end, and nowhere else: %s', (_what, changes, changed) => {
    for (const event of EVENTS) {
      expect(alertOn(event, { changes }).changed).toEqual(event === 'resolved' ? changed : null);
    }
  });
});

it('has clues and conditions in the document of an outage, and of another matter its conditions alone', () => {
  const at = Date.parse('2026-03-01T12:00:00.000Z');
  const clues = [{ code: 'restarted', at, message: 'restarted at 12:00' }];
  const long = 'x'.repeat(CLUE_LENGTH);
  const condition = { code: 'slow', since: at, message: `${long}x`, stage: 0, notifies: true } as const;
  const conditions = [condition];
  const shown = [{ code: 'slow', since: '2026-03-01T12:00:00.000Z', message: `${long.slice(1)}…` }];
  for (const event of EVENTS)
    expect(alertOn(event, { clues, conditions })).toMatchObject({
      clues: [{ ...clues[0], at: '2026-03-01T12:00:00.000Z' }],
      conditions: shown,
    });
  for (const alert of matterAlerts({ kind: 'condition', reason: 'slow', message: 'slow' }, { conditions }))
    expect(alert).toMatchObject({ clues: [], conditions: shown });
});

it('says why an incident ends if its service has left the config', () => {
  expect(removalAlert()).toMatchObject({
    event: 'resolved',
    verdict: 'unhealthy',
    reason: 'removed_from_config',
    resolvedAt: '2026-03-01T12:05:00.000Z',
    timings: null,
    summary: 'user-service has left the config; its incident of 3 min is closed',
  });
});

describe('the id', () => {
  it('is another for every other event of an incident, of another incident, service or deployment', () => {
    const { events } = tell({ remindEveryMs: 60_000 }, [
      'well',
      'http_503 x3',
      'dns_failure x3',
      'http_503',
      'well',
      '+31m http_503 x2',
      'well',
      '-2m http_503',
      'well x2',
    ]);
    const contexts = [CONTEXT, { ...CONTEXT, deployment: 'x' }, { ...CONTEXT, service: { ...SERVICE, id: 'x' } }];
    const alerts = contexts.flatMap((context) => events.map((event) => alertOf(event, context)));
    expect(alerts).toHaveLength(3 * 13);
    expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length);
  });

  it('begins with that of its incident, which all its alerts share', () => {
    const alerts = EVENTS.map((event) => alertOn(event));
    expect(new Set(alerts.map(({ incidentId }) => incidentId))).toEqual(new Set([`shop/user-service/${INCIDENT}`]));
    for (const { id, incidentId } of alerts) expect(id.startsWith(`${incidentId}/`)).toBe(true);
  });
});

it('has no negative duration where the clock has stepped back', () => {
  const { events } = tell({ remindEveryMs: 60_000 }, [
    'http_503',
    '-2h dns_failure',
    '-1h dns_failure',
    '+1m dns_failure',
    'well',
  ]);
  expect(events.map(({ event }) => event)).toEqual(['opened', 'updated', 'reminder', 'reminder', 'resolved']);
  for (const event of events) expect(alertOf(event, CONTEXT).durationSeconds).toBe(0);
});

it('has null for what is not known', () => {
  const [event] = tell({}, ['http_503']).events;
  if (!event) throw new Error('nothing was due');
  const service = { ...SERVICE, environment: null, runbook: null };
  const incident = { ...event.incident, environment: null };
  const alert = alertOf(
    { ...event, incident },
    { ...CONTEXT, service, timings: null, links: { dashboard: null, logs: null } },
  );
  expect(alert).toMatchObject({
    lastHealthy: null,
    timings: null,
    links: { dashboard: null, logs: null, runbook: null },
  });
  expect(alert.service.environment).toBeNull();
  expect(JSON.parse(JSON.stringify(alert))).toEqual(alert);
});
