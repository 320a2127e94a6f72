/** The cost of the history: CPU for each service, in each run and in a run that writes an hour. */

import type { HistoryStep } from './children/keep-history';
import { spreadOf } from './statistics';
import { isWithin, type Topic } from './topic';
import { startChild } from './workplace';

export async function historyCost(): Promise<Topic> {
  const child = startChild('keep-history', null);
  const steps = (await child.ask(null)) as readonly HistoryStep[];
  child.end();
  const rows = steps.map(({ name, cpuMs, limitMs }) => {
    const cpu = spreadOf(cpuMs);
    const targets = limitMs === null ? [] : [{ wanted: `at most ${limitMs} ms`, met: isWithin(cpu, limitMs) }];
    return { name, figures: [cpu], targets };
  });
  const note =
    'The mean of 200 services, each with a check a minute for a day; 40 runs, after 20 that are not counted.';
  return { title: 'What keeping the history costs', columns: ['CPU for each service, ms'], rows, note };
}
