/** Tests of the options for the period of a report. */

import { type PeriodOptions, readPeriod } from '../../../local/report/read-period';

const NOW = Date.parse('2026-11-22T10:58:30Z');

const periodOf = (options: PeriodOptions, now = NOW) => {
  const { from, to } = readPeriod(options, now);
  return [from, to].map((time) => new Date(time).toISOString().slice(0, 16));
};

it.each<[PeriodOptions, string, string]>([
  [{}, '2026-10-23T11:00', '2026-11-22T11:00'],
  [{ last: '30d' }, '2026-10-23T11:00', '2026-11-22T11:00'],
  [{ last: '1h' }, '2026-11-22T10:00', '2026-11-22T11:00'],
  [{ month: '2026-02' }, '2026-02-01T00:00', '2026-03-01T00:00'],
  [{ month: '2025-12' }, '2025-12-01T00:00', '2026-01-01T00:00'],
  // The month that runs ends with the running hour.
  [{ month: '2026-11' }, '2026-11-01T00:00', '2026-11-22T11:00'],
  [{ from: '2026-11-01' }, '2026-11-01T00:00', '2026-11-22T11:00'],
  // A day that is the end is a part of it.
  [{ from: '2026-11-01', to: '2026-11-01' }, '2026-11-01T00:00', '2026-11-02T00:00'],
  [{ from: '2026-11-01', to: '2026-11-22' }, '2026-11-01T00:00', '2026-11-22T11:00'],
  [{ from: '2026-11-01T06:00Z', to: '2026-11-02T09:00+02:00' }, '2026-11-01T06:00', '2026-11-02T07:00'],
])('%j is from %s to before %s, in UTC', (options, from, to) => {
  expect(periodOf(options)).toEqual([from, to]);
});

it('a month is in UTC, also if clocks change in it', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  try {
    expect(periodOf({ month: '2026-10' })).toEqual(['2026-10-01T00:00', '2026-11-01T00:00']);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it('the hour that has just begun is part of the period', () => {
  expect(periodOf({ last: '2h' }, Date.parse('2026-11-22T11:00:00Z'))).toEqual([
    '2026-11-22T10:00',
    '2026-11-22T12:00',
  ]);
});

it.each<[PeriodOptions, string]>([
  [{ last: '30d', month: '2026-10' }, '--last and --month exclude each other: use one of them'],
  [{ last: '1d', month: '2026-10', from: '2026-10-01' }, '--last and --month and --from exclude each other'],
  [{ to: '2026-10-01' }, '--to needs --from'],
  [{ last: '1d', to: '2026-10-01' }, '--to needs --from'],
  [{ last: 'a month' }, '--last is "a month"; expected whole hours or days, such as 24h or 30d'],
  [{ last: '90m' }, '--last is "90m"; expected whole hours or days, such as 24h or 30d'],
  [{ last: '0d' }, '--last is "0d"; expected whole hours or days, such as 24h or 30d'],
  [{ last: '401d' }, '--last is "401d"; history is stored for 400d'],
  [{ month: '2026-13' }, '--month is "2026-13"; expected a month, such as 2026-10'],
  [{ month: 'October' }, '--month is "October"; expected a month, such as 2026-10'],
  [{ month: '2026-12' }, '--month is "2026-12", which is in the future'],
  [{ from: 'yesterday' }, '--from is "yesterday"; expected a day or a whole UTC hour, such as 2026-10-01 or '],
  [{ from: '2026-02-30' }, '--from is "2026-02-30"; expected a day or a whole UTC hour'],
  [{ from: '2026-11-01T06:30Z' }, '--from is "2026-11-01T06:30Z"; expected a day or a whole UTC hour'],
  [{ from: '2026-11-23' }, '--from is "2026-11-23", which is in the future'],
  [{ from: '2026-11-01', to: '2026-11-23' }, '--to is "2026-11-23", which is in the future'],
  [{ from: '2026-11-05', to: '2026-11-04' }, '--from is "2026-11-05", which is not before --to, "2026-11-04"'],
  [
    { from: '2026-11-05T01:00Z', to: '2026-11-05T01:00Z' },
    '--from is "2026-11-05T01:00Z", which is not before --to, "2026-11-05T01:00Z"',
  ],
])('%j is refused', (options, complaint) => {
  expect(() => readPeriod(options, NOW)).toThrow(complaint);
});
