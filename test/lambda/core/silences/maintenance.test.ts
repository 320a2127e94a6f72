/** Planned maintenance → the silences of a time. */

import fc from 'fast-check';
import { nextStart } from '../../../../lambda/adapters/system/cron-starts';
import type { Maintenance } from '../../../../lambda/core/config/config';
import { type NextStart, plannedSilences } from '../../../../lambda/core/silences/maintenance';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const at = (text: string) => Date.parse(text);
const planned = (windows: readonly Maintenance[], from: string, to = from) =>
  plannedSilences(windows, { from: at(from), to: at(to) }, nextStart);
/** From when to when each lasts. */
const times = (windows: readonly Maintenance[], from: string, to = from) =>
  planned(windows, from, to).map((silence) => [silence.from, silence.until].map((time) => new Date(time).toJSON()));

const once = (from: string, to: string): Maintenance => ({
  kind: 'once',
  name: 'the move',
  services: null,
  from: at(from),
  to: at(to),
});
const repeating = (cron: string, hours: number, timeZone = 'UTC'): Maintenance => ({
  kind: 'repeating',
  name: 'weekly upgrade',
  services: ['payment-service'],
  cron,
  timeZone,
  lengthMs: hours * HOUR_MS,
});

it('is a silence that nobody asked for, with the name of its window', () => {
  const move = once('2026-12-06T04:00:00Z', '2026-12-06T06:00:00Z');
  const weekly = repeating('0 3 * * 0', 2);
  expect(planned([move, weekly], '2026-12-06T04:30:00Z')).toEqual([
    {
      id: 'maintenance-1',
      services: null,
      reason: 'the move',
      by: null,
      planned: true,
      untilWell: false,
      from: at('2026-12-06T04:00:00Z'),
      until: at('2026-12-06T06:00:00Z'),
    },
    {
      id: 'maintenance-2',
      services: ['payment-service'],
      reason: 'weekly upgrade',
      by: null,
      planned: true,
      untilWell: false,
      from: at('2026-12-06T03:00:00Z'),
      until: at('2026-12-06T05:00:00Z'),
    },
  ]);
});

describe.each([
  ['once', once('2026-12-06T03:00:00Z', '2026-12-06T04:00:00Z')],
  ['repeating', repeating('0 3 * * 0', 1)],
])('a window, %s', (_kind, window) => {
  it.each([
    ['before it begins', '2026-12-06T02:59:59.999Z', 0],
    ['as it begins', '2026-12-06T03:00:00.000Z', 1],
    ['just before it ends', '2026-12-06T03:59:59.999Z', 1],
    ['as it has ended', '2026-12-06T04:00:00.000Z', 0],
  ])('%s', (_name, now, count) => {
    expect(planned([window], now)).toHaveLength(count);
  });

  it('counts for a time if it begins within it', () => {
    expect(planned([window], '2026-12-06T02:00:00Z', '2026-12-06T03:00:00Z')).toHaveLength(1);
    expect(planned([window], '2026-12-06T01:00:00Z', '2026-12-06T02:00:00Z')).toEqual([]);
  });
});

describe('a window that spans a change of the clocks is as long as it says, in real time', () => {
  it.each([
    ['Europe/Berlin', '0 1 * * 0', '2026-03-29T02:30:00Z', ['2026-03-29T00:00:00.000Z', '2026-03-29T03:00:00.000Z']],
    ['Europe/Berlin', '0 1 * * 0', '2026-10-25T01:30:00Z', ['2026-10-24T23:00:00.000Z', '2026-10-25T02:00:00.000Z']],
    ['America/New_York', '0 1 * * 0', '2026-11-01T07:30:00Z', ['2026-11-01T05:00:00.000Z', '2026-11-01T08:00:00.000Z']],
    [
      ...(['Australia/Lord_Howe', '0 1 * * 0', '2026-04-04T16:30:00Z'] as const),
      ['2026-04-04T14:00:00.000Z', '2026-04-04T17:00:00.000Z'],
    ],
  ])('%s, %s, at %s', (zone, cron, now, expected) => {
    expect(times([repeating(cron, 3, zone)], now)).toEqual([expected]);
  });
});

it('is one time if a window begins again before it has ended, and looks no further than is asked', () => {
  let asked = 0;
  const counting: NextStart = (...of) => {
    asked++;
    return nextStart(...of);
  };
  const from = at('2026-12-06T00:00:00Z');
  const silences = plannedSilences([repeating('* * * * *', 24)], { from, to: from + 60_000 }, counting);
  expect(silences).toMatchObject([{ from: at('2026-12-05T00:01:00Z'), until: at('2026-12-06T00:02:00Z') }]);
  expect(asked).toBeLessThan(5);
});

it('looks for a hundred starts at most, however far ahead it is asked', () => {
  let asked = 0;
  const counting: NextStart = (...of) => {
    asked++;
    return nextStart(...of);
  };
  const from = at('2026-12-06T00:00:00Z');
  plannedSilences([repeating('* * * * *', 1)], { from, to: from + 7 * 86_400_000 }, counting);
  expect(asked).toBeLessThanOrEqual(101);
});

describe('is what the clock on the wall says, minute by minute', () => {
  /** Days with a change of the clocks in the middle, each with its zone. */
  const DAYS = [
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['America/New_York', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['UTC', '2026-06-01T03:00:00Z'],
  ] as const;
  const AROUND = 12 * 60;

  /** What the clock shows in each minute of the day, as `2026-03-29 02:30`. */
  const clocks = DAYS.map(([timeZone, change]) => {
    const shown = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    return Array.from({ length: 2 * AROUND }, (_, minute) => shown.format(at(change) + (minute - AROUND) * MINUTE_MS));
  });
  /** The clock's next minute, whatever is changed. */
  const following = (shown: string) =>
    new Date(at(`${shown.replace(' ', 'T')}Z`) + MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');

  /** The minutes in which a time of day starts: the first ones that show it, and of a gap that holds it the one after. */
  const startsOn = (clock: readonly string[], time: string) =>
    clock.flatMap((shown, minute) => {
      const before = clock[minute - 1];
      if (before === undefined) return shown.endsWith(time) ? [minute] : [];
      const skipped: string[] = [];
      if (shown > before) for (let next = following(before); next < shown; next = following(next)) skipped.push(next);
      const isFirst = shown.endsWith(time) && clock.indexOf(shown) === minute;
      return isFirst || skipped.some((one) => one.endsWith(time)) ? [minute] : [];
    });

  it('for any daily window', () => {
    const time = fc.record({ hour: fc.nat({ max: 4 }), minute: fc.nat({ max: 59 }) });
    const day = fc.nat({ max: DAYS.length - 1 });
    fc.assert(
      fc.property(day, time, fc.integer({ min: 1, max: 300 }), (index, { hour, minute }, length) => {
        const [timeZone, change] = DAYS[index] as (typeof DAYS)[number];
        const begin = at(change) - AROUND * MINUTE_MS;
        const clock = clocks[index] as readonly string[];
        const text = ` ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        const expected = new Set(
          startsOn(clock, text).flatMap((start) => Array.from({ length }, (_, passed) => start + passed)),
        );
        const window: Maintenance = {
          kind: 'repeating',
          name: 'daily',
          services: null,
          timeZone,
          cron: `${minute} ${hour} * * *`,
          lengthMs: length * MINUTE_MS,
        };
        // It begins in the afternoon of a zone, after the last minute of any window of the day before.
        const last = begin + (clock.length - 1) * MINUTE_MS;
        const silences = plannedSilences([window], { from: begin, to: last }, nextStart);
        const found = new Set(
          silences.flatMap(({ from, until }) =>
            Array.from({ length: (until - from) / MINUTE_MS }, (_, passed) => (from - begin) / MINUTE_MS + passed),
          ),
        );
        expect([...found].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
        // Asked for one moment, it says the same.
        for (const probed of [0, AROUND - 61, AROUND - 1, AROUND, AROUND + 30, AROUND + 89]) {
          const now = begin + probed * MINUTE_MS;
          const holds = plannedSilences([window], { from: now, to: now }, nextStart).length > 0;
          expect(holds).toBe(expected.has(probed));
        }
      }),
    );
  });

  it('for any window that is once', () => {
    const instant = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 100 }),
        instant,
        fc.nat({ max: 50 }),
        (from, length, begin, more) => {
          const window: Maintenance = { kind: 'once', name: 'once', services: null, from, to: from + length };
          const minutes = Array.from({ length: more + 1 }, (_, passed) => begin + passed);
          const holds = minutes.some((now) => now >= from && now < from + length);
          expect(plannedSilences([window], { from: begin, to: begin + more }, nextStart)).toHaveLength(holds ? 1 : 0);
        },
      ),
    );
  });
});
