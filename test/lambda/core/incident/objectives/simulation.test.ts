/** A sample of the simulation of the benchmark: alerts through the real code, for what should have them and for nothing else. */

import { BEGIN, type Fate, live, predicted, SEED, steady } from '../../../../../bench/objectives';

const DAY = 1_440;
const after = (days: number, from: number, length: number, share: number): Fate => ({
  days,
  failing: (minute) => (minute >= from && minute < from + length ? share : 0),
});

it.each([
  ['a share of 5 % that fails', 0.05, 180],
  ['a share of 20 % that fails', 0.2, 40],
])('notices %s, and is done in one incident', (_, share, within) => {
  const { fast, slowly, outages } = live({ ...steady(share), days: 3.5 }, SEED);
  expect(fast).toHaveLength(1);
  expect(slowly).toEqual([]);
  expect((fast[0] ?? 0) - BEGIN).toBeLessThanOrEqual(within);
  expect(outages.length).toBeGreaterThan(1);
});

it.each([
  ['nothing fails', { days: 4, failing: () => 0 }],
  ['one check fails each day', { days: 6, failing: (minute: number) => (minute % DAY === 700 ? 1 : 0) }],
  ['there was one outage', after(5, BEGIN, 45, 1)],
  [
    'all fails within planned maintenance',
    {
      days: 4,
      failing: (minute: number) => (minute % DAY < 60 ? 1 : 0),
      isMaintained: (minute: number) => minute % DAY < 60,
    },
  ],
] as [string, Fate][])('says nothing of a budget if %s', (_, fate) => {
  const { fast, slowly } = live(fate, SEED);
  expect([fast, slowly]).toEqual([[], []]);
});

it('ends the incident some hours after the trouble', () => {
  const { ended } = live(after(5, BEGIN, 60, 0.3), SEED);
  expect(ended).toHaveLength(1);
  expect((ended[0] ?? 0) - BEGIN).toBeLessThanOrEqual(60 + 7 * 60);
});

// The Workbook, chapter 5: "((1 - SLO) / error ratio) * alerting window size * burn rate".
it('knows what the source predicts', () => {
  expect([1, 0.1, 0.01, 0.005, 0.002, 0.001].map(predicted)).toEqual([
    expect.closeTo(0.864),
    expect.closeTo(8.64),
    expect.closeTo(216),
    expect.closeTo(864),
    expect.closeTo(2_160),
    null,
  ]);
});
