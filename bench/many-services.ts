/** Topic: 600 services in one run. */

import type { Targets } from './children/target-servers';
import { compete, type Figures, rowOf } from './contender';
import { bareRequests, blackboxExporter, type Services, statuswatch } from './contenders';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Target, type Topic } from './topic';

const COUNT = 600;

/** Each contender is a fresh process: its first run is shown apart from its warm runs. */
export async function manyServices({ plain }: Targets): Promise<Topic> {
  const services: Services = { origins: plain, count: COUNT, ca: null, pauseMs: 100 };
  const contenders = [statuswatch(services), bareRequests(services), await blackboxExporter(services)];
  const unended = contenders.map((contender) => ({ ...contender, end: () => undefined }));
  try {
    const first = await compete(unended, { batches: 1, runsInBatch: 1, warmUp: 0 });
    // As many requests as a warm run of six has had before it.
    const later = await compete(unended, { batches: 6, runsInBatch: 2, warmUp: 3 });
    return topicOf(first, later);
  } finally {
    for (const contender of contenders) if ('end' in contender) contender.end();
  }
}

function topicOf(first: readonly Figures[], later: readonly Figures[]): Topic {
  const blackbox = later.find(({ name }) => name === 'blackbox_exporter');
  const half = blackbox?.wall ? blackbox.wall.median / 2 : null;
  const targets = (own: Figures): Target[] => [
    { wanted: "wall at most half of blackbox_exporter's", met: isWithin(own.wall, half) },
    { wanted: "memory under blackbox_exporter's", met: isWithin(spreadOf([own.peakMb]), blackbox?.peakMb) },
  ];
  const rows: Row[] = later.flatMap((figures, index) => [
    rowOf({ ...(first[index] as Figures), name: `${figures.name}, first run` }, pickFigures),
    rowOf({ ...figures, name: `${figures.name}, warm runs` }, pickFigures, index === 0 ? targets(figures) : []),
  ]);
  return {
    title: `${COUNT} services in one run`,
    columns: ['wall, ms', 'CPU, ms', 'peak memory, MB'],
    rows,
    note:
      'statuswatch with its default concurrency, the others all at once. Peak memory: of the process since its start.\n' +
      'blackbox_exporter: asked over connections that are open already; the work of its client is not in its CPU.',
  };
}

function pickFigures({ wall, cpu, peakMb }: Figures) {
  return [wall, cpu, spreadOf([peakMb])];
}
