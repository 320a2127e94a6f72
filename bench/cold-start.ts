/** Topic: the whole process of the command line, cold, beside a Node process that does nothing. */

import { join } from 'node:path';
import { configText } from './bench-config';
import type { Targets } from './children/target-servers';
import { spreadOf } from './statistics';
import { isWithin, type Topic } from './topic';
import { runProgram, writeTemporary } from './workplace';

const RUNS = 15;
const LIMIT_MS = 150;
const CLI = join(__dirname, '..', 'dist', 'statuswatch.js');

export async function coldStart({ plain }: Targets): Promise<Topic> {
  const config = writeTemporary('six.yaml', configText({ origins: plain, count: 6, ca: null }, null));
  const commands = {
    'node -e 0': ['-e', '0'],
    'statuswatch --help': [CLI, '--help'],
    'statuswatch check': [CLI, 'check', '--config', config],
    'statuswatch check --json': [CLI, 'check', '--json', '--config', config],
  };
  const times = await timeInTurn(Object.values(commands));
  const empty = times[0] as readonly number[];
  const rows = Object.keys(commands).map((name, index) => {
    const own = times[index] as readonly number[];
    const over = spreadOf(own.map((time, run) => time - (empty[run] as number)));
    const targets =
      name === 'statuswatch check'
        ? [{ wanted: `at most ${LIMIT_MS} ms over node`, met: isWithin(over, LIMIT_MS) }]
        : [];
    return { name, figures: [spreadOf(own), index === 0 ? null : over], targets };
  });
  return {
    title: 'Cold start of the command line, six services',
    columns: ['whole process, ms', 'over node -e 0, ms'],
    rows,
    note: 'From the start of the process to its end, each command in turn; the differences are of each turn by itself.',
  };
}

/** The milliseconds of each command, run by run; a first run that warms the disk's cache isn't counted. */
async function timeInTurn(commands: readonly (readonly string[])[]): Promise<number[][]> {
  const times = commands.map((): number[] => []);
  for (let run = 0; run <= RUNS; run++) {
    for (const [index, args] of commands.entries()) {
      const start = performance.now();
      await runProgram(process.execPath, args);
      if (run > 0) times[index]?.push(performance.now() - start);
    }
  }
  return times;
}
