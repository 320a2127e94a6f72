/** A process that records checks on and on, until it is killed: the index of each is its time. */

import type { CheckResult } from '../../lambda/core/probe/check-result';
import { openHistory } from '../../local/history/history-log';

const [folder = '', template = ''] = process.argv.slice(2);
const results = JSON.parse(template) as CheckResult[];
const tell = (text: string) => process.stdout.write(`${text}\n`);

async function recordForever(): Promise<void> {
  const history = await openHistory({ folder, onDamage: tell, now: 0 });
  tell('opened');
  for (let next = history.of(results[0]?.service.id ?? '').length; ; next++) {
    await history.record(
      results.map((result) => ({ ...result, at: next })),
      next,
    );
    tell('recorded');
  }
}

void recordForever();
