/** `statuswatch demo`: the sample services, watched through an outage of a service and its end, then of the next service. */

import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { warmProbe } from '../../lambda/adapters/http/warm-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { type Receiver, TOPIC } from '../../lambda/core/deliver/receiver';
import { configFrom } from '../input/load-config';
import { ownCommand } from '../input/own-command';
import { shellCommand } from '../input/shell-command';
import { type PageOptions, readPagePlace } from '../page/page-place';
import type { Fault } from '../sample/sample-faults';
import { type SampleService, sampleConfigText, startSampleServices } from '../sample/sample-services';
import { createMemoryHistory, createMemoryStore } from '../store/memory-store';
import { createRunScreen } from '../terminal/run-screen';
import type { Terminal } from '../terminal/terminal';
import { type Runs, type RunsOptions, startRuns } from './start-runs';

const INTERVAL_MS = 2_000;
/** The sample that fails first. */
const FIRST_TO_FAIL = 'payment-service';

/** The faults of the failing sample, run by run. It takes a minute. */
const STORY: readonly { readonly fault: Fault | null; readonly runs: number; readonly text: (id: string) => string }[] =
  [
    { fault: null, runs: 3, text: (id) => `In a moment ${id} will fail.` },
    { fault: '503', runs: 7, text: (id) => `${id} answers 503. The first failing run has opened an incident.` },
    { fault: 'refuse', runs: 6, text: (id) => `Now ${id} refuses connections: the verdict has changed.` },
    { fault: null, runs: 12, text: (id) => `${id} answers again. Two healthy checks in a row end the incident.` },
  ];

/** Resolves to 0 at Ctrl-C, or after one run with `once`. */
export async function demo(options: PageOptions, terminal: Terminal): Promise<number> {
  const place = readPagePlace(options);
  const services = await startSampleServices(0);
  const screen = createRunScreen(terminal, options);
  let runs: Runs | null = null;
  try {
    const config = { ...configFrom('(demo)', sampleConfigText(services), { probing: 'all' }), intervalMs: INTERVAL_MS };
    const receivers = [{ id: TOPIC, send: async (notification) => screen.notify(notification) }] satisfies Receiver[];
    runs = await startRuns({
      config,
      outlets: { receivers },
      ports: DEMO_PORTS,
      place,
      screen,
      interrupted: terminal.interrupted,
    });
    for await (const text of options.once ? [nextStep()] : tellStory(services)) {
      const known = await runs.next();
      if (known === null) break;
      screen.show(known, {
        before: ['statuswatch demo: six sample services on this machine', ''],
        after: ['', text, ''],
      });
      if (!options.once) await systemClock.sleep(INTERVAL_MS, terminal.interrupted);
    }
    return 0;
  } finally {
    await runs?.end();
    screen.end();
    await Promise.all(services.map((service) => service.stop()));
  }
}

function nextStep(): string {
  const command = shellCommand([...ownCommand(null), 'init', 'https://user.company.com']);
  return `For your own services, in a folder of yours: ${command}`;
}

const DEMO_PORTS: RunsOptions['ports'] = {
  probe: httpProbe,
  warm: warmProbe,
  clock: systemClock,
  outputs: { store: createMemoryStore(), history: createMemoryHistory(), publish: async () => undefined },
};

/** The text of each run. A service that has recovered stays healthy: if it went on restarting, it would be degraded. */
export async function* tellStory(services: readonly SampleService[]): AsyncGenerator<string> {
  const first = services.findIndex(({ id }) => id === FIRST_TO_FAIL);
  // Another service each turn: a service that fails again and again is damped, so its end would not be seen for a long time.
  for (let turn = first; ; turn++) {
    const sample = services[turn % services.length] as SampleService;
    for (const { fault, runs, text } of STORY) {
      await sample.setFault(fault);
      for (let run = 0; run < runs; run++) yield `${text(sample.id)} Ctrl-C ends the demo.`;
    }
  }
}
