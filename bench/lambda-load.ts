/** Topic: the Lambda's bundle, its size and how long it loads, beside the three SDK clients alone. */

import { statSync } from 'node:fs';
import { configOf } from './bench-config';
import type { Targets } from './children/target-servers';
import { bundleLambda, bundlePlainClients, IN_ES_MODULES, lambdaEnvironment, rebuiltLambda } from './lambda-bundle';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import { childFile, runProgram } from './workplace';

const RUNS = 30;
const SIZE_LIMIT_KB = 800;

export async function lambdaLoad({ plain }: Targets): Promise<Topic> {
  const config = configOf({ origins: plain, count: 6, ca: null });
  const files = [
    await bundlePlainClients(),
    bundleLambda(config),
    await rebuiltLambda(bundleLambda(config), IN_ES_MODULES),
  ] as const;
  const times = await timeInTurn(files);
  const [base] = times;
  const names = ['the three plain SDK clients, CommonJS', 'the Lambda, CommonJS', 'the Lambda, ES modules'];
  const rows = files.map((file, index): Row => {
    const own = times[index] as readonly number[];
    const ratio = spreadOf(own.map((time, run) => time / (base?.[run] as number)));
    const size = spreadOf([statSync(file).size / 1_000]);
    const targets = index === 1 ? [{ wanted: `at most ${SIZE_LIMIT_KB} kB`, met: isWithin(size, SIZE_LIMIT_KB) }] : [];
    return { name: names[index] as string, figures: [size, spreadOf(own), index === 0 ? null : ratio], targets };
  });
  return {
    title: "The Lambda's bundle",
    columns: ['size, kB', 'load, ms', 'over the plain clients'],
    rows,
    note:
      'Load: from before the bundle is read until its clients are made, each time in a process of its own, in turn.\n' +
      'The ratios are of each turn by itself.',
  };
}

/** The milliseconds of each file, run by run; a first run that warms the disk's cache isn't counted. */
async function timeInTurn(files: readonly string[]): Promise<number[][]> {
  const times = files.map((): number[] => []);
  for (let run = 0; run <= RUNS; run++) {
    for (const [index, file] of files.entries()) {
      const { out } = await runProgram(process.execPath, [childFile('load-timer'), file], lambdaEnvironment());
      if (run > 0) times[index]?.push(Number(out));
    }
  }
  return times;
}
