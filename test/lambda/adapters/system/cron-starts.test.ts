/** The start times of repeating maintenance, including days on which clocks change. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { nextStart } from '../../../../lambda/adapters/system/cron-starts';

/** The starts after an instant. */
function starts(cron: string, timeZone: string, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  let time: number | null = Date.parse(after);
  while (time !== null && found.length < count) {
    time = nextStart(cron, timeZone, time);
    found.push(time === null ? null : new Date(time).toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

describe('an expression', () => {
  it.each([
    ['each Sunday', '0 3 * * 0', ['2026-11-29T03:00Z', '2026-12-06T03:00Z', '2026-12-13T03:00Z']],
    ['Sunday as 7, and as a name', '0 3 * * 7', ['2026-11-29T03:00Z', '2026-12-06T03:00Z', '2026-12-13T03:00Z']],
    ['working days', '30 22 * * MON-FRI', ['2026-11-23T22:30Z', '2026-11-24T22:30Z', '2026-11-25T22:30Z']],
    ['the second Tuesday', '0 1 * * TUE#2', ['2026-12-08T01:00Z', '2027-01-12T01:00Z', '2027-02-09T01:00Z']],
    ['the last Sunday', '0 1 * * SUN#L', ['2026-11-29T01:00Z', '2026-12-27T01:00Z', '2027-01-31T01:00Z']],
    ['the last day of the month', '0 1 L * *', ['2026-11-30T01:00Z', '2026-12-31T01:00Z', '2027-01-31T01:00Z']],
    ['each six hours', '15 */6 * * *', ['2026-11-22T12:15Z', '2026-11-22T18:15Z', '2026-11-23T00:15Z']],
    ['a list of hours', '0 2,14 * * *', ['2026-11-22T14:00Z', '2026-11-23T02:00Z', '2026-11-23T14:00Z']],
    ['a day that only leap years have', '0 0 29 2 *', ['2028-02-29T00:00Z', '2032-02-29T00:00Z', '2036-02-29T00:00Z']],
  ])('%s: %s', (_name, cron, expected) => {
    expect(starts(cron, 'UTC', '2026-11-22T08:00:00Z', 3)).toEqual(expected);
  });

  it('starts after an instant, not at it', () => {
    expect(starts('0 3 * * *', 'UTC', '2026-11-22T03:00:00.000Z', 1)).toEqual(['2026-11-23T03:00Z']);
    expect(starts('0 3 * * *', 'UTC', '2026-11-22T02:59:59.999Z', 1)).toEqual(['2026-11-22T03:00Z']);
  });

  it('has no start on a day that does not exist', () => {
    expect(starts('0 0 30 2 *', 'UTC', '2026-11-22T00:00:00Z', 1)).toEqual([null]);
  });
});

describe('when clocks change', () => {
  it.each([
    [
      'Berlin: a day of 23 hours',
      ['0 12 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z'],
      ['2026-03-28T11:00Z', '2026-03-29T10:00Z', '2026-03-30T10:00Z'],
    ],
    [
      'Berlin: 2:30 does not exist on March 29; it starts at 3:00',
      ['30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z'],
      ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'Berlin: of a list of hours, too',
      ['30 2,14 * * *', 'Europe/Berlin', '2026-03-28T20:00:00Z'],
      ['2026-03-29T01:00Z', '2026-03-29T12:30Z', '2026-03-30T00:30Z'],
    ],
    [
      'Berlin: 2:30 happens twice on October 25; it starts once, the first time',
      ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z'],
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z', '2026-10-27T01:30Z'],
    ],
    [
      'Berlin: each hour goes on in real time',
      ['0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z'],
      ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    ],
    [
      'New York: 2:30 does not exist on March 8; it starts at 3:00',
      ['30 2 * * SUN', 'America/New_York', '2026-03-02T12:00:00Z'],
      ['2026-03-08T07:00Z', '2026-03-15T06:30Z', '2026-03-22T06:30Z'],
    ],
    [
      'New York: 1:30 happens twice on November 1; it starts once, the first time',
      ['30 1 * * SUN', 'America/New_York', '2026-10-26T12:00:00Z'],
      ['2026-11-01T05:30Z', '2026-11-08T06:30Z', '2026-11-15T06:30Z'],
    ],
    [
      'Lord Howe: of half an hour that does not exist on October 4, 2:15; it starts at 2:30',
      ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-02T12:00:00Z'],
      ['2026-10-02T15:45Z', '2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'Lord Howe: of half an hour that happens twice on April 5, 1:45; it starts once, the first time',
      ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-03T12:00:00Z'],
      ['2026-04-03T14:45Z', '2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
  ] as const)('%s', (_name, [cron, zone, after], expected) => {
    expect(starts(cron, zone, after, 3)).toEqual(expected);
  });

  it('the zone of the machine does not matter', () => {
    const entry = join(__dirname, '../../../../lambda/adapters/system/cron-starts.ts');
    const { outputFiles } = buildSync({
      entryPoints: [entry],
      bundle: true,
      format: 'cjs',
      platform: 'node',
      write: false,
    });
    const after = Date.parse('2026-03-28T12:00:00Z');
    const script = `${outputFiles[0]?.text};
      const start = module.exports.nextStart('30 2 * * *', 'Europe/Berlin', ${after});
      process.stdout.write(new Date(start).toISOString() + new Date(start).getHours())`;
    const starts = ['America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin'].map((TZ) =>
      execFileSync(process.execPath, ['-e', script], { env: { TZ }, encoding: 'utf8' }),
    );
    expect(starts).toEqual(['21', '12', '3'].map((hour) => `2026-03-29T01:00:00.000Z${hour}`));
  });
});
