/** The table for people: its columns, widths and words. Nothing that a service sends can break it. */

import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { type SloCounters, withCounted } from '../../../lambda/core/history/slo-counters';
import type { CheckResult } from '../../../lambda/core/probe/check-result';
import { latestOf } from '../../../lambda/core/probe/latest-check';
import type { Run } from '../../../lambda/core/run/run';
import { NEW_STATE } from '../../../lambda/core/state/service-state';
import type { Snapshots } from '../../../lambda/core/state/snapshot';
import type { VerdictKind } from '../../../lambda/core/words/codes';
import { terminalColors } from '../../../local/terminal/colors';
import { renderRun, type TableOptions } from '../../../local/terminal/run-table';
import { worstLast } from '../../../local/terminal/shown-state';
import { pastCheck } from '../../support/core/buckets';
import { answer, failure, NOW, reportOf, TIMINGS } from '../../support/core/observations';
import { afterRun, degradedIn, notAskedOf, resultOf, runOf } from '../../support/core/runs';
import { silenceAt } from '../../support/core/silences';

const HOSTILE =
  '\u001b[2J\u001b]0;owned\u0007 line one\r\nline two\u2028line three \u202eright to left\u202c 漢字'.repeat(3);

const healthy = resultOf('user-service', answer(200, reportOf({ uptime: 200_000 })));
const DAY_MS = 86_400_000;

const RUN = runOf([
  healthy,
  resultOf('payment-service', answer(503, { error: 'the database is gone' }), 3),
  resultOf('a-service-with-a-rather-long-name-of-nearly-sixty-letters', answer(500, { error: HOSTILE }), 2),
  resultOf('invoice-service', failure('timeout_connect', { limitMs: 3_000 })),
  resultOf(
    'hostile',
    answer(200, reportOf({ service: 'hostile', version: HOSTILE, environment: HOSTILE, uptime: -1 })),
  ),
  resultOf('html', answer(200, '<h1>It works!</h1>')),
]);

/** What is between a colour and its end. */
const COLORED = new RegExp(`${String.fromCharCode(27)}\\[38;5;\\d+m(.*?)${String.fromCharCode(27)}\\[39m`, 'g');

const draw = (run: Run, options: TableOptions) => renderRun(afterRun(run), options);

const wide = { color: false, columns: Number.POSITIVE_INFINITY };

function header(text: string): string[] {
  return (text.split('\n')[0] ?? '').trim().split(/ {2,}/);
}

describe('the table', () => {
  it.each([20, 30, 40, 60, 80, 100, 120, 140, 200])('keeps every line within %i columns', (columns) => {
    for (const color of [false, true]) {
      const lines = draw(RUN, { color, columns }).split('\n');
      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
    }
  });

  it('does not colour memory: a healthy heap is nearly full', () => {
    const run = runOf([resultOf('user-service', answer(200, reportOf({ memory: { used: 45, total: 46 } })))]);
    expect(draw(run, { ...wide, color: true })).toMatch(/ 45 of 46 MB /);
  });

  it('shows in its row that a service is silenced, and counts silenced services separately', () => {
    const silences = [
      silenceAt(NOW, { services: ['payment-service', 'user-service'] }),
      silenceAt(NOW, { services: ['invoice-service'], planned: true }),
      silenceAt(NOW - 1, { services: ['html'], until: NOW }),
    ];
    const text = draw({ ...RUN, silences }, wide);
    expect(text).toMatch(/^ {2}✓ healthy \(silenced\) +user-service /m);
    expect(text).toMatch(/^ {2}– silenced +payment-service /m);
    expect(text).toMatch(/^ {2}■ in maintenance +invoice-service /m);
    expect(text).toMatch(/^ {2}✕ down +html /m);
    expect(text).toMatch(/ {2}2 of 6 healthy, 2 down, 1 silenced, 1 in maintenance · /);
  });

  it('at a prompt counts the healthy services if there are more than fifty, and shows the worst last', () => {
    const many = (count: number) =>
      runOf([
        resultOf('sick', answer(503, { error: 'the database is gone' })),
        resultOf('warned', answer(200, reportOf({ service: 'warned', memory: { used: 510, total: 500 } }))),
        ...Array.from({ length: count - 2 }, (_, index) =>
          resultOf(`s${index}`, answer(200, reportOf({ service: `s${index}` }))),
        ),
      ]);
    const shownAt = (count: number, atPrompt: boolean) => {
      const known = afterRun(many(count));
      const lines = renderRun(atPrompt ? worstLast(known) : known, { ...wide, atPrompt }).split('\n');
      return lines.map((line) => line.trim().split(/ {2,}/).slice(0, 2).join(' '));
    };
    const [healthy, , ...rest] = shownAt(60, true);
    expect([healthy, ...rest.filter((line) => line !== '')]).toEqual([
      '58 healthy',
      '✓ healthy warned',
      expect.stringMatching(/^└ warning/),
      '✕ down sick',
      '└ HTTP 503: the database is gone',
      expect.stringMatching(/^└ check first: /),
      expect.stringMatching(/^59 of 60 healthy, 1 down/),
    ]);
    expect(shownAt(50, true).filter((line) => line.startsWith('✓ healthy'))).toHaveLength(49);
    expect(shownAt(60, false).filter((line) => line.startsWith('✓ healthy'))).toHaveLength(59);
  });

  it.each([
    ['that failed before it', NOW - 1, true],
    ['that failed later', NOW + 1, false],
  ])('applies a silence until healthy to a service %s', (_, openedAt, expected) => {
    const [failing] = RUN.results.slice(1) as [CheckResult];
    const state = { ...NEW_STATE, latest: latestOf(failing, null, 0), pending: { since: openedAt, runs: 1 } };
    const states: Snapshots = new Map([[failing.service.id, { state, revision: 1, unsaved: false, sentIds: [] }]]);
    const run = { ...runOf([failing]), states, silences: [silenceAt(NOW, { untilWell: true })] };
    expect(draw(run, wide).includes('– silenced   payment-service')).toBe(expected);
  });

  it('drops the least important columns one by one as the terminal gets narrower', () => {
    const seen = new Set<string>();
    for (let columns = 140; columns > 20; columns--) {
      seen.add(header(draw(runOf([healthy]), { color: false, columns })).join(' | '));
    }
    expect([...seen]).toEqual([
      'STATE | SERVICE | TIME | VERSION | UP | MEMORY | CERT',
      'STATE | SERVICE | TIME | VERSION | UP | MEMORY',
      'STATE | SERVICE | TIME | VERSION | UP',
      'STATE | SERVICE | TIME | UP',
      'STATE | SERVICE | TIME',
      'STATE | SERVICE',
      // Narrower than even that: cut, never broken.
      ...[...seen].slice(6),
    ]);
    expect([...seen].slice(6).every((titles) => 'STATE | SERVICE'.startsWith(titles))).toBe(true);
  });

  it('keeps all reasons in a narrow terminal', () => {
    const text = draw(RUN, { color: false, columns: 40 }).replace(/\s+/g, ' ');
    expect(text).toContain('└ HTTP 503: the database is gone — checked 3 times');
    expect(text).toContain('└ no connection within 3 s');
  });

  it('has colour codes only on request, and the same text without them', () => {
    const plain = draw(RUN, wide);
    const colored = draw(RUN, { ...wide, color: true });
    expect(plain).not.toContain('\u001b');
    expect(colored).toContain(terminalColors(true).green('✓ healthy'));
    expect(stripVTControlCharacters(colored)).toBe(plain);
  });

  it("can't be broken by what a service sends", () => {
    const plain = draw(RUN, wide);
    // Line breaks aside, no control, formatting or separator character is left.
    expect(plain.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    const remarks = RUN.results.map(({ kind, warnings }) => (kind === 'healthy' ? 0 : 1) + warnings.length);
    const expected = 1 + RUN.results.length + remarks.reduce((sum, count) => sum + count, 0) + 2;
    expect(plain.split('\n')).toHaveLength(expected);
  });
});

it('shows a clue once if several services have it', () => {
  const origin = (id: string) => ({
    ...resultOf(id, answer(500, { error: 'no' })),
    otherOrigin: { httpStatus: 200, keys: [] },
  });
  expect(draw(runOf([origin('shop'), origin('cart')]), wide).match(/└ clue: /g)).toHaveLength(1);
});

it('shows the clues from its answer below a failing service', () => {
  const origin = { ...resultOf('shop', answer(500, { error: 'no' })), otherOrigin: { httpStatus: 200, keys: [] } };
  const page = resultOf('page', answer(200, `<title>Sign in ${HOSTILE}</title>`));
  const lines = draw(runOf([origin, page]), wide).split('\n');
  expect(lines[3]).toMatch(
    /^ {4}└ clue: it answered 200 with a report when checked with an Origin: set origin in its config/,
  );
  expect(lines[6]).toMatch(/^ {4}└ clue: it answers with a page titled: Sign in/);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
});

describe('a row', () => {
  it.each([
    ['its state, its name and times', healthy, /^ {2}✓ healthy {3}user-service {3}15 ms {3}/],
    ['its version, uptime and memory', healthy, / {3}1\.4\.2 {5}2 d 7 h {3}256 of 512 MB {3}–$/],
    ['dashes for what is not known', RUN.results[1], /payment-service {3}15 ms {3}– {9}– {4}– {8}–$/],
    [
      'the days of its certificate',
      resultOf('user-service', { ...answer(200, reportOf()), certificateExpiresAt: NOW + 40.5 * DAY_MS }),
      / {3}40 d$/,
    ],
    [
      'seconds where it took seconds',
      resultOf('slow', failure('timeout_response', { timings: { ...TIMINGS, firstByteMs: 2_999, totalMs: 3_004 } })),
      / {3}3\.00 s {3}/,
    ],
    [
      'that a time is the own one',
      resultOf('user-service', { ...answer(200, reportOf()), timings: { ...TIMINGS, blockedMs: 12 } }),
      /user-service {3}~15 ms {3}/,
    ],
    [
      'memory without a total',
      resultOf('user-service', answer(200, reportOf({ memory: { used: 99.6 } }))),
      / {3}100 MB {3}–$/,
    ],
    [
      'nothing that another service says of itself',
      resultOf('user-service', answer(200, reportOf({ service: 'other' }))),
      /user-service {3}15 ms {3}– {9}– {4}– {8}–$/,
    ],
  ])('shows %s', (_, result, expected) => {
    const [, row] = draw(runOf(result ? [result] : []), wide).split('\n');
    expect(row).toMatch(expected);
  });

  it('cuts a long version, so that it does not push out other columns', () => {
    const long = resultOf('other', answer(200, reportOf({ service: 'other', version: `2.4.1-${'x'.repeat(200)}` })));
    const [title = '', , row = ''] = draw(runOf([healthy, long]), { color: false, columns: 120 }).split('\n');
    expect(row).toContain(' 2.4.1-xxxxxxxxxxxxxxxxx…   ');
    for (const column of ['VERSION', 'MEMORY', 'CERT']) expect(title).toContain(column);
  });

  it('is followed by its warnings', () => {
    const text = draw(
      runOf([resultOf('user-service', answer(200, reportOf({ memory: { used: 9, total: 8 } })))]),
      wide,
    );
    expect(text.split('\n')[2]).toBe('    └ warning: memory used (9 MB) is over its total (8 MB)');
  });
});

describe('a degraded service', () => {
  const condition = { message: 'p50 is 900 ms, over twice the 200 ms of yesterday', since: NOW - 300_000 };
  const run = degradedIn(degradedIn(RUN, 'user-service', { code: 'slow', ...condition }), 'html', {
    code: 'slow',
    ...condition,
  });

  it('has its own state, and its conditions with their start below its row', () => {
    const lines = draw(run, wide).split('\n');
    expect(lines[1]).toMatch(/^ {2}▲ degraded +user-service {3}/);
    expect(lines[2]).toBe('    └ slow: p50 is 900 ms, over twice the 200 ms of yesterday, since 11:55:00 UTC');
    expect(draw(run, { ...wide, color: true })).toContain(terminalColors(true).amber('▲ degraded'));
  });

  it('is counted after failing services; a failing service is not degraded', () => {
    const sum = draw(run, wide).split('\n').at(-1);
    expect(sum).toBe('  2 of 6 healthy, 4 down, 1 degraded · 123 ms · 12:00:00 UTC');
    expect(draw(run, wide).match(/p50 is 900 ms/g)).toHaveLength(1);
    expect(draw(run, { ...wide, rows: 4 })).toMatch(/ {2}and .*1 healthy/);
  });
});

describe('the bars of the last checks', () => {
  const MINUTE_MS = 60_000;
  const knownFor = (kinds: readonly (VerdictKind | 'maintenance')[]): Run => {
    const checks = kinds.map((kind, index) =>
      pastCheck(NOW - (kinds.length - 1 - index) * MINUTE_MS, {
        kind: kind === 'maintenance' ? 'healthy' : kind,
        inMaintenance: kind === 'maintenance',
      }),
    );
    const state = { ...NEW_STATE, history: { ...NEW_STATE.history, checks } };
    return { ...runOf([healthy]), states: new Map([['user-service', { state, revision: 1, unsaved: false }]]) };
  };
  const barsIn = (run: Run, options: Partial<TableOptions> = {}) => {
    const [titles = '', row = ''] = draw(run, { ...wide, ...options }).split('\n');
    const at = titles.indexOf('LAST CHECKS');
    return at < 0 ? null : row.slice(at, at + 20);
  };

  it('are the last twenty checks, with high bars for failures, so that they are seen without colours', () => {
    const kinds = [...Array(30).fill('error'), ...Array(16).fill('healthy'), 'unreachable', 'maintenance', 'healthy'];
    expect(barsIn(knownFor(kinds))).toBe(`▌${'▖'.repeat(16)}▌░▖`);
  });

  it('end at the right, if there are fewer', () => {
    expect(barsIn(knownFor(['error', 'healthy']))).toBe(`${' '.repeat(18)}▌▖`);
  });

  it('are red where it failed, and dim elsewhere', () => {
    const [, row = ''] = draw(knownFor(['error', 'healthy']), { ...wide, color: true }).split('\n');
    expect(row).toContain(` ${terminalColors(true).red('▌')}${terminalColors(true).dim('▖')} `);
  });

  it('are left out after a single check, and fit into 80 columns', () => {
    expect(barsIn(knownFor(['healthy']))).toBeNull();
    expect(barsIn(knownFor(['error', 'healthy']), { columns: 80 })).not.toBeNull();
  });
});

it('colours only marks and words', () => {
  const run = degradedIn(RUN, 'user-service', { code: 'slow', message: 'p50 is 900 ms', since: NOW });
  const colored = [...draw(run, { ...wide, color: true }).matchAll(COLORED)].map(([, text]) => text);
  expect(new Set(colored)).toEqual(new Set(['✕ down', '▲ degraded', '✓ healthy', '4 down', '1 degraded', 'warning:']));
});

describe('an objective', () => {
  const objective = { availability: 0.99, responseTime: { underMs: 800, share: 0.9 }, windowMs: 30 * DAY_MS };
  const aims = { underMs: 800, windowMs: objective.windowMs };
  const stoodAfter = (...kinds: readonly ('healthy' | 'error')[]): Run => {
    const counters = kinds.reduce<SloCounters | null>(
      (before, kind, index) => withCounted(before, pastCheck(NOW - (kinds.length - index) * 3_600_000, { kind }), aims),
      null,
    );
    const state = { ...NEW_STATE, history: { ...NEW_STATE.history, counters } };
    const result = { ...healthy, service: { ...healthy.service, objective } };
    const states: Snapshots = new Map([['user-service', { state, revision: 1, unsaved: false, sentIds: [] }]]);
    return { ...runOf([result, ...RUN.results.slice(1)]), states };
  };

  it('has a column with the aim that has the least budget left; other runs have no such column', () => {
    const text = draw(stoodAfter('healthy', 'healthy', 'error', 'healthy'), wide);
    expect(header(text).at(-1)).toBe('OBJECTIVE');
    expect(text.split('\n')[1]).toMatch(/ {3}75 %, 6 h 12 min left, 0×$/);
    expect(header(draw(RUN, wide))).not.toContain('OBJECTIVE');
  });

  it('is red if no budget is left, and has no colour if enough is left', () => {
    const colored = (run: Run) => draw(run, { ...wide, color: true }).split('\u001b');
    expect(colored(stoodAfter('healthy')).join('')).toMatch(/ 100 %, 7 h 12 min left, 0×/);
    expect(colored(stoodAfter(...Array(9).fill('error')))).toContainEqual(
      expect.stringMatching(/^\[38;5;196m0 %, .* over, 100×$/),
    );
  });
});

describe('the sum', () => {
  const sumOf = (run: Run) => draw(run, wide).split('\n').at(-1);

  it.each([
    ['the services in each state', RUN, '2 of 6 healthy, 4 down · 123 ms'],
    ['the duration', runOf([healthy], 2_345), '1 of 1 healthy · 2.35 s'],
    ['what was not checked', runOf([healthy], 123, [notAskedOf('cart')]), '1 of 2 healthy, 1 not checked · 123 ms'],
  ])('has %s', (_, run, expected) => {
    expect(sumOf(run)).toBe(`  ${expected} · 12:00:00 UTC`);
  });

  it('is followed by the problems of the whole run', () => {
    const late = resultOf('user-service', answer(200, reportOf({ timestamp: '2026-03-01T13:00:00.000Z' })));
    expect(sumOf(runOf([late, late]))).toMatch(
      /^ {2}warning: the clocks of all 2 services .* more likely the checker's clock is 1 h behind$/,
    );
  });
});
