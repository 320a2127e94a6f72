/** Topic: services that would block the checker for ever, or fill its memory. */

import { configOf } from './bench-config';
import type { Bounds } from './children/bounds';
import type { Targets } from './children/target-servers';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import { startChild } from './workplace';

const TIMES = 5;
const TIMEOUT_MS = 300;
const SLACK_MS = 100;
const GROWTH_LIMIT_MB = 5;

export async function bounded(targets: Targets): Promise<Topic> {
  return {
    title: 'Services that hang or flood',
    columns: ['wall, ms', 'memory growth, MB'],
    rows: [
      await measure('never answers', targets, targets.hang, 'timeout_response'),
      await measure('a body of 10 MB', targets, targets.large, 'body_too_large'),
      await measure('50 kB of gzip that are 50 MB', targets, targets.bomb, 'body_too_large'),
    ],
    note: `The timeout is ${TIMEOUT_MS} ms. Growth: peak memory less what a warm process held before.`,
  };
}

/** Each measurement has a process of its own: memory that a process has used would hide the growth of the next. */
async function measure(name: string, targets: Targets, origin: string, expectedReason: string): Promise<Row> {
  const well = configOf({ origins: targets.plain, count: 6, ca: null });
  const sick = configOf({ origins: [origin], count: 1, ca: null, timeout: `${TIMEOUT_MS}ms` });
  const results: Bounds[] = [];
  for (let time = 0; time < TIMES; time++) {
    const child = startChild('bounds', { well, sick, expectedReason });
    results.push((await child.ask(null)) as Bounds);
    child.end();
  }
  const wall = spreadOf(results.map(({ wallMs }) => wallMs));
  const growth = spreadOf(results.map(({ growthMb }) => growthMb));
  return {
    name,
    figures: [wall, growth],
    targets: [
      { wanted: `within the timeout and ${SLACK_MS} ms`, met: isWithin(wall, TIMEOUT_MS + SLACK_MS) },
      { wanted: `growth under ${GROWTH_LIMIT_MB} MB`, met: isWithin(growth, GROWTH_LIMIT_MB) },
    ],
  };
}
