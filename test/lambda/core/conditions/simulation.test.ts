/** A small sample of simulated services; `npm run bench -- conditions` simulates many. */

import { delayOfCrashLoops, delayOfFrozenReports, falseAlarms } from '../../../../bench/watch-habits';
import { runs } from '../../../support/jest/lane';

const SEED = Number(process.env.SEED ?? 20_261_122);

beforeAll(() => process.stdout.write(`SEED=${SEED}\n`));

it('notifies nobody of services that have nothing but their habits', () => {
  expect(falseAlarms(SEED, runs(1, 3), 5).examples.filter(({ notifies }) => notifies)).toEqual([]);
});

it('a crash loop is notified within two runs of its third start, a frozen report is stale within five minutes', () => {
  const { missed, minutes } = delayOfCrashLoops(SEED, 2, 70_000);
  expect([missed, minutes.every((one) => one <= 2)]).toEqual([0, true]);
  expect(delayOfFrozenReports(SEED, 2).minutes.filter((one) => one <= 5)).toHaveLength(2);
});
