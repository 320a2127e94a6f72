/** Topic: a warm run of the six services, over plain HTTP and over fresh TLS. */

import type { Targets } from './children/target-servers';
import { compete, type Figures, rowOf } from './contender';
import { bareRequests, blackboxExporter, curlParallel, type Services, statuswatch } from './contenders';
import { isWithin, type Target, type Topic } from './topic';

// Node compiles code that runs often, after some hundred runs: a few hours at one run a minute.
const SCHEDULE = { batches: 8, runsInBatch: 20, warmUp: 300 };
const COLUMNS = ['wall, ms', 'over its slowest service, ms', 'CPU, ms'];
const NOTE =
  'Over its slowest: wall time less that of the slowest service, by its own clock. CPU: with the closing of the connections.\n' +
  'curl: whole processes, each figure the average of a batch. blackbox_exporter: its own CPU; wall as its client sees it.';

export async function warmRun({ plain }: Targets): Promise<Topic> {
  const figures = await raceOf({ origins: plain, count: 6, ca: null, pauseMs: 4 });
  const title = 'A warm run of six services';
  return topicOf(title, figures, ({ overSlowest, cpu }) => [
    { wanted: 'over its slowest under 2 ms', met: isWithin(overSlowest, 2) },
    { wanted: 'CPU under 2 ms', met: isWithin(cpu, 2) },
  ]);
}

export async function tlsRun({ secure, ca }: Targets): Promise<Topic> {
  const figures = await raceOf({ origins: secure, count: 6, ca, pauseMs: 4 });
  const blackbox = figures.find(({ name }) => name === 'blackbox_exporter');
  return topicOf('A warm run of six services over fresh TLS', figures, ({ wall, cpu }) => [
    { wanted: 'wall at most that of blackbox_exporter', met: isWithin(wall, blackbox?.wall?.median) },
    { wanted: 'CPU at most that of blackbox_exporter', met: isWithin(cpu, blackbox?.cpu?.median) },
  ]);
}

async function raceOf(services: Services): Promise<Figures[]> {
  const others = [bareRequests(services), await blackboxExporter(services), await curlParallel(services)];
  return compete([statuswatch(services), ...others], SCHEDULE);
}

function topicOf(title: string, figures: readonly Figures[], targetsOf: (own: Figures) => Target[]): Topic {
  const rows = figures.map((each, index) =>
    rowOf(each, ({ wall, overSlowest, cpu }) => [wall, overSlowest, cpu], index === 0 ? targetsOf(each) : []),
  );
  return { title, columns: COLUMNS, rows, note: NOTE };
}
