/** Topic: the cost of a report of many services for this machine; without reading a table. */

import type { ReportFigures, ReportSetup } from './children/report-services';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import { startChild } from './workplace';

const FLEETS = [10, 1_000, 10_000];
const TIMES = 3;
const MEMORY_LIMIT_MB = 400;

export async function reportCost(): Promise<Topic> {
  const rows: Row[] = [];
  for (const count of FLEETS) {
    const found: ReportFigures[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const child = startChild('report-services', { count } satisfies ReportSetup);
      found.push((await child.ask(null)) as ReportFigures);
      child.end();
    }
    const peakMb = spreadOf(found.map((figures) => figures.peakMb));
    rows.push({
      name: `${count.toLocaleString('en')} services`,
      figures: [spreadOf(found.map(({ cpuMs }) => cpuMs)), peakMb, spreadOf(found.map(({ items }) => items / count))],
      targets: [{ wanted: `at most ${MEMORY_LIMIT_MB} MB`, met: isWithin(peakMb, MEMORY_LIMIT_MB) }],
    });
  }
  return {
    title: 'A report of the last 30 days, as a document with all services',
    columns: ['CPU, ms', 'peak memory, MB', 'items for each service'],
    rows,
    note: 'Three processes each. The items are those of histories; the state of each service is one more.',
  };
}
