/** A run on a screen that is too small for all of it: what needs attention is shown, the rest is counted. */

import stringWidth from 'string-width';
import { withCounted } from '../../../lambda/core/history/slo-counters';
import type { CheckResult } from '../../../lambda/core/probe/check-result';
import { latestOf } from '../../../lambda/core/probe/latest-check';
import type { Run } from '../../../lambda/core/run/run';
import { NEW_STATE } from '../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import { renderFramedRun } from '../../../local/terminal/framed-run';
import { heldAt } from '../../support/core/behind';
import { pastCheck } from '../../support/core/buckets';
import { answer, failure, NOW, reportOf } from '../../support/core/observations';
import { pastOutage, withSpentBudget } from '../../support/core/past-services';
import { afterRun, degradedIn, notAskedOf, resultOf, runOf } from '../../support/core/runs';
import { ackAt, silenceAt } from '../../support/core/silences';

const DAY_MS = 86_400_000;
const FRAME = { before: [''], after: ['every minute', ''] };
const well = (id: string) => resultOf(id, answer(200, reportOf({ service: id })));
const sick = (id: string) => resultOf(id, answer(503, { error: 'gone' }));
const dead = (id: string) => resultOf(id, failure('connection_refused'));
const many = (count: number, make: (id: string) => CheckResult, name: string) =>
  Array.from({ length: count }, (_, index) => make(`${name}-${String(index).padStart(3, '0')}`));

/** A run in which each failing service has an open incident. */
function outage(results: readonly CheckResult[], problems: readonly string[] = []): Run {
  const failing = results.filter(({ kind }) => kind !== 'healthy');
  const states: Snapshots = new Map(
    failing.map(({ service, kind, reason, message }) => {
      const row = { since: NOW - 60_000, runs: 1 };
      const incident = pastOutage(row.since, row.since, { verdict: kind, reason, message, over: null, failing: row });
      return [service.id, { state: { ...NEW_STATE, incidents: [incident] }, revision: 1, unsaved: false }];
    }),
  );
  const failures = problems.map((message) => ({ output: 'store', service: null, message }) as const);
  return { ...runOf(results), states, failures };
}

const linesOf = (run: Run, rows: number, columns = 120) =>
  renderFramedRun(afterRun(run), FRAME, { color: false, columns, rows }).split('\n');
/** The run, with open incidents of so many services that have left the config: no row tells of them. */
const withLeft = (run: Run, count: number): Run => ({
  ...run,
  states: new Map([...run.states, ...outage(many(count, dead, 'left')).states]),
});
const idsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /^ {2}[✓▲✕◐?–■] (?:in )?\w+ +(\S+)/.exec(line)?.[1] ?? []);

it('shows failing services first, the worst at the top, and counts healthy ones', () => {
  const results = [...many(100, well, 'well'), sick('sick'), ...many(99, well, 'fine'), dead('dead')];
  const lines = linesOf(outage(results), 40);
  expect(lines).toHaveLength(40);
  expect(idsIn(lines).slice(0, 3)).toEqual(['dead', 'sick', 'well-000']);
  const shown = idsIn(lines).length;
  expect(lines.slice(-5)).toEqual([
    `  and ${201 - shown} more healthy`,
    '',
    expect.stringMatching(/^ {2}199 of 201 healthy, 2 down · /),
    '  every minute',
    '',
  ]);
});

it('says who acknowledged an incident, in a separate line and beside it', () => {
  const run = { ...outage([well('well'), sick('sick')]), silences: [ackAt(NOW - 30_000, { services: ['sick'] })] };
  const lines = linesOf(run, 40);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}✕ down \(acknowledged by ana\) +sick /));
  expect(lines).toContain('  ack a7c1d2: sick acknowledged by ana since 11:59:30 UTC: it is the database');
  expect(lines.join('\n')).not.toContain('silence');
});

it('counts a service that answered healthy, and says that it is recovering', () => {
  const results = [...many(4, well, 'well'), well('again')];
  const { states } = outage([sick('again')]);
  const lines = linesOf({ ...runOf(results), states }, 40);
  expect(lines[2]).toMatch(/^ {2}◐ recovering {3}again /);
  expect(lines.at(-3)).toMatch(/^ {2}5 of 5 healthy, 1 recovering · /);
});

it('lists incidents of services that could not be checked, and of those that left the config', () => {
  const { states } = outage([sick('a'), dead('b'), sick('left')]);
  const latest = latestOf(dead('b'), null, 0);
  const before = states.get('b') ?? fail();
  const known: Snapshots = new Map([...states, ['b', { ...before, state: { ...before.state, latest } }]]);
  const run = { ...runOf([well('c'), sick('a')], 1, [notAskedOf('b')]), states: known };
  const listed = linesOf(run, 40).flatMap((line) => /^ {2}incident: (\S+)/.exec(line)?.[1] ?? []);
  expect(listed).toEqual(['b', 'left']);
});

function fail(): never {
  throw new Error('it has no state');
}

describe('on a terminal of 60 columns and 14 lines', () => {
  const small = (run: Run) => linesOf(run, 13, 60);
  const fleet = outage([...many(180, well, 'fine'), ...many(7, sick, 'sick'), ...many(6, dead, 'dead')]);

  it('shows the failing services that fit, the worst first, each with its reason in one line', () => {
    expect(small(fleet)).toEqual([
      '',
      '  STATE       SERVICE    TIME    VERSION   UP',
      ...[0, 1, 2].flatMap((index) => [
        `  ✕ down      dead-00${index}   15 ms   –         –`,
        '    └ connection refused — for 1 min',
      ]),
      '  and 10 more down, 180 healthy',
      '',
      '  180 of 193 healthy, 13 down · 123 ms · 12:00:00 UTC',
      '  every minute',
      '',
    ]);
  });

  it('shows a whole reason if there is room for the reasons of all that fail', () => {
    const long = (id: string) => resultOf(id, answer(503, { error: 'no connection is free '.repeat(3) }));
    const reasonsOf = (count: number) =>
      small(outage([...many(180, well, 'fine'), ...many(count, long, 'sick')])).filter((line) => /^ {4}/.test(line));
    expect(reasonsOf(2)).toHaveLength(4);
    expect(reasonsOf(3)).toEqual(Array(3).fill('    └ HTTP 503: no connection is free no connection is free…'));
  });

  it('has a column for the objective of a service that is not shown', () => {
    const [first] = fleet.results as [CheckResult];
    const objective = { availability: 0.99, responseTime: null, windowMs: 30 * DAY_MS };
    const aims = { underMs: null, windowMs: 30 * DAY_MS };
    const counters = withCounted(null, pastCheck(NOW - 3_600_000, { kind: 'healthy' }), aims);
    const state = { ...NEW_STATE, history: { ...NEW_STATE.history, counters } };
    const result = { ...first, service: { ...first.service, objective } };
    const states: Snapshots = new Map([...fleet.states, [first.service.id, { state, revision: 1, unsaved: false }]]);
    const lines = linesOf({ ...fleet, states, results: [result, ...fleet.results.slice(1)] }, 13, 160);
    expect(idsIn(lines)).not.toContain(first.service.id);
    expect(lines[1]).toMatch(/ OBJECTIVE$/);
  });
});

it('says what to check first if a single service is down', () => {
  const advice = /└ check first: The machine answers but nothing listens on the port/;
  expect(linesOf(outage([well('a'), dead('b')]), 40).join('\n')).toMatch(advice);
  expect(linesOf(outage([dead('a'), dead('b')]), 40).join('\n')).not.toContain('check first');
});

it('counts what it does not show in each state', () => {
  const results = [...many(20, well, 'well'), ...many(180, sick, 'sick')];
  const lines = linesOf(outage(results), 40);
  const shown = idsIn(lines).length;
  expect(shown).toBe(16);
  expect(idsIn(lines).every((id) => id.startsWith('sick'))).toBe(true);
  expect(lines).toContain(`  and ${180 - shown} more down, 20 healthy`);
});

it('names each silence below the table', () => {
  const silences = [
    silenceAt(NOW - 60_000, { services: ['sick', 'well-000'] }),
    silenceAt(NOW, { id: 'maintenance-1', planned: true, services: ['dead'], by: null, reason: 'upgrade' }),
    silenceAt(NOW - 60_000, { id: 'over', until: NOW }),
  ];
  const run = { ...outage([...many(1, well, 'well'), sick('sick'), dead('dead'), dead('other')]), silences };
  const lines = linesOf(run, Number.POSITIVE_INFINITY);
  expect(lines.slice(-5)).toEqual([
    expect.stringMatching(/^ {2}1 of 4 healthy, 1 down, 1 silenced, 1 in maintenance · /),
    '  maintenance "upgrade": dead until 13:00:00 UTC',
    '  silence k3v9x1: sick, well-000 until 12:59:00 UTC by ana: deploy 2.5.0',
    '  every minute',
    '',
  ]);
});

it('leaves two thirds of a small screen to services, and shows problems before silences and incidents', () => {
  const problems = Array.from({ length: 5 }, (_, index) => `problem ${index}`);
  const silences = Array.from({ length: 30 }, (_, index) => silenceAt(NOW, { id: `id${index}` }));
  const lines = linesOf({ ...withLeft(outage(many(30, dead, 'dead'), problems), 30), silences }, 30);
  expect(lines).toHaveLength(30);
  expect(lines.slice(-11, -2)).toEqual([
    ...problems.map((problem) => `  problem: ${problem}`),
    expect.stringMatching(/^ {2}silence id0: /),
    expect.stringMatching(/^ {2}silence id1: /),
    expect.stringMatching(/^ {2}silence id2: /),
    '  and 57 more lines',
  ]);
});

it.each([1, 2, 5, 10, 15, 24, 39, 60, 200, 600])('keeps within %d lines', (rows) => {
  const results = [...many(30, well, 'well'), ...many(40, sick, 'sick'), ...many(10, dead, 'dead')];
  for (const columns of [20, 40, 80, 120]) {
    const problem = 'the disk is full, and the folder in which the state is kept can not be written';
    const run = { ...withLeft(outage(results, [problem]), 5), silences: [silenceAt(NOW)] };
    const lines = linesOf(run, rows, columns);
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
  }
});

it('has all lines and counts nothing if the screen is large enough or endless', () => {
  const problems = Array.from({ length: 8 }, (_, index) => `problem ${index}`);
  const run = outage([...many(6, well, 'well'), sick('sick')], problems);
  const whole = linesOf(run, Number.POSITIVE_INFINITY);
  expect(linesOf(run, whole.length)).toEqual(whole);
  expect(whole.filter((line) => line.startsWith('  and '))).toEqual([]);
  expect(linesOf(run, whole.length - 1)).toContain('  and 2 more lines');
});

it('a degraded service stands between those that fail and those that are well', () => {
  const slow = { code: 'slow', message: 'p50 is 900 ms', since: NOW } as const;
  const lines = linesOf(degradedIn(outage([well('a'), well('b'), sick('c')]), 'b', slow), 99);
  expect(idsIn(lines)).toEqual(['c', 'b', 'a']);
});

it('shows the incident of an objective below the row of its service', () => {
  const opened = pastOutage(NOW - 60_000, NOW, { verdict: 'healthy', over: null });
  const incidents = [
    { ...opened, kind: 'condition', reason: 'slow' },
    { ...opened, kind: 'objective', reason: 'availability_burns_fast' },
  ] as const;
  const states: Snapshots = new Map([['a', { state: { ...NEW_STATE, incidents }, revision: 1, unsaved: false }]]);
  const lines = linesOf({ ...runOf([well('a')]), states }, 99).filter((line) => /└|incident/.test(line));
  expect(lines).toEqual(['    └ availability budget burns fast for 1 min']);
});

it('shows which service holds an outage back, below those that fail by themselves', () => {
  const run = outage([dead('shop'), sick('gateway')]);
  const states: Snapshots = new Map(
    [...run.states].map(([id, snapshot]) => {
      const held = snapshot.state.incidents.map((incident) =>
        heldAt(incident.id, { needed: 'gateway', at: NOW, until: NOW + 3_600_000 }),
      );
      return [id, id === 'shop' ? { ...snapshot, state: { ...snapshot.state, heldAlerts: held } } : snapshot];
    }),
  );
  const lines = linesOf({ ...run, states }, Number.POSITIVE_INFINITY);
  expect(idsIn(lines)).toEqual(['gateway', 'shop']);
  expect(lines.filter((line) => line.includes('└'))).toEqual([
    '    └ HTTP 503: gone — for 1 min',
    '    └ connection refused — for 1 min',
    '    └ held back: gateway is down',
  ]);
});

it('the incident of a budget says that people were notified of the outage that spent it', () => {
  const state = withSpentBudget(NEW_STATE, pastOutage(NOW - 300_000, NOW - 150_000), true);
  const states: Snapshots = new Map([['a', { state, revision: 1, unsaved: false }]]);
  expect(linesOf({ ...runOf([well('a')]), states }, 99)).toEqual(
    expect.arrayContaining([
      '    └ availability budget burns fast for 3 min (explained by its outage)',
      expect.stringMatching(/^ {2}1 of 1 healthy · /),
    ]),
  );
});
