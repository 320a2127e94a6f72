/** A service that flaps: its incidents are facts, and people hear of one episode. Behind the arrow is what they hear. */

import fc from 'fast-check';
import type { AlertPolicy } from '../../../../lambda/core/config/config';
import { mailText, subjectOf } from '../../../../lambda/core/forms/mail';
import { advance, INITIAL_STATE, type Incident } from '../../../../lambda/core/incident/incident';
import { RECENT_RUNS_KEPT } from '../../../../lambda/core/incident/recent-runs';
import { alertOf } from '../../../../lambda/core/message/alert';
import { notificationOf } from '../../../../lambda/core/message/notification';
import type { DueAlert } from '../../../../lambda/core/notify/due-alert';
import { follow, UNKNOWN } from '../../../../lambda/core/notify/follow';
import type { Notified } from '../../../../lambda/core/notify/notified';
import { readState } from '../../../../lambda/core/state/service-state';
import { CONTEXT } from '../../../support/alerts';
import { runs } from '../../../support/lane';
import { NOW } from '../../../support/observations';
import { findingOf, MINUTE_MS, POLICY, tell } from '../../../support/story';

const SHIPPED: AlertPolicy = { failureThreshold: 1, successThreshold: 2, remindEveryMs: null };
const SUBJECT = { severity: 'critical', environment: null } as const;

type Story = readonly [title: string, policy: Partial<AlertPolicy>, ...lines: string[]];

function tellAll(stories: readonly Story[]): void {
  it.each(stories.map(([title, policy, ...lines]) => [title, policy, lines] as const))('%s', (_, policy, lines) => {
    expect(tell(policy, lines).lines).toEqual(lines);
  });
}

/** The third end of an episode is held: it takes four healthy runs. */
const HELD = [
  ...['http_503 -> opened', 'well -> resolved', 'http_503 -> opened', 'well', 'well -> resolved'],
  ...['http_503 -> opened', 'well'],
];

describe('an end', () => {
  tellAll([
    ['of the first incident is told at once', SHIPPED, 'http_503 -> opened', 'well', 'well -> resolved'],
    [
      'is told after twice the healthy runs with each relapse',
      {},
      ...['http_503 -> opened', 'well -> resolved', 'http_503 -> opened', 'well', 'well -> resolved'],
      ...['http_503 -> opened', 'well x3', 'well -> resolved', 'http_503 -> opened', 'well x7', 'well -> resolved'],
    ],
    [
      'is not told while the service fails now and then, and once when it is over',
      SHIPPED,
      ...['http_503 -> opened', 'well x2 -> resolved', 'http_503 -> opened', 'well x2', 'http_503', 'well x2'],
      ...['http_503', 'well x2', 'http_503', 'well x29', 'well', 'well -> resolved', 'well x99'],
    ],
    [
      'is told at once if the incident before is half an hour past',
      {},
      ...['http_503 -> opened', 'well -> resolved', '+31m http_503 -> opened', 'well -> resolved'],
    ],
    [
      'is held if the incident before is not so long past',
      {},
      ...['http_503 -> opened', 'well -> resolved', '+30m http_503 -> opened', 'well', 'well -> resolved'],
    ],
    ['that is held is told when the checker was away meanwhile', {}, ...HELD, '+9h well -> resolved'],
    ['that is held is told when the service leaves the config', {}, ...HELD, 'removed -> resolved', 'removed x9'],
    ['that is held is told after a clock that steps back', {}, ...HELD, '-9h well', 'well', 'well -> resolved'],
    [
      'is told half an hour after it, although single runs fail and open no incident',
      { failureThreshold: 2, successThreshold: 2 },
      ...['http_503 x2 -> opened', 'well x2 -> resolved', 'http_503 x2 -> opened', 'well x3', 'http_503'],
      ...['well x3', 'http_503', '+20m well', 'http_503', 'well', '+2m well -> resolved'],
    ],
  ]);

  it.each([
    [1, 1, [1, 2, 4, 8, 16, 31]],
    [1, 2, [2, 4, 8, 16, 31, 31]],
    [1, 3, [3, 6, 12, 24, 31, 31]],
    [5, 1, [1, 2, 4, 7, 7, 7]],
    [5, 2, [2, 4, 7, 7, 7, 7]],
    [20, 1, [1, 2, 3, 3, 3, 3]],
    [60, 1, [1, 1, 1, 1, 1, 1]],
    [60, 2, [2, 2, 2, 2, 2, 2]],
  ])(
    'with a run every %d min, and %d healthy runs for it, takes these runs as the service relapses: %j',
    (interval, successThreshold, expected) => {
      const taken = expected.map((_, relapses) => {
        const policy = { ...POLICY, successThreshold };
        let now = NOW;
        let state = UNKNOWN;
        const run = (reason: string) => {
          now += interval * MINUTE_MS;
          const followed = follow(state, findingOf(reason), { policy, subject: SUBJECT, now });
          state = followed.state;
          return followed.due.map(({ event }) => event);
        };
        for (let time = 0; time <= relapses; time++) {
          run('http_503');
          if (time < relapses) for (let well = 0; well < successThreshold; well++) run('well');
        }
        let count = 1;
        while (!run('well').includes('resolved')) count++;
        return count;
      });
      expect(taken).toEqual(expected);
    },
  );

  it('tells its true time, and all failing runs, however much later it is told', () => {
    const { events, state } = tell(SHIPPED, [
      ...['well', 'http_503', 'well x2', 'http_503', 'well x2', 'http_503', 'well x8'],
    ]);
    expect(events.map(({ event, at }) => `${event} ${(at - NOW) / MINUTE_MS}`)).toEqual([
      ...['opened 2', 'resolved 4', 'opened 5', 'resolved 10'],
    ]);
    expect(events.at(-1)).toMatchObject({
      incident: { openedAt: NOW + 5 * MINUTE_MS, failedRuns: 2 },
      finding: { kind: 'healthy' },
      previous: { reason: 'http_503' },
      lastHealthy: { at: NOW + 16 * MINUTE_MS },
    });
    expect(state).toMatchObject({ notified: [], incidents: 3, past: [{}, {}, { resolvedAt: NOW + 10 * MINUTE_MS }] });
  });

  it('keeps its severity and environment from its beginning, although a relapse has others', () => {
    const { state } = tell({}, HELD);
    const options = { policy: POLICY, subject: { severity: 'info', environment: 'x' } as const };
    const again = follow(state, findingOf('http_503'), { ...options, now: NOW + 8 * MINUTE_MS });
    const removed = follow(again.state, null, { ...options, now: NOW + 9 * MINUTE_MS });
    expect(removed.due).toMatchObject([
      { event: 'resolved', incident: { severity: 'critical', environment: 'production' } },
    ]);
  });
});

describe('a relapse while the end is held', () => {
  tellAll([
    [
      'is not told after nine healthy minutes',
      { successThreshold: 9 },
      'http_503 -> opened',
      'well x9 -> resolved',
      'http_503 -> opened',
      'well x9',
      'http_503',
    ],
    [
      'is told after ten',
      { successThreshold: 9 },
      'http_503 -> opened',
      'well x9 -> resolved',
      'http_503 -> opened',
      'well x10',
      'http_503 -> updated',
    ],
    ['is told after ten minutes in which nobody looked', {}, ...HELD, '+10m http_503 -> updated', 'well'],
    ['is told after the checker was away for long', {}, ...HELD, '+9h http_503 -> updated', 'well -> resolved'],
    [
      'is told from the first of the failing runs that open its incident',
      { failureThreshold: 3, successThreshold: 9 },
      ...['http_503 x3 -> opened', 'well x9 -> resolved', 'http_503 x3 -> opened', 'well x9', 'http_503 x3'],
      ...['well x10', 'http_503 x2', 'http_503 -> updated'],
    ],
    [
      'is a new incident once the end was told',
      {},
      ...['http_503 -> opened', 'well -> resolved', 'http_503 -> opened', 'well x2 -> resolved', 'http_503 -> opened'],
    ],
    [
      'in another way is told once that has held for five runs',
      {},
      ...[...HELD, 'http_500', 'well', 'dns_failure', 'well', 'http_500 x4', 'http_500 -> updated'],
    ],
  ]);

  it('goes on with the time until the reminder, which never comes with a healthy run', () => {
    const lines = [...HELD, '+9m http_503', ...Array(6).fill(['well', '+9m http_503']).flat()];
    const policy = { remindEveryMs: 60 * MINUTE_MS, successThreshold: 1 };
    const { lines: told } = tell(policy, lines);
    expect(told.filter((line) => line.includes('->')).slice(5)).toEqual(['+9m http_503 -> reminder']);
  });
});

it('the ends of duplicates are told together, and a relapse takes up the first', () => {
  const { state } = tell({}, HELD.slice(0, -1));
  const [first] = state.open as [Incident];
  const twice = {
    ...state,
    open: [first, { ...first, id: 'beside' }],
    notified: [...state.notified, { ...(state.notified[0] as Notified), incident: 'beside' }],
  };
  const { events, state: after } = tell({}, ['well', 'http_503', 'well x7', 'well'], twice);
  expect(events.map(({ event, incident }) => `${event} ${incident.id} ${incident.failedRuns}`)).toEqual([
    'resolved beside 1',
    `resolved ${first.id} 2`,
  ]);
  expect(after.notified).toEqual([]);
});

describe('what people read when a service fails again', () => {
  const again = ['well', 'http_503 x2', 'well x2', 'http_503 x2', 'well x2', 'http_503 x2', 'well x11', 'http_503'];
  const alertsOf = (events: readonly DueAlert[]) => events.map((due) => alertOf(due, CONTEXT));

  it('counts the times and the failing runs in a new incident', () => {
    const [, , opened] = alertsOf(tell(SHIPPED, again).events);
    if (!opened) throw new Error('nothing was told');
    expect(opened).toMatchObject({
      event: 'opened',
      episode: { times: 2, since: '2026-03-01T12:02:00.000Z', runs: 6, failedRuns: 3, relapsed: true },
      summary:
        'user-service is unhealthy, failing again, 2nd time in 4 min, 3 of the last 6 runs failed: it is http_503',
    });
    expect(subjectOf(notificationOf(opened))).toBe('[FAILING AGAIN] user-service unhealthy: http_503');
    expect(mailText(notificationOf(opened))).toMatch(/^user-service is failing again: UNHEALTHY \(http_503\)\n/);
    expect(mailText(notificationOf(opened))).toContain(
      '\nAgain:       2nd time in 4 min, 3 of the last 6 runs failed\n',
    );
  });

  it('counts them in an incident that goes on for people', () => {
    const updated = alertsOf(
      tell({ ...SHIPPED, successThreshold: 4 }, [
        'well',
        'http_503 x2',
        'well x4',
        'http_503 x2',
        'well x5',
        'http_503',
        'well x10',
        'http_503',
      ]).events,
    ).at(-1);
    if (!updated) throw new Error('nothing was told');
    expect(updated).toMatchObject({
      event: 'updated',
      summary:
        'user-service is unhealthy, failing again, 4th time in 24 min, 4 of the last 20 runs failed: it is http_503',
    });
    expect(subjectOf(notificationOf(updated))).toBe('[FAILING AGAIN] user-service unhealthy: http_503');
  });

  it('says of an end that is told later how often it failed, and how long it is over', () => {
    const { events } = tell(SHIPPED, [...again.slice(0, -2), 'well x8']);
    const resolved = alertsOf(events).at(-1);
    if (!resolved) throw new Error('nothing was told');
    expect(resolved.resolvedAt).toBe('2026-03-01T12:13:00.000Z');
    expect(mailText(notificationOf(resolved))).toContain(
      '\nFailed:      3 times in 11 min; healthy for 6 min since then\n',
    );
    expect(mailText(notificationOf(resolved))).not.toContain('Again:');
  });

  it('is true of an episode that is longer than the past that is kept', () => {
    const { events } = tell(SHIPPED, [...Array(40).fill(['http_503', 'well x2']).flat(), 'well x9', 'http_503']);
    expect(events.at(-1)).toMatchObject({
      event: 'updated',
      episode: { times: 21, since: NOW + (20 * 3 + 1) * MINUTE_MS, runs: RECENT_RUNS_KEPT },
    });
  });
});

type Heard = DueAlert & { readonly run: number };

/** What people hear of runs a minute apart, and at which run. */
function hear(marks: readonly string[], policy: AlertPolicy): Heard[] {
  let state = UNKNOWN;
  return marks.flatMap((reason, index) => {
    const now = NOW + index * MINUTE_MS;
    const run = follow(state, findingOf(reason), { policy, subject: SUBJECT, now });
    // Another process goes on from what is stored.
    state = index % 7 === 0 ? (readState(JSON.parse(JSON.stringify(run.state))) ?? UNKNOWN) : run.state;
    return run.due.map((due) => ({ ...due, run: index }));
  });
}

describe('one bad run in three', () => {
  const DAY = 24 * 60;
  const phases = [0, 1, 2].map((phase) => [phase] as const);
  const failing = ['http_503', 'http_500', 'dns_failure', 'not_json'];
  const day = (phase: number, kinds: readonly string[]) =>
    Array.from({ length: DAY }, (_, run) =>
      run % 3 === phase ? (kinds[Math.floor(run / 3) % kinds.length] as string) : 'well',
    );
  const over = Array.from({ length: 40 }, () => 'well');

  describe.each([
    ['the default thresholds', 2],
    ['one healthy run for an end', 1],
  ])('with %s', (_, successThreshold) => {
    it.each(phases)(
      'costs at most 5 notifications a day besides the reminders, and one when it is over: phase %i',
      (phase) => {
        for (const kinds of [failing.slice(0, 1), failing]) {
          const policy = { failureThreshold: 1, successThreshold, remindEveryMs: 4 * 60 * MINUTE_MS };
          const events = hear([...day(phase, kinds), ...over], policy);
          const told = events.filter(({ event }) => event !== 'reminder');
          expect(told.filter(({ run }) => run < DAY).length).toBeLessThanOrEqual(5);
          expect(events.length - told.length).toBeGreaterThanOrEqual(5);
          expect(told.filter(({ run }) => run >= DAY)).toMatchObject([{ event: 'resolved' }]);
          const end = told.at(-1);
          expect(end?.at).toBeLessThanOrEqual(NOW + (DAY + successThreshold) * MINUTE_MS);
          expect(end?.incident.failedRuns).toBeGreaterThan(DAY / 3 - 5);
        }
      },
    );
  });
});

describe('random flapping', () => {
  const spell = (most: number) => fc.integer({ min: 1, max: most });
  /** Failing and healthy spells in turn, in runs. Most healthy ones are short, as of a service that flaps. */
  const spells = fc.array(fc.tuple(spell(4), fc.oneof({ weight: 6, arbitrary: spell(6) }, spell(45))), {
    minLength: 1,
    maxLength: 80,
  });
  const marksOf = (all: readonly (readonly [number, number])[]) =>
    all.flatMap(([bad, good]) => [...Array<string>(bad).fill('http_503'), ...Array<string>(good).fill('well')]);
  const thresholds = fc.constantFrom(1, 2, 3);

  it('costs no more than is promised, and loses nothing', () => {
    fc.assert(
      fc.property(spells, thresholds, (all, successThreshold) => {
        const policy = { failureThreshold: 1, successThreshold, remindEveryMs: null };
        const events = hear([...marksOf(all), ...Array<string>(31 + successThreshold).fill('well')], policy);
        const longer = (minutes: number) => all.slice(0, -1).filter(([, good]) => good >= minutes).length;
        // Of an episode whose healthy spells are below ten minutes: an end takes 1, 2, 4 and 8 healthy runs, or more, but
        // never 16. So at most four ends are told, and five beginnings. A longer spell costs an end and a relapse.
        expect(events.length).toBeLessThanOrEqual(9 * (1 + longer(30)) + 2 * longer(10) + 1);
        // Each beginning has one end, and no end is before its beginning.
        const ids = [...new Set(events.map(({ incident }) => incident.id))];
        for (const id of ids) {
          const own = events.filter(({ incident }) => incident.id === id);
          expect(own.map(({ event }) => event).join(' ')).toMatch(/^opened( updated)* resolved$/);
          expect(own.at(-1)?.at).toBeGreaterThanOrEqual(own[0]?.incident.openedAt ?? Number.NaN);
        }
      }),
      { numRuns: runs(67) },
    );
  });

  it('always tells a relapse after ten healthy minutes', () => {
    fc.assert(
      fc.property(spells, thresholds, fc.integer({ min: 10, max: 60 }), (all, successThreshold, good) => {
        const marks = [...marksOf(all), ...Array<string>(good).fill('well'), 'http_503'];
        const events = hear(marks, { failureThreshold: 1, successThreshold, remindEveryMs: null });
        expect(events.at(-1)).toMatchObject({ run: marks.length - 1, finding: { kind: 'unhealthy' } });
      }),
      { numRuns: runs(34) },
    );
  });

  it('leaves the facts as they are', () => {
    fc.assert(
      fc.property(spells, thresholds, (all, successThreshold) => {
        const policy = { failureThreshold: 1, successThreshold, remindEveryMs: null };
        let [facts, told] = [INITIAL_STATE, UNKNOWN];
        for (const [index, reason] of marksOf(all).entries()) {
          const options = { policy, subject: SUBJECT, now: NOW + index * MINUTE_MS };
          facts = advance(facts, findingOf(reason), options).state;
          told = follow(told, findingOf(reason), options).state;
        }
        expect({ ...told, notified: undefined }).toEqual(facts);
      }),
      { numRuns: runs(17) },
    );
  });
});
