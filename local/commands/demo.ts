/** `statuswatch demo`: the sample services, watched through an outage of one and its end. */

import { httpProbe } from '../../lambda/adapters/http-probe';
import { systemClock } from '../../lambda/adapters/system-clock';
import { memoryHistory } from '../history/history-log';
import { configFrom } from '../input/load-config';
import { type PageOptions, readPagePlace } from '../page/page-place';
import type { Fault } from '../sample/sample-faults';
import { type SampleService, sampleConfigText, startSampleServices } from '../sample/sample-services';
import { createMemoryStore } from '../store/memory-store';
import { createLiveScreen, type LiveScreen, showNotification } from '../terminal/live-screen';
import { renderRound } from '../terminal/round';
import type { Terminal } from '../terminal/terminal';
import { type Rounds, type RoundsOptions, startRounds } from './rounds';

const ROUND_MS = 2_000;
const PATIENT = 'payment-service';

/** What happens to the patient, round by round: a minute; then it begins again. */
const STORY: readonly { readonly fault: Fault | null; readonly rounds: number; readonly told: string }[] = [
  { fault: null, rounds: 5, told: `All services are healthy. In a moment ${PATIENT} will fail.` },
  { fault: '503', rounds: 7, told: `${PATIENT} answers 503. The first failing run has opened an incident.` },
  { fault: 'refuse', rounds: 6, told: `Now ${PATIENT} refuses connections: the verdict has changed.` },
  { fault: 'restart', rounds: 12, told: `${PATIENT} answers again. Two healthy runs in a row end the incident.` },
];

/** Resolves to 0 at Ctrl-C, or after one round with `once`. */
export async function demo(options: PageOptions, terminal: Terminal): Promise<number> {
  const place = readPagePlace(options);
  const services = await startSampleServices(0);
  const screen = createLiveScreen(terminal);
  let rounds: Rounds | null = null;
  try {
    const config = { ...configFrom('(demo)', sampleConfigText(services), 'all'), intervalMs: ROUND_MS };
    const ports = demoPorts(screen, terminal);
    rounds = await startRounds({
      config,
      ports,
      history: memoryHistory(),
      place,
      screen,
      interrupted: terminal.interrupted,
    });
    for await (const told of options.once ? [ONE_ROUND] : tellStory(services)) {
      const run = await rounds.next();
      if (run === null) break;
      const frame = { before: ['statuswatch demo: six sample services on this machine', ''], after: ['', told, ''] };
      screen.draw((room) => renderRound(run, frame, { ...room, color: terminal.color }));
      if (!options.once) await systemClock.sleep(ROUND_MS, terminal.interrupted);
    }
    return 0;
  } finally {
    await rounds?.end();
    screen.end();
    await Promise.all(services.map((service) => service.stop()));
  }
}

const ONE_ROUND =
  'To check your own services, put their addresses into statuswatch.yaml, then run: npx statuswatch check';

function demoPorts(screen: LiveScreen, terminal: Terminal): RoundsOptions['ports'] {
  return {
    probe: httpProbe,
    clock: systemClock,
    outputs: {
      store: createMemoryStore(),
      send: async (alert) => screen.say(showNotification(alert, terminal)),
      publish: async () => undefined,
      links: { dashboard: null, logs: null },
    },
  };
}

async function* tellStory(services: readonly SampleService[]): AsyncGenerator<string> {
  const patient = services.find(({ id }) => id === PATIENT);
  for (;;) {
    for (const { fault, rounds, told } of STORY) {
      await patient?.setFault(fault);
      for (let round = 0; round < rounds; round++) yield `${told} Ctrl-C ends the demo.`;
    }
  }
}
