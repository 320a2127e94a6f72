/** A service that flaps: an outage is over once the service is well for good. Behind the arrow is what people are notified of. */

import fc from 'fast-check';
import { toOne } from '../../../../bench/send-all';
import type { AlertPolicy } from '../../../../lambda/core/config/config';
import { runsUntilRecovered } from '../../../../lambda/core/incident/recovery';
import { alertOf } from '../../../../lambda/core/message/alert';
import type { DueAlert } from '../../../../lambda/core/message/due-alert';
import { markOf } from '../../../../lambda/core/message/forms/chat-card';
import { mailText, subjectOf } from '../../../../lambda/core/message/forms/mail';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { passOver } from '../../../../lambda/core/notify/mark';
import { notifiedOf } from '../../../../lambda/core/notify/notified';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { readState, storedForm } from '../../../../lambda/core/state/stored-state';
import { CONTEXT } from '../../../support/core/alerts';
import { NOW } from '../../../support/core/observations';
import { BEFORE, findingOf, MINUTE_MS, runOf, type StoryState, tell } from '../../../support/core/story';
import { IS_LONG_LANE, runs } from '../../../support/jest/lane';

const SHIPPED: AlertPolicy = { failureThreshold: 1, successThreshold: 2, remindEveryMs: null };

type Story = readonly [title: string, policy: Partial<AlertPolicy>, ...lines: string[]];

function testStories(stories: readonly Story[]): void {
  it.each(stories.map(([title, policy, ...lines]) => [title, policy, lines] as const))('%s', (_, policy, lines) => {
    expect(tell(policy, lines).lines).toEqual(lines);
  });
}

/** The third outage of an episode: it takes four healthy runs to end it. */
const THIRD = [
  'http_503 -> opened',
  'well -> resolved',
  'http_503 -> opened',
  'well',
  'well -> resolved',
  'http_503 -> opened',
  'well',
];

describe('an end', () => {
  testStories([
    ['of the first outage comes after the threshold', SHIPPED, 'http_503 -> opened', 'well', 'well -> resolved'],
    [
      'takes twice the healthy runs with each outage that ended in the half hour before',
      {},
      'http_503 -> opened',
      'well -> resolved',
      'http_503 -> opened',
      'well',
      'well -> resolved',
      'http_503 -> opened',
      'well x3',
      'well -> resolved',
      'http_503 -> opened',
      'well x7',
      'well -> resolved',
    ],
    [
      'takes twice the healthy runs with each relapse',
      SHIPPED,
      'http_503 -> opened',
      'well',
      'http_503',
      'well x3',
      'http_503',
      'well x7',
      'well -> resolved',
    ],
    [
      'never comes while the service fails now and then, and once when it is well for good',
      SHIPPED,
      'http_503 -> opened',
      'well',
      'http_503',
      'well x2',
      'http_503',
      'well x2',
      'http_503',
      'well x2',
      'http_503',
      'well x2',
      'http_503',
      'well x29',
      'well -> resolved',
      'well x90',
    ],
    [
      'comes at once if the outage before is half an hour past',
      {},
      'http_503 -> opened',
      'well -> resolved',
      '+31m http_503 -> opened',
      'well -> resolved',
    ],
    [
      'takes longer if the outage before is not so long past',
      {},
      'http_503 -> opened',
      'well -> resolved',
      '+28m http_503 -> opened',
      'well',
      'well -> resolved',
    ],
    [
      'takes longer with each of a row that is longer than half an hour',
      SHIPPED,
      'http_503 -> opened',
      'well',
      '+20m http_503 -> updated',
      'well',
      '+20m http_503 -> updated',
      'well',
      '+20m http_503 -> updated',
      'well x15',
      'well -> resolved',
    ],
    [
      'comes soon if what came before is longer past than half an hour',
      SHIPPED,
      'http_503 -> opened',
      'well',
      'http_503',
      'well',
      '+29m http_503 -> updated',
      '+31m http_503',
      'well',
      'well -> resolved',
    ],
    ['comes when the checker was away meanwhile', {}, ...THIRD, '+9h well -> resolved'],
    ['comes when the service leaves the config', {}, ...THIRD, 'removed -> resolved', 'removed x9'],
    ['comes after a clock that steps back', {}, ...THIRD, '-9h well -> resolved', 'well x9'],
  ]);

  it.each([
    [1, 1, [1, 2, 4, 8, 16, 30]],
    [1, 2, [2, 4, 8, 16, 30, 30]],
    [1, 3, [3, 6, 12, 24, 30, 30]],
    [5, 1, [1, 2, 4, 6, 6, 6]],
    [5, 2, [2, 4, 6, 6, 6, 6]],
    [20, 1, [1, 1, 1, 1, 1, 1]],
    [60, 1, [1, 1, 1, 1, 1, 1]],
    [60, 2, [2, 2, 2, 2, 2, 2]],
  ])(
    'with a run every %d min, and a threshold of %d, takes these runs as the service relapses: %j',
    (interval, successThreshold, expected) => {
      const taken = expected.map((_, relapses) => {
        const outage = { openedAt: NOW, relapses: Array.from({ length: relapses }, () => NOW), recovery: null };
        const patience = { policy: { successThreshold }, intervalMs: interval * MINUTE_MS, now: NOW + MINUTE_MS };
        return runsUntilRecovered(outage, { incidents: [] }, patience);
      });
      expect(taken).toEqual(interval === 20 ? [1, 1, 1, 1, 1, 1] : expected);
    },
  );

  it('has the time of the first healthy check of the last recovery, and counts all failing runs', () => {
    const { events, state } = tell(SHIPPED, ['well', 'http_503', 'well', 'http_503', 'well x3', 'well']);
    expect(events.map(({ event, at }) => `${event} ${(at - NOW) / MINUTE_MS}`)).toEqual(['opened 2', 'resolved 5']);
    expect(events.at(-1)).toMatchObject({
      incident: { openedAt: NOW + 2 * MINUTE_MS, failedRuns: 2, failures: 2, downMs: 2 * MINUTE_MS },
      previous: { reason: 'http_503' },
      lastHealthy: { at: NOW + 8 * MINUTE_MS },
    });
    expect(state).toMatchObject({ incidentCount: 1, incidents: [{ over: { at: NOW + 5 * MINUTE_MS, why: 'well' } }] });
  });

  it('comes half an hour after the last failing run by the clock, if healthy runs were not counted', () => {
    const { state } = tell(SHIPPED, ['http_503', 'well', 'http_503', 'well', 'http_503', 'well x2']);
    const { events } = tell({}, ['+40m well'], state);
    expect(events.map(({ event }) => event)).toEqual(['resolved']);
  });
});

describe('a relapse while an outage recovers', () => {
  testStories([
    [
      'is not notified after nine healthy minutes',
      { successThreshold: 11 },
      'http_503 -> opened',
      'well x9',
      'http_503',
    ],
    ['is notified after ten', { successThreshold: 11 }, 'http_503 -> opened', 'well x10', 'http_503 -> updated'],
    ['is notified after ten minutes in which nobody looked', {}, ...THIRD, '+10m http_503 -> updated', 'well'],
    ['is notified after the checker was away for long', {}, ...THIRD, '+9h http_503 -> updated', 'well'],
    [
      'is a new outage once the one before is over',
      {},
      'http_503 -> opened',
      'well -> resolved',
      'http_503 -> opened',
      'well x2 -> resolved',
      'http_503 -> opened',
    ],
    [
      'in another way is notified once that has held for five runs',
      {},
      ...THIRD,
      'http_500',
      'well',
      'dns_failure',
      'well',
      'http_500 x4',
      'http_500 -> updated',
    ],
  ]);

  it('goes on with the time until the reminder, which never comes with a healthy run', () => {
    const lines = [...THIRD, '+9m http_503', ...Array(6).fill(['well', '+9m http_503']).flat()];
    const policy = { remindEveryMs: 60 * MINUTE_MS, successThreshold: 1 };
    const { lines: notified } = tell(policy, lines);
    expect(notified.filter((line) => line.includes('->')).slice(5)).toEqual(['+9m http_503 -> reminder']);
  });
});

describe('what people read when a service fails again', () => {
  const alertsOf = (events: readonly DueAlert[]) => events.map((due) => alertOf(due, CONTEXT));

  it.each<[string, Partial<AlertPolicy>, string[], string, string]>([
    ['an update', {}, ['http_500 x4', 'http_500 -> updated', 'http_500'], 'updated', 'http_500'],
    ['a reminder', { remindEveryMs: 10 * MINUTE_MS }, ['http_503 -> reminder', 'http_503'], 'reminder', 'http_503'],
  ])('says in %s that it fails again, not that it is still down', (_, policy, last, event, reason) => {
    const lines = ['http_503 -> opened', 'http_503', 'well x8', ...last];
    const story = tell({ ...SHIPPED, successThreshold: 12, ...policy }, lines);
    expect(story.lines).toEqual(lines);
    const alert = alertsOf(story.events).at(-1);
    if (!alert) throw new Error('nothing was due');
    expect(alert).toMatchObject({
      event,
      episode: { againSince: '2026-03-01T12:11:00.000Z', healthySeconds: 480 },
      summary: expect.stringMatching(`^user-service is down again, 2nd time in .*: it is ${reason}$`),
    });
    expect(subjectOf(notificationOf(alert))).toMatch(/^\[DOWN AGAIN\] /);
  });

  it('says in the next reminder that it is still down', () => {
    const policy = { ...SHIPPED, successThreshold: 12, remindEveryMs: 10 * MINUTE_MS };
    const { events } = tell(policy, ['http_503', 'well x8', 'http_503 x11', 'http_503']);
    const [, again, still] = alertsOf(events);
    expect([again?.event, still?.event]).toEqual(['reminder', 'reminder']);
    expect(still?.summary).toMatch(/^user-service is still down after /);
  });
});

describe('what people read once a flapping service answers again', () => {
  const PEOPLE = { hearsAnswers: true };
  const tellPeople = (policy: Partial<AlertPolicy>, lines: readonly string[]) => tell(policy, lines, BEFORE, PEOPLE);
  const toldOnce = [
    'http_503 -> opened',
    'well',
    'http_503',
    'well',
    'well -> updated',
    'http_503 -> updated',
    'well x7',
    'well -> resolved',
  ];

  it('comes once in an outage, and is undone once by a relapse', () => {
    const lines = [...toldOnce.slice(0, -2), 'well x3', 'http_503', 'well x15', 'well -> resolved'];
    expect(tellPeople(SHIPPED, lines).lines).toEqual(lines);
  });

  it.each([
    ['of an outage that ends at once', SHIPPED, ['http_503 -> opened', 'well', 'well -> resolved']],
    [
      'of a service that does not stay healthy',
      SHIPPED,
      ['http_503 -> opened', 'well', 'http_503', 'well', 'http_503'],
    ],
  ])('says nothing %s', (_, policy, lines) => {
    expect(tellPeople(policy, lines).lines).toEqual(lines);
  });

  it('is nothing to a program that opens and closes incidents', () => {
    expect(
      tell(
        SHIPPED,
        toldOnce.map((line) => line.replace(' -> updated', '')),
      ).lines,
    ).toEqual(toldOnce.map((line) => line.replace(' -> updated', '')));
  });

  it('is passed over by a receiver that wants no updates', () => {
    const { state } = tell(SHIPPED, toldOnce.slice(0, 5));
    const filter = { wants: () => true, events: ['opened', 'resolved'], afterMs: 0 } as const;
    const now = NOW + 5 * MINUTE_MS;
    const context = { ...toOne(now), ...PEOPLE, filter };
    const passed = passOver(state, context);
    expect(notifiedOf(passed, passed.incidents[0]?.id ?? '', 'people')).toMatchObject({ answersAt: now });
  });

  it('says since when and until when it is watched, and what it was', () => {
    const { events } = tellPeople(SHIPPED, toldOnce);
    const [, told, again, resolved] = events.map((due) => alertOf(due, CONTEXT));
    if (!told || !again || !resolved) throw new Error('nothing was due');
    const line = 'answers again since 12:04, watching it until 12:07 UTC';
    expect(told).toMatchObject({
      event: 'updated',
      verdict: 'healthy',
      message: line,
      summary: `user-service ${line}`,
      previous: { reason: 'http_503' },
    });
    expect(told.id).toMatch(/\/updated-1-answers$/);
    const notification = notificationOf(told);
    expect(subjectOf(notification)).toBe(`[RECOVERING] user-service ${line}`);
    const text = mailText(notification);
    expect(text).toMatch(new RegExp(`^user-service ${line}\n`));
    expect(text).not.toMatch(/Check first|Last healthy/);
    expect(subjectOf(notificationOf(again))).toMatch(/^\[DOWN AGAIN\] user-service: HTTP 503, 3rd time in /);
    expect(resolved.previous).toMatchObject({ reason: 'http_503' });
    expect(markOf(notification)).toBe(':large_yellow_circle:');
  });

  it('names all services that answer again in one message', () => {
    const told = tellPeople(SHIPPED, toldOnce).events.map((due) => alertOf(due, CONTEXT))[1];
    if (!told) throw new Error('nothing was due');
    const other = { ...told, service: { ...told.service, id: 'billing' } };
    const both = { ...notificationOf(told), alerts: [told, other] as const, watched: 6 };
    expect(subjectOf(both)).toBe('[RECOVERING] 2 of 6 services: user-service, billing; answer again');
    expect(mailText(both)).toMatch(/^2 of 6 services answer again: user-service, billing\n/);
  });
});

type DueAtRun = DueAlert & { readonly run: number };

/** As another process reads it from what is stored. */
function readBack(state: StoryState): StoryState {
  return readState(JSON.parse(JSON.stringify(storedForm({ ...NEW_STATE, ...state })))) ?? BEFORE;
}

/** What people are notified of in runs a minute apart, and at which run. */
function dueIn(marks: readonly string[], policy: AlertPolicy): DueAtRun[] {
  let state = BEFORE;
  return marks.flatMap((reason, index) => {
    const run = runOf(state, findingOf(reason), policy, NOW + index * MINUTE_MS);
    // Another process goes on now and then.
    state = index % 7 === 0 ? readBack(run.state) : run.state;
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
          const events = dueIn([...day(phase, kinds), ...over], policy);
          const alerts = events.filter(({ event }) => event !== 'reminder');
          expect(alerts.filter(({ run }) => run < DAY).length).toBeLessThanOrEqual(5);
          expect(events.length - alerts.length).toBeGreaterThanOrEqual(5);
          expect(alerts.filter(({ run }) => run >= DAY)).toMatchObject([{ event: 'resolved' }]);
          const end = alerts.at(-1);
          expect(end?.at).toBeLessThanOrEqual(NOW + (DAY + successThreshold) * MINUTE_MS);
          expect(end?.incident.failedRuns).toBeGreaterThan(DAY / 3 - 5);
        }
      },
    );
  });
});

// Three weeks of many thousands of runs.
(IS_LONG_LANE ? describe : describe.skip)('a service that fails by chance', () => {
  const DAYS = 20;
  const outagesADay = (share: number) => {
    const checks = fc.sample(fc.noBias(fc.integer({ min: 0, max: 999 })), { numRuns: DAYS * 1_440, seed: 20_261_123 });
    const marks = checks.map((one) => (one < share * 1_000 ? 'http_503' : 'well'));
    const due = dueIn(marks, { failureThreshold: 1, successThreshold: 2, remindEveryMs: null });
    return due.filter(({ event }) => event === 'opened').length / DAYS;
  };

  it.each([
    [0.2, 2],
    [0.1, 24],
    [0.05, 45],
  ])('in a share of %d of its checks has few outages a day', (share, most) => {
    expect(outagesADay(share)).toBeLessThan(most);
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
        const events = dueIn([...marksOf(all), ...Array<string>(31 + successThreshold).fill('well')], policy);
        const longer = all.slice(0, -1).filter(([, good]) => good >= 10).length;
        const halfHours = Math.ceil(marksOf(all).length / 30);
        // In half an hour of healthy spells below ten minutes: ends take 1, 2, 4 and 8 healthy runs, or more, and the next one takes 16. So
        // it has at most four ends, and five beginnings. A longer spell costs an end and a relapse, and the last end comes once it is healthy.
        expect(events.length).toBeLessThanOrEqual(9 * halfHours + 2 * longer + 1);
        // Each beginning has one end, and no end is before its beginning.
        const ids = [...new Set(events.map(({ incident }) => incident.id))];
        for (const id of ids) {
          const own = events.filter(({ incident }) => incident.id === id);
          expect(own.map(({ event }) => event).join(' ')).toMatch(/^opened( updated)* resolved$/);
          expect(own.at(-1)?.at).toBeGreaterThanOrEqual(own[0]?.incident.openedAt ?? Number.NaN);
        }
      }),
      { numRuns: runs(67, 1_200) },
    );
  });

  it('a relapse after ten healthy minutes is always notified', () => {
    fc.assert(
      fc.property(spells, thresholds, fc.integer({ min: 10, max: 60 }), (all, successThreshold, good) => {
        const marks = [...marksOf(all), ...Array<string>(good).fill('well'), 'http_503'];
        const events = dueIn(marks, { failureThreshold: 1, successThreshold, remindEveryMs: null });
        expect(events.at(-1)).toMatchObject({ run: marks.length - 1, incident: { verdict: 'unhealthy' } });
      }),
      { numRuns: runs(34, 600) },
    );
  });
});
