/** A watch whose output goes into a pipe or a file: which lines it writes. */

import { NEW_STATE } from '../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import { EMPTY_LOG, runLines } from '../../../local/terminal/run-lines';
import { answer, failure, NOW, reportOf } from '../../support/core/observations';
import { pastOutage } from '../../support/core/past-services';
import { afterRun, degradedIn, resultOf, runOf } from '../../support/core/runs';
import { ackAt, silenceAt } from '../../support/core/silences';

const well = (id: string) => resultOf(id, answer(200, reportOf({ service: id })));
const sick = (id: string) => resultOf(id, answer(503, { error: 'gone' }));
const dead = (id: string) => resultOf(id, failure('connection_refused'));
const outage = pastOutage(NOW - 60_000, NOW, { over: null, recovery: { since: NOW, runs: 1 } });
const recovering: Snapshots = new Map([
  ['b', { state: { ...NEW_STATE, incidents: [outage] }, revision: 1, unsaved: false }],
]);

it('writes a line for each service that changed, and the totals when they change', () => {
  const runs = [
    runOf([well('a'), well('b')]),
    runOf([well('a'), sick('b')]),
    runOf([well('a'), sick('b')]),
    runOf([well('a'), dead('b')]),
    { ...runOf([well('a'), well('b')]), states: recovering },
    runOf([well('a'), well('b')]),
  ];
  let logged = EMPTY_LOG;
  const lines = runs.map((run) => {
    const found = runLines(afterRun(run), logged);
    logged = found.logged;
    return found.lines.map((line) => line.replace(/^2026-03-01T12:00:00Z /, ''));
  });
  expect(lines).toEqual([
    ['2 of 2 healthy · 123 ms'],
    ['b is down: HTTP 503: gone', '1 of 2 healthy, 1 down · 123 ms'],
    [],
    ['b is down: connection refused'],
    ['b is recovering', '2 of 2 healthy, 1 recovering · 123 ms'],
    ['b is healthy', '2 of 2 healthy · 123 ms'],
  ]);
});

it('repeats the totals after an hour', () => {
  const run = afterRun(runOf([well('a')]));
  const { logged } = runLines(run, EMPTY_LOG);
  const laterBy = (minutes: number) => ({ ...run, at: new Date(Date.parse(run.at) + minutes * 60_000).toISOString() });
  expect(runLines(laterBy(59), logged).lines).toEqual([]);
  expect(runLines(laterBy(60), logged).lines).toEqual(['2026-03-01T13:00:00Z 1 of 1 healthy · 123 ms']);
});

it('names the condition of a degraded service, and again if it changes', () => {
  const condition = { message: 'p50 is 900 ms', since: NOW };
  const slow = degradedIn(runOf([well('a')]), 'a', { ...condition, code: 'slow' });
  const more = degradedIn(slow, 'a', { code: 'restarting', message: '3 starts within 15 min', since: NOW });
  let logged = EMPTY_LOG;
  const lines = [slow, slow, more, runOf([well('a')])].map((run) => {
    const found = runLines(afterRun(run), logged);
    logged = found.logged;
    return found.lines.map((line) => line.replace(/^\S+ /, '').replace(/ · .*/, ''));
  });
  expect(lines).toEqual([
    ['a is degraded: slow: p50 is 900 ms', '1 of 1 healthy, 1 degraded'],
    [],
    ['a is degraded: slow: p50 is 900 ms; restarting: 3 starts within 15 min'],
    ['a is healthy', '1 of 1 healthy'],
  ]);
});

it('writes new problems, silences and acknowledgements once', () => {
  const run = {
    ...runOf([sick('a')]),
    failures: [{ output: 'store', service: null, message: 'the disk is full' } as const],
    silences: [silenceAt(NOW, { services: ['a'] }), ackAt(NOW, { services: ['a'] })],
  };
  const first = runLines(afterRun(run), EMPTY_LOG);
  expect(first.lines).toEqual([
    expect.stringMatching(/Z a is silenced: /),
    expect.stringMatching(/Z problem: the disk is full$/),
    expect.stringMatching(/Z silence k3v9x1: a until /),
    expect.stringMatching(/Z ack a7c1d2: a acknowledged by ana since /),
    expect.stringMatching(/Z 0 of 1 healthy, 1 silenced · /),
  ]);
  const second = runLines(afterRun(run), first.logged);
  expect(second.lines).toEqual([]);
  // They come back after they were gone, and with them that the service is silenced.
  const gone = runLines(afterRun(runOf([sick('a')])), second.logged);
  expect(runLines(afterRun(run), gone.logged).lines).toHaveLength(5);
});
