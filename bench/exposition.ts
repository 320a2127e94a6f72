/** Topic: the metrics of many services for Prometheus, as the page of a watch serves them, without reading a table. */

import { documentsFrom } from '../lambda/core/documents/documents';
import { expositionPieces } from '../lambda/view/metrics/exposition';
import { configOf } from './bench-config';
import { simulateWatch } from './page-facts';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';

const FLEETS = [6, 200, 10_000];
const RUNS = 3;
const TIMES = 9;
/** In milliseconds of CPU. */
const LIMIT_MS = 300;

export async function expositionTopic(): Promise<Topic> {
  const rows: Row[] = [];
  for (const count of FLEETS) rows.push(await fleetRow(count));
  return {
    title: 'The metrics of all services for a Prometheus',
    columns: ['documents, CPU, ms', 'text, CPU, ms', 'its longest piece', 'text, MB'],
    rows,
    note: 'The documents say how all services are now, without their past. One service in six fails.',
  };
}

async function fleetRow(count: number): Promise<Row> {
  const origins = Array.from({ length: count }, (_, index) => `https://service-${index}.internal`);
  const { source } = await simulateWatch(configOf({ origins, count, ca: null }), RUNS, 0);
  const make = await documentsFrom(source.find).present();
  const making: number[] = [];
  const rendering: number[] = [];
  const longest: number[] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const [present, makingMs] = timed(make);
    const pieces = expositionPieces(present);
    let textMs = 0;
    let longestMs = 0;
    bytes = 0;
    for (;;) {
      const [encoded, ms] = timed(() => {
        const { done, value } = pieces.next();
        return done ? null : encoder.encode(value);
      });
      textMs += ms;
      longestMs = Math.max(longestMs, ms);
      if (encoded === null) break;
      bytes += encoded.length;
    }
    making.push(makingMs);
    rendering.push(textMs);
    longest.push(longestMs);
  }
  const text = spreadOf(rendering);
  return {
    name: `${count.toLocaleString('en')} services`,
    figures: [spreadOf(making), text, spreadOf(longest), spreadOf([bytes / 1_000_000])],
    targets: [{ wanted: `text in under ${LIMIT_MS} ms`, met: isWithin(text, LIMIT_MS) }],
  };
}

function timed<Made>(make: () => Made): readonly [made: Made, cpuMs: number] {
  const begunAt = process.cpuUsage();
  const made = make();
  const { user, system } = process.cpuUsage(begunAt);
  return [made, (user + system) / 1_000];
}
