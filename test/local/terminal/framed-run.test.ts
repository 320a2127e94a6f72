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
  expect(linesOf({ ...runOf(results), states }, 5)).toContain('  and 4 more healthy');
});

it('keeps its columns in place from run to run', () => {
  const columnsOf = (results: readonly CheckResult[]) => {
    const lines = renderFramedRun(afterRun(outage(results)), FRAME, {
      color: false,
      columns: 120,
      rows: 12,
      isRedrawn: true,
    }).split('\n');
    const header = lines.find((line) => line.includes('SERVICE')) ?? '';
    return ['SERVICE', 'TIME', 'VERSION', 'MEMORY'].map((title) => header.indexOf(title));
  };
  const rest = many(30, well, 'well');
  const long = 'one-with-a-rather-long-name';
  const before = columnsOf([...rest, well(long), dead('dead')]);
  // It is shown first, and was not shown before.
  expect(columnsOf([...rest, sick(long), well('dead')])).toEqual(before);
});

it('lists incidents of services that could not be checked, and of those that left the config', () => {
  const { states } = outage([sick('a'), dead('b'), sick('left')]);
  const latest = latestOf(dead('b'), null, 0);
  const before = states.get('b') ?? fail();
  const known: Snapshots = new Map([...states, ['b', { ...before, state: { ...before.state, latest } }]]);
  const run = { ...runOf([well('c'), sick('a')], 1, [notAskedOf('b')]), states: known };
  const listed = (atPrompt: boolean) =>
    renderFramedRun(afterRun(run), FRAME, { color: false, columns: 120, atPrompt })
      .split('\n')
      .flatMap((line) => /^ {2}incident: (\S+)/.exec(line)?.[1] ?? []);
  expect([listed(false), listed(true)]).toEqual([
    ['b', 'left'],
    ['b', 'left'],
  ]);
});

function fail(): never {
  throw new Error('it has no state');
}

describe('on a terminal of 60 columns and 14 lines', () => {
  const small = (run: Run, isRedrawn = false) =>
    renderFramedRun(afterRun(run), FRAME, { color: false, columns: 60, rows: 13, isRedrawn }).split('\n');
  const broken = (id: string) => resultOf(id, answer(200, '<h1>'));
  const fleet = outage([
    ...many(180, well, 'a-fine-service'),
    ...many(7, sick, 'sick-service'),
    ...many(7, broken, 'odd-service'),
    ...many(6, dead, 'dead-service'),
  ]);

  it('has a line for each failing service that fits, the worst first, with its reason cut to the width', () => {
    expect(small(fleet)).toEqual([
      '  STATE       SERVICE              TIME    VERSION   UP',
      ...[0, 1, 2, 3, 4, 5].map((index) => `  ✕ down      dead-service-00${index}     connection refused — for…`),
      ...[0, 1, 2].map((index) => `  ✕ down      sick-service-00${index}     HTTP 503: gone — for 1 m…`),
      '  and 11 more down, 180 healthy',
      '  180 of 200 healthy, 20 down · 123 ms · 12:00:00 UTC',
      '  every minute',
    ]);
  });

  it('shows the reason even beside the longest id, and for silenced services', () => {
    const silences = [silenceAt(NOW, { services: null, planned: true })];
    const run = { ...outage([...many(9, well, 'well'), ...many(9, dead, 'd'.repeat(59))]), silences };
    const lines = small(run).filter((line) => line.includes('■'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line).toBe(`  ■ in maintenance             ${'d'.repeat(9)}…   connection refu…`);
  });

  it('has its columns in the same places however many services fail', () => {
    const one = outage([...many(199, well, 'a-fine-service'), dead('dead')]);
    const placesOf = (lines: readonly string[]) => {
      const header = lines.find((line) => line.includes('STATE')) ?? '';
      const rows = lines.filter((line) => /^ {2}[✓✕▲] /.test(line));
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.filter((row) => !/ [a-z]/.test(row.slice(header.indexOf('SERVICE') - 1)))).toEqual([]);
      return ['SERVICE', 'TIME', 'VERSION'].map((title) => header.indexOf(title));
    };
    const first = placesOf(small(fleet, true));
    for (const run of [one, runOf(fleet.results.slice(0, 180)), fleet])
      expect(placesOf(small(run, true))).toEqual(first);
  });

  it('shows a whole reason if there is room for the reasons of all that fail', () => {
    const lines = small(outage([...many(180, well, 'fine'), broken('odd')]));
    expect(lines[1]).toMatch(/^ {2}✕ down +odd +15 ms /);
    expect(lines[2]).toBe('    └ HTTP 200 with something that is not JSON — for 1 min');
  });

  it('shows only the first remark, in one line, if there is no room for all', () => {
    const sickly = (id: string) => resultOf(id, answer(503, { error: 'no connection is free '.repeat(4) }));
    const lines = small(outage([...many(9, well, 'fine'), ...many(4, sickly, 'sick')]));
    expect(lines.slice(1, 9).filter((_, index) => index % 2 === 1)).toEqual(
      Array(4).fill('    └ HTTP 503: no connection is free no connection is free…'),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}and \d more healthy$/));
  });

  it('shows the beginning of a problem that does not fit', () => {
    const problem = `the state of sick-service-001 can't be saved in /home/ana/shop: ${'no space is left '.repeat(20)}`;
    const lines = small({ ...withLeft(fleet, 20), failures: [{ output: 'store', service: null, message: problem }] });
    expect(lines).toHaveLength(13);
    expect(lines.find((line) => line.startsWith('  problem:'))).toMatch(
      /^ {2}problem: the state of sick-service-001 .*…$/,
    );
    expect(lines).toContain('  and 20 incidents');
  });

  it('takes hidden services with an objective into account, so that its column stays', () => {
    const [first] = fleet.results as [CheckResult];
    const objective = { availability: 0.99, responseTime: null, windowMs: 30 * DAY_MS };
    const counters = withCounted(null, pastCheck(NOW - 3_600_000, { kind: 'healthy' }), {
      underMs: null,
      windowMs: 30 * DAY_MS,
    });
    const state = { ...NEW_STATE, history: { ...NEW_STATE.history, counters } };
    const result = { ...first, service: { ...first.service, objective } };
    const states: Snapshots = new Map([...fleet.states, [first.service.id, { state, revision: 1, unsaved: false }]]);
    const lines = linesOf({ ...fleet, states, results: [result, ...fleet.results.slice(1)] }, 13, 160);
    expect(idsIn(lines)).not.toContain(first.service.id);
    expect(lines[0]).toMatch(/ OBJECTIVE$/);
  });
});

it.each([
  [30, 8],
  [20, 7],
])('names a service that fails also within %d columns and %d lines', (columns, rows) => {
  const lines = linesOf(outage([...many(20, well, 'well'), ...many(20, dead, 'dead')]), rows - 1, columns);
  expect(lines.filter((line) => line.startsWith('  ✕ down')).length).toBeGreaterThan(0);
  expect(lines.find((line) => line.includes(' of 40 '))).toMatch(/…$/);
});

it('counts what it does not show in each state', () => {
  const results = [...many(20, well, 'well'), ...many(180, sick, 'sick')];
  const lines = linesOf(outage(results), 40);
  expect(lines).toHaveLength(40);
  const shown = idsIn(lines).length;
  expect(idsIn(lines).every((id) => id.startsWith('sick'))).toBe(true);
  expect(lines).toContain(`  and ${180 - shown} more down, 20 healthy`);
});

it('shows problems before incidents, and counts what does not fit of either', () => {
  const problems = Array.from({ length: 30 }, (_, index) => `problem ${index}`);
  const lines = linesOf(withLeft(outage(many(30, dead, 'dead'), problems), 30), 30);
  expect(lines).toHaveLength(30);
  const [problem, incident] = ['problem:', 'incident:'].map(
    (start) => lines.filter((line) => line.startsWith(`  ${start}`)).length,
  ) as [number, number];
  expect(problem).toBeGreaterThan(0);
  expect(lines).toContain(`  and ${30 - problem} more problems`);
  expect(lines).toContain(`  and ${30 - incident}${incident > 0 ? ' more' : ''} incidents`);
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

it('counts the silences and incidents for which there is no room', () => {
  const silences = Array.from({ length: 30 }, (_, index) => silenceAt(NOW, { id: `id${index}` }));
  const lines = linesOf({ ...withLeft(outage(many(30, dead, 'dead')), 30), silences }, 30);
  expect(lines).toHaveLength(30);
  for (const name of ['silence', 'incident']) {
    const shown = lines.filter((line) => line.startsWith(`  ${name}`)).length;
    expect(lines).toContain(`  and ${30 - shown}${shown > 0 ? ' more' : ''} ${name}s`);
  }
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
  const run = outage([...many(12, well, 'well'), sick('sick')], ['the disk is full']);
  const whole = linesOf(run, Number.POSITIVE_INFINITY);
  expect(linesOf(run, whole.length)).toEqual(whole);
  expect(whole.filter((line) => line.startsWith('  and '))).toEqual([]);
  expect(linesOf(run, whole.length - 1)).toContain('  and 2 more healthy');
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
