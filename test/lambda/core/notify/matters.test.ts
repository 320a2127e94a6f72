/** Incidents about something else than an outage: when they open and end, and what people are notified of. */

import { sendAll, toOne } from '../../../../bench/send-all';
import { advanceOutage, retire } from '../../../../lambda/core/incident/advance-outage';
import { advanceProblems, type Problem } from '../../../../lambda/core/incident/advance-problems';
import { openIncidents } from '../../../../lambda/core/incident/incident';
import type { AlertEvent } from '../../../../lambda/core/words/codes';
import { CONTEXT } from '../../../support/core/alerts';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { BEFORE, findingOf, MINUTE_MS, POLICY } from '../../../support/core/story';

const RESTARTING: Problem = {
  kind: 'condition',
  reason: 'restarting',
  message: '3 starts',
  severity: 'warning',
  since: NOW,
  stage: 0,
};
const EXPIRING: Problem = { ...RESTARTING, reason: 'certificate_expires_soon', message: '13 days' };

/** One run a minute; `matters` is `null` if they are unknown. */
type RunScript = readonly (readonly [finding: string, matters: readonly Problem[] | null])[];

function runAll(runs: RunScript, silencedUntil = 0) {
  let state = BEFORE;
  const notified: (readonly [event: AlertEvent, reason: string, minute: number])[] = [];
  runs.forEach(([finding, matters], minute) => {
    const now = NOW + minute * MINUTE_MS;
    const outage = advanceOutage({ ...state, run: minute + 1 }, findingOf(finding), { ...ADVANCING, now });
    const advanced = matters === null ? outage : advanceProblems(outage, 'condition', matters, { ...ADVANCING, now });
    const silence = silenceAt(NOW, { until: now + 1 });
    const context = { ...toOne(now), silenceFor: () => (minute < silencedUntil ? silence : null) };
    const run = sendAll(advanced, context, CONTEXT);
    state = run.state;
    notified.push(...run.sent.map(({ due: { event, incident } }) => [event, incident.reason, minute] as const));
  });
  return { state, notified };
}

const ADVANCING = {
  policy: POLICY,
  subject: { severity: 'critical', environment: 'production' },
  url: '',
  intervalMs: MINUTE_MS,
} as const;

it('opens with the matter, as it began and as severe as it is, and ends without it', () => {
  const { state, notified } = runAll([
    ['well', []],
    ['well', [{ ...RESTARTING, since: NOW - MINUTE_MS }]],
    ['well', [{ ...RESTARTING, message: '4 starts' }]],
    ['well', []],
  ]);
  expect(notified).toEqual([
    ['opened', 'restarting', 1],
    ['resolved', 'restarting', 3],
  ]);
  expect(state.incidents).toMatchObject([
    {
      kind: 'condition',
      reason: 'restarting',
      openedAt: NOW - MINUTE_MS,
      over: { at: NOW + 3 * MINUTE_MS, why: 'well' },
      message: '4 starts',
    },
  ]);
});

it('has one incident for each matter, beside an outage', () => {
  const { state, notified } = runAll([
    ['well', [EXPIRING]],
    ['well', [EXPIRING, RESTARTING]],
    ['http_503', [EXPIRING, RESTARTING]],
    ['well', [RESTARTING]],
  ]);
  expect(notified).toEqual([
    ['opened', 'certificate_expires_soon', 0],
    ['opened', 'restarting', 1],
    ['opened', 'http_503', 2],
    ['resolved', 'http_503', 3],
    ['resolved', 'certificate_expires_soon', 3],
  ]);
  expect(openIncidents(state)).toMatchObject([
    { kind: 'condition', reason: 'restarting', severity: 'warning', verdict: 'healthy' },
  ]);
});

it('stays as it was while there is no data for it', () => {
  const { state, notified } = runAll([
    ['well', [RESTARTING]],
    ['http_503', null],
    ['http_503', null],
  ]);
  expect(notified).toEqual([
    ['opened', 'restarting', 0],
    ['opened', 'http_503', 1],
  ]);
  expect(openIncidents(state).map(({ kind }) => kind)).toEqual(['condition', 'outage']);
});

it('notifies again each time that it has come further, and never reminds', () => {
  const at = (stage: number) => [['well', [{ ...EXPIRING, stage }]]] as RunScript;
  const week = Array.from({ length: 7 * 24 * 60 }, () => at(1)[0] as RunScript[number]);
  const { notified } = runAll([...at(0), ...at(0), ...week, ...at(3), ...at(2), ...at(3)]);
  expect(notified.map(([event, , minute]) => [event, minute])).toEqual([
    ['opened', 0],
    ['updated', 2],
    ['updated', 2 + week.length],
  ]);
});

it('is not damped: its recovery is sent at once, even while the service fails', () => {
  expect(
    runAll([
      ['well', [RESTARTING]],
      ['well', []],
      ['well', [RESTARTING]],
      ['http_503', []],
    ]).notified,
  ).toEqual([
    ['opened', 'restarting', 0],
    ['resolved', 'restarting', 1],
    ['opened', 'restarting', 2],
    ['opened', 'http_503', 3],
    ['resolved', 'restarting', 3],
  ]);
});

it('is held back by a silence: nobody is notified of what is over before it ends', () => {
  const { notified } = runAll(
    [
      ['well', [RESTARTING]],
      ['well', [RESTARTING, EXPIRING]],
      ['well', [EXPIRING]],
    ],
    2,
  );
  expect(notified).toEqual([['opened', 'certificate_expires_soon', 2]]);
});

it('ends if the service leaves the config', () => {
  const { state } = runAll([['well', [RESTARTING]]]);
  const run = sendAll(retire(state, NOW + MINUTE_MS), toOne(NOW + MINUTE_MS), CONTEXT);
  expect(run.sent).toMatchObject([{ alert: { event: 'resolved', reason: 'removed_from_config' } }]);
  expect(openIncidents(run.state)).toEqual([]);
});
