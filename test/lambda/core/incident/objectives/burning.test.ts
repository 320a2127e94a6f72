/** When a budget is used too fast: by the windows of the source, never by chance, and never again and again. */

import fc from 'fast-check';
import type { Objective, Service } from '../../../../../lambda/core/config/config';
import { type SloCounters, withCounted } from '../../../../../lambda/core/history/slo-counters';
import type { Incident } from '../../../../../lambda/core/incident/incident';
import { burning, type FailingTime, pairsFor } from '../../../../../lambda/core/incident/objectives/burning';
import type { Severity } from '../../../../../lambda/core/words/codes';
import { pastCheck } from '../../../../support/core/buckets';
import { MINUTE_MS } from '../../../../support/core/story';
import { runs } from '../../../../support/jest/lane';

const START = Date.parse('2026-11-01T00:00:00.000Z');
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 1_440 * MINUTE_MS;
const OBJECTIVE: Objective = { availability: 0.999, responseTime: null, windowMs: 30 * DAY_MS };
const FAST: Objective = { availability: null, responseTime: { underMs: 800, share: 0.99 }, windowMs: 30 * DAY_MS };

/**
 * Google, "The Site Reliability Workbook", chapter 5: "A good guideline is to make the short window 1/12 the duration of the long
 * window". "For example, you can send a page-level alert when you exceed the 14.4x burn rate over both the previous one hour and the
 * previous five minutes." Table 5-8, "Recommended parameters for an SLO-based alerting configuration": page, 1 hour, 5 minutes, 14.4,
 * 2 % of the error budget; page, 6 hours, 30 minutes, 6, 5 %; ticket, 3 days, 6 hours, 1, 10 %.
 */
it('looks at the windows of the source, of a month, and at each pace as fast as budgets are used up', () => {
  const pairs = pairsFor(30 * DAY_MS);
  expect(pairs).toEqual([
    { pace: 'fast', rate: 14.4, longMs: HOUR_MS, shortMs: 5 * MINUTE_MS },
    { pace: 'fast', rate: 6, longMs: 6 * HOUR_MS, shortMs: 30 * MINUTE_MS },
    { pace: 'slowly', rate: 3, longMs: DAY_MS, shortMs: 2 * HOUR_MS },
    { pace: 'slowly', rate: 1, longMs: 3 * DAY_MS, shortMs: 6 * HOUR_MS },
  ]);
  for (const { longMs, shortMs } of pairs) expect(longMs / shortMs).toBe(12);
  expect(pairs.map(({ rate, longMs }) => (rate * longMs) / (30 * DAY_MS))).toEqual([0.02, 0.05, 0.1, 0.1]);
});

it.each([
  [1, [5, 15, 50, 145], [5, 5, 5, 15]],
  [7, [15, 85, 340, 1_010], [5, 10, 30, 85]],
  [90, [180, 1_080, 4_320, 12_960], [15, 90, 360, 1_080]],
])('scales them to a window of %s days, in whole slots', (days, long, short) => {
  const pairs = pairsFor(days * DAY_MS);
  expect(pairs.map(({ longMs }) => longMs / MINUTE_MS)).toEqual(long);
  expect(pairs.map(({ shortMs }) => shortMs / MINUTE_MS)).toEqual(short);
});

interface Transition {
  readonly minute: number;
  readonly event: 'opened' | 'ended';
  readonly reason: string;
}

interface Life {
  readonly objective?: Objective;
  readonly severity?: Severity;
  readonly failingPeriods?: readonly FailingTime[];
  readonly everyMinutes?: number;
}

/** One check a minute, bad if `isBad` says so: what opens and ends, and the first message of each. */
function live(minutes: number, isBad: (minute: number) => boolean, life: Life = {}) {
  const { objective = OBJECTIVE, severity = 'critical', failingPeriods = [], everyMinutes = 1 } = life;
  const service = { objective, severity } as Pick<Service, 'objective' | 'severity'>;
  const aims = { underMs: objective.responseTime?.underMs ?? null, windowMs: objective.windowMs };
  const transitions: Transition[] = [];
  const messages = new Map<string, string>();
  /** The first minute of each that is used too fast without outages too. */
  const withoutOutages: (readonly [reason: string, minute: number])[] = [];
  let open: readonly Incident[] = [];
  let counters: SloCounters | null = null;
  for (let minute = 0; minute < minutes; minute += everyMinutes) {
    const now = START + minute * MINUTE_MS;
    const bad = objective.availability === null ? { ms: 900 } : ({ kind: 'error', reason: 'http_500' } as const);
    counters = withCounted(counters, pastCheck(now, isBad(minute) ? bad : {}), aims);
    const known = failingPeriods.filter(({ since }) => since <= now);
    const found = burning(service, counters, { open, failingPeriods: known }, now);
    counters = found.counters;
    for (const { reason, message } of found.problems) if (!messages.has(reason)) messages.set(reason, message);
    const reasons = found.problems.map(({ reason }) => reason);
    const before = open.map(({ reason }) => reason);
    for (const reason of reasons.filter((one) => !before.includes(one)))
      transitions.push({ minute, event: 'opened', reason });
    for (const reason of before.filter((one) => !reasons.includes(one)))
      transitions.push({ minute, event: 'ended', reason });
    for (const { reason, spentBy } of found.problems)
      if (spentBy?.length === 0 && !withoutOutages.some(([known]) => known === reason))
        withoutOutages.push([reason, minute]);
    open = found.problems.map((problem) => ({ ...problem }) as unknown as Incident);
  }
  return { transitions, messages, open, counters, withoutOutages };
}
const day = (days: number) => days * 1_440;
const within = (from: number, length: number) => (minute: number) => minute >= from && minute < from + length;
const openedIn = ({ transitions }: ReturnType<typeof live>) =>
  transitions.filter(({ event }) => event === 'opened').map(({ minute, reason }) => [reason, minute]);

describe('a budget', () => {
  it('burns fast if three checks in a row fail, until six hours after the last', () => {
    const life = live(day(2), within(day(1), 3));
    expect(life.transitions).toEqual([
      { minute: day(1) + 2, event: 'opened', reason: 'availability_burns_fast' },
      { minute: expect.any(Number), event: 'ended', reason: 'availability_burns_fast' },
    ]);
    // The short window of half an hour goes on for as long, and up to a slot more.
    const lasted = (life.transitions[1]?.minute ?? 0) - day(1) - 2;
    expect(lasted).toBeGreaterThanOrEqual(360);
    expect(lasted).toBeLessThanOrEqual(360 + 35 + 1);
    expect(life.messages.get('availability_burns_fast')).toBe(
      "99.9 % of checks should be healthy: 3 of 63 in the last hour were not; at this rate the month's budget is gone in 14 h 4 min",
    );
  });

  it('does not burn if one or two checks fail now and then, though each is more than 14.4 times what may fail', () => {
    expect(live(day(3), (minute) => minute === day(1) || minute === day(1) + 7).transitions).toEqual([]);
  });

  it('burns slowly if one check in three hundred fails all the time', () => {
    const [first, ...others] = openedIn(live(day(6), (minute) => minute % 300 === 299));
    expect(first?.[0]).toBe('availability_burns_slowly');
    expect(others).toEqual([]);
  });

  it('does not burn in three months if one check in two thousand fails', () => {
    expect(live(day(90), (minute) => minute % 10_000 < 5 && minute % 5 === 0, { everyMinutes: 5 }).transitions).toEqual(
      [],
    );
  });

  it('of response times burns if each answer is too slow', () => {
    const life = live(day(2), within(day(1), 60), { objective: FAST });
    expect(openedIn(life)).toEqual([['response_time_burns_fast', expect.any(Number)]]);
    expect(life.messages.get('response_time_burns_fast')).toMatch(
      /^99 % of healthy checks should be answered in less than 800 ms: \d+ of \d+ in the last hour were not; at this rate the month's budget is gone in /,
    );
  });

  it('has no rate yet if only the last hour is known', () => {
    expect(openedIn(live(60, within(0, 60)))).toEqual([]);
    expect(openedIn(live(62, within(0, 62)))).toEqual([['availability_burns_fast', 60]]);
  });

  it('counts the time before the first check as good', () => {
    // 5 of 1,440 would be 3.5 times what may fail, but not of three days.
    expect(openedIn(live(day(1), (minute) => minute >= 100 && minute % 400 === 0))).toEqual([]);
  });
});

it('a fast burn has the severity of the service, and a slow one is a warning, or info if the service is', () => {
  const slowly = (minute: number) => minute % 300 === 299;
  const severities = (severity: Severity, isBad: (minute: number) => boolean) =>
    live(day(4), isBad, { severity }).open.map((incident) => incident.severity);
  expect(severities('critical', within(day(4) - 5, 5))).toEqual(['critical']);
  expect(severities('info', within(day(4) - 5, 5))).toEqual(['info']);
  expect(severities('critical', slowly)).toEqual(['warning']);
  expect(severities('info', slowly)).toEqual(['info']);
});

it('a slow burn does not open beside a fast one, and does not end when a fast one opens', () => {
  const both = live(day(6), (minute) => minute % 300 === 299 || within(day(5), 30)(minute));
  expect(both.transitions.map(({ event, reason }) => `${event} ${reason}`)).toEqual([
    'opened availability_burns_slowly',
    'opened availability_burns_fast',
    'ended availability_burns_fast',
  ]);
  expect(openedIn(live(day(3), within(day(1), 300)))).toEqual([['availability_burns_fast', day(1) + 2]]);
});

describe('an outage', () => {
  const outage = (from: number, length: number, incident: string | null = `${from}`): FailingTime => ({
    incident,
    since: START + from * MINUTE_MS,
    until: START + (from + length) * MINUTE_MS,
    runs: length,
  });
  const opened = [['availability_burns_fast', day(3) + 2]];

  it('is what has spent the budget, however long it was', () => {
    for (const length of [3, 45, 600, 3_000]) {
      const life = live(day(8), within(day(3), length), { failingPeriods: [outage(day(3), length)] });
      expect(openedIn(life)).toEqual(opened);
      expect(life.withoutOutages).toEqual([]);
    }
  });

  it('has while it goes on', () => {
    const failingPeriods = [{ ...outage(day(3), 0), until: null, runs: 2_000 }];
    const life = live(day(4), within(day(3), day(2)), { failingPeriods });
    expect(openedIn(life)).toEqual(opened);
    expect(life.open).toMatchObject([{ spentBy: [`${day(3)}`] }]);
  });

  it('opens no incident as long as it is none yet', () => {
    const failingPeriods = [{ ...outage(day(3), 0, null), until: null, runs: 2_000 }];
    expect(live(day(4), within(day(3), day(2)), { failingPeriods }).transitions).toEqual([]);
  });

  it('has not alone once there is another one', () => {
    const twice = (minute: number) => within(day(3), 10)(minute) || within(day(3) + 30, 10)(minute);
    const life = live(day(4), twice, { failingPeriods: [outage(day(3), 10), outage(day(3) + 30, 10)] });
    expect(openedIn(life)).toEqual(opened);
    expect(life.withoutOutages).toEqual([['availability_burns_fast', day(3) + 32]]);
  });

  it('has though a single check failed hours later', () => {
    const isBad = (minute: number) => within(day(3), 10)(minute) || minute === day(3) + 200 || minute === day(3) + 230;
    const life = live(day(6), isBad, { failingPeriods: [outage(day(3), 10)] });
    expect(openedIn(life)).toEqual(opened);
    expect(life.withoutOutages).toEqual([]);
  });

  it('explains no more checks than it had', () => {
    const failingPeriods = [{ ...outage(day(3), 20), runs: 4 }];
    const life = live(day(4), within(day(3), 20), { failingPeriods });
    expect(life.withoutOutages).toEqual([['availability_burns_fast', day(3) + 6]]);
  });

  it('does not keep a slow burn from opening that has other causes', () => {
    const others = [100, 380, 500].map((minute) => day(3) + minute);
    const isBad = (minute: number) => within(day(3), 45)(minute) || others.includes(minute);
    const life = live(day(4), isBad, { failingPeriods: [outage(day(3), 45)] });
    expect(openedIn(life)).toEqual([...opened, ['availability_burns_slowly', day(3) + 500]]);
    expect(life.withoutOutages).toEqual([['availability_burns_slowly', day(3) + 500]]);
  });
});

it('begins at most once in the longer window of a pace, whatever a service does', () => {
  // Stretches of some minutes, in each of which one check of so many is bad.
  const period = fc.record({
    minutes: fc.integer({ min: 5, max: 900 }),
    oneOf: fc.constantFrom(1, 2, 7, 40, 150, 400, 1e9),
  });
  const property = fc.property(fc.array(period, { minLength: 5, maxLength: 40 }), (failingPeriods) => {
    const bad: boolean[] = [];
    for (const { minutes, oneOf } of failingPeriods)
      for (let minute = 0; minute < minutes; minute += 1) bad.push((bad.length * 7_919) % oneOf === 0);
    const { transitions } = live(bad.length, (minute) => bad[minute] === true);
    for (const [reason, longest] of [
      ['availability_burns_fast', 360],
      ['availability_burns_slowly', day(3)],
    ] as const) {
      const own = transitions.filter((one) => one.reason === reason);
      // What has opened stays for that long, so nothing can flap faster.
      for (const [index, { event, minute }] of own.entries())
        if (event === 'ended') expect(minute - (own[index - 1]?.minute ?? 0)).toBeGreaterThanOrEqual(longest);
    }
  });
  fc.assert(property, { numRuns: runs(4, 100) });
});
