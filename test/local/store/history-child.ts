/** A process that writes one hour after the other, until it is killed; it prints the number of each that is written. */

import { systemClock } from '../../../lambda/adapters/system/system-clock';
import { HOUR_MS } from '../../../lambda/core/history/running-history';
import { createHistoryFiles } from '../../../local/store/history-files';
import { hourOf, writeHours } from '../../support/laptop/past-hours';

const [folder = '', first = '', start = ''] = process.argv.slice(2);
const print = (text: string) => process.stdout.write(`${text}\n`);

async function writeForever(): Promise<void> {
  const store = createHistoryFiles({ folder, onDamage: print, clock: { ...systemClock, now: () => Number(start) } });
  for (let next = Number(first); ; next++) {
    await writeHours(store, 'mail', [hourOf(Number(start) + next * HOUR_MS)]);
    print(String(next));
  }
}

void writeForever();
