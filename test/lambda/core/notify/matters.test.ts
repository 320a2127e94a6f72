/** Incidents about something else than an outage: when they open and end, and what people are notified of. */

import type { Matter } from '../../../../lambda/core/incident/advance-matters';
import { type Followed, follow, UNKNOWN } from '../../../../lambda/core/notify/follow';
import type { OwedEnd } from '../../../../lambda/core/notify/notified';
import type { EventKind } from '../../../../lambda/core/words/codes';
import { NOW } from '../../../support/observations';
import { findingOf, MINUTE_MS, POLICY } from '../../../support/story';

const RESTARTING: Matter = {
  ...{ kind: 'condition', reason: 'restarting', message: '3 starts', severity: 'warning', since: NOW, stage: 0 },
};
const EXPIRING: Matter = { ...RESTARTING, reason: 'certificate_expires_soon', message: '13 days' };

/** One run a minute; `matters` is `null` if nothing is known of them. */
type Told = readonly (readonly [finding: string, matters: readonly Matter[] | null])[];

function tell(runs: Told, silencedUntil = 0) {
  let state: Followed = UNKNOWN;
  const heard: (readonly [event: EventKind, reason: string, minute: number])[] = [];
  runs.forEach(([finding, matters], minute) => {
    const now = NOW + minute * MINUTE_MS;
    const run = follow(state, findingOf(finding), {
      ...{ policy: POLICY, subject: { severity: 'critical', environment: 'production' }, now },
      mattersOf: () => (matters === null ? [] : [{ kind: 'condition', matters }]),
      silenceFor: () =>
        minute < silencedUntil
          ? {
              id: 'a',
              services: null,
              from: NOW,
              until: now + 1,
              by: null,
              reason: null,
              untilWell: false,
              planned: false,
            }
          : null,
    });
    state = run.state;
    heard.push(
      ...run.due.map(
        ({ event, finding: of, previous }) =>
          [event, event === 'resolved' ? (previous?.reason ?? '') : of.reason, minute] as const,
      ),
    );
  });
  return { state, heard };
}

it('opens with the matter, as it began and as severe as it is, and ends without it', () => {
  const { state, heard } = tell([
    ['well', []],
    ['well', [{ ...RESTARTING, since: NOW - MINUTE_MS }]],
    ['well', [{ ...RESTARTING, message: '4 starts' }]],
    ['well', []],
  ]);
  expect(heard).toEqual([
    ['opened', 'restarting', 1],
    ['resolved', 'restarting', 3],
  ]);
  expect(state.past).toMatchObject([
    {
      kind: 'condition',
      reason: 'restarting',
      openedAt: NOW - MINUTE_MS,
      resolvedAt: NOW + 3 * MINUTE_MS,
      message: '4 starts',
    },
  ]);
  expect(state).toMatchObject({ open: [], notified: [] });
});

it('has one incident for each matter, beside an outage', () => {
  const { state, heard } = tell([
    ['well', [EXPIRING]],
    ['well', [EXPIRING, RESTARTING]],
    ['http_503', [EXPIRING, RESTARTING]],
    ['well', [RESTARTING]],
  ]);
  expect(heard).toEqual([
    ['opened', 'certificate_expires_soon', 0],
    ['opened', 'restarting', 1],
    ['opened', 'http_503', 2],
    ['resolved', 'certificate_expires_soon', 3],
    ['resolved', 'http_503', 3],
  ]);
  expect(state.open).toMatchObject([
    { kind: 'condition', reason: 'restarting', severity: 'warning', verdict: 'healthy' },
  ]);
});

it('stays as it was while nothing is known of it', () => {
  const { state, heard } = tell([
    ['well', [RESTARTING]],
    ['http_503', null],
    ['http_503', null],
  ]);
  expect(heard).toEqual([
    ['opened', 'restarting', 0],
    ['opened', 'http_503', 1],
  ]);
  expect(state.open.map(({ kind }) => kind)).toEqual(['condition', 'outage']);
});

it('notifies again each time that it has come further, and never reminds', () => {
  const at = (stage: number) => [['well', [{ ...EXPIRING, stage }]]] as Told;
  const week = Array.from({ length: 7 * 24 * 60 }, () => at(1)[0] as Told[number]);
  const { heard } = tell([...at(0), ...at(0), ...week, ...at(3), ...at(2), ...at(3)]);
  expect(heard.map(([event, , minute]) => [event, minute])).toEqual([
    ['opened', 0],
    ['updated', 2],
    ['updated', 2 + week.length],
  ]);
});

it('is not damped: an end is told at once, also while the service fails', () => {
  expect(
    tell([
      ['well', [RESTARTING]],
      ['well', []],
      ['well', [RESTARTING]],
      ['http_503', []],
    ]).heard,
  ).toEqual([
    ['opened', 'restarting', 0],
    ['resolved', 'restarting', 1],
    ['opened', 'restarting', 2],
    ['resolved', 'restarting', 3],
    ['opened', 'http_503', 3],
  ]);
});

it('is withheld by a silence: what is over by its end nobody hears of', () => {
  const { heard } = tell(
    [
      ['well', [RESTARTING]],
      ['well', [RESTARTING, EXPIRING]],
      ['well', [EXPIRING]],
    ],
    2,
  );
  expect(heard).toEqual([['opened', 'certificate_expires_soon', 2]]);
});

it('ends if the service leaves the config', () => {
  const { state } = tell([['well', [RESTARTING]]]);
  const { state: after, due } = follow(state, null, {
    ...{ policy: POLICY, subject: { severity: 'critical', environment: null }, now: NOW + MINUTE_MS },
  });
  expect(due).toMatchObject([{ event: 'resolved', finding: { reason: 'removed_from_config' } }]);
  expect(after.open).toEqual([]);
});

it('takes back the end of each matter that goes on, if too many ends are owed', () => {
  const endOf = (reason: string, index: number): OwedEnd => ({
    ...{ id: `${reason} ${index}`, kind: 'condition', reason, message: 'm', verdict: 'healthy', thread: null },
    ...{ openedAt: NOW, resolvedAt: NOW, failedRuns: 1, severity: 'warning', environment: 'production' },
  });
  const owedEnds = [...Array<string>(18).fill('slow'), 'restarting', 'certificate_expires_soon'].map(endOf);
  const { due, takenBack, state } = follow(UNKNOWN, findingOf('well'), {
    ...{ policy: POLICY, subject: { severity: 'critical', environment: 'production' }, now: NOW, owedEnds },
    mattersOf: () => [{ kind: 'condition', matters: [RESTARTING, EXPIRING] }],
  });
  const ids = ['restarting 18', 'certificate_expires_soon 19'];
  expect([due, takenBack]).toEqual([[], ids]);
  expect(state.notified.map(({ continues }) => continues?.id)).toEqual(ids);
});
