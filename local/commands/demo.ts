/** `statuswatch demo`: the sample services, watched, with one that fails and recovers. */

import { createLogUpdate } from 'log-update';
import { httpProbe } from '../../lambda/adapters/http-probe';
import { systemClock } from '../../lambda/adapters/system-clock';
import { runCheck } from '../../lambda/run-check';
import { configFrom } from '../load-config';
import { renderRun } from '../run-table';
import type { Fault } from '../sample-faults';
import { type SampleService, sampleConfigText, startSampleServices } from '../sample-services';
import { canRedraw, columnsOf, type Terminal } from '../terminal';

const ROUND_MS = 2_000;
const PATIENT = 'payment-service';

/** What happens to the patient, round by round; then it begins again. */
const STORY: readonly { readonly fault: Fault | null; readonly rounds: number; readonly told: string }[] = [
  { fault: null, rounds: 3, told: `All is well. In a moment ${PATIENT} will fail.` },
  { fault: '503', rounds: 3, told: `${PATIENT} answers 503: its database is gone.` },
  { fault: 'refuse', rounds: 3, told: `Now ${PATIENT} is down altogether.` },
  { fault: null, rounds: 6, told: `${PATIENT} is back.` },
];

export async function demo(options: { readonly once?: boolean }, terminal: Terminal): Promise<number> {
  const services = await startSampleServices(0);
  try {
    const config = configFrom('(demo)', sampleConfigText(services), 'all');
    const show = showOn(terminal);
    do {
      for await (const told of options.once ? [''] : tellStory(services)) {
        if (terminal.interrupted.aborted) break;
        const run = await runCheck(config, { probe: httpProbe, clock: systemClock }, { signal: terminal.interrupted });
        if (terminal.interrupted.aborted) break;
        const table = renderRun(run, { color: terminal.color, columns: columnsOf(terminal.out) });
        show(['', '  statuswatch demo: six sample services on this machine', '', table, '', ...notes(told)].join('\n'));
        if (!options.once) await systemClock.sleep(ROUND_MS, terminal.interrupted);
      }
    } while (!options.once && !terminal.interrupted.aborted);
    return 0;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

async function* tellStory(services: readonly SampleService[]): AsyncGenerator<string> {
  const patient = services.find(({ id }) => id === PATIENT);
  for (const { fault, rounds, told } of STORY) {
    await patient?.setFault(fault);
    for (let round = 0; round < rounds; round++) yield told;
  }
}

function notes(told: string): string[] {
  if (told === '')
    return ['  Your own services: put their addresses into statuswatch.yaml, then npx statuswatch check', ''];
  return [`  ${told}`, '  Ctrl-C ends the demo.', ''];
}

/** Redraws in place on a terminal; writes one table after another elsewhere. */
function showOn({ out }: Terminal): (text: string) => void {
  if (!canRedraw(out)) return (text) => out.write(`${text}\n`);
  const update = createLogUpdate(out);
  return (text) => update(text);
}
