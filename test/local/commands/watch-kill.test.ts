/** A real watch that is killed again and again, at any call and at any time: no outage or recovery is lost. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { openIncidents } from '../../../lambda/core/incident/incident';
import type { Alert } from '../../../lambda/core/message/alert';
import { unsentAlerts } from '../../../lambda/core/notify/unsent-alerts';
import { readState } from '../../../lambda/core/state/stored-state';
import { readStates } from '../../../local/store/file-store';
import { reportText } from '../../support/http/asking';
import { startHttp, stopAfterEach } from '../../support/http/servers';
import { runs } from '../../support/jest/lane';
import { start, statuswatch, temporaryFolder } from '../../support/laptop/command-line';

/** Two watches side by side, each on a folder of its own, to use the time in which one starts. */
const LANES = ['left', 'right'];
const STEPS = runs(5, 100);
/** After so many steps another service takes the place of the one before, which owes its end then: it flaps too much to be well for good. */
const STEPS_OF_ONE = runs(3, 25);

/** How many calls change a file in a run that opens or ends an incident: two saves, a send, a mark, and more. */
const CALLS = 24;
/** A kill right before a call (see `die-at-call.js`), or after a part of the time that a run takes. */
const part = fc.nat(120).map((percent) => percent / 100);
const kill = fc.oneof(
  { weight: 7, arbitrary: fc.record({ call: fc.integer({ min: 1, max: CALLS }) }) },
  { weight: 2, arbitrary: fc.record({ after: fc.constant('question'), part }) },
  { weight: 1, arbitrary: fc.record({ after: fc.constant('start'), part }) },
);
type Kill = typeof kill extends fc.Arbitrary<infer Value> ? Value : never;
/** One kill, and whether the service turns sick, or well again, before it. */
const step = fc.noBias(fc.record({ turns: fc.nat(9).map((digit) => digit < 6), kill }));

const folders = temporaryFolder();
const stopLater = stopAfterEach();

function diesAt(call: number): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--require ${join(__dirname, '../../support/laptop/die-at-call.js')}`,
    DIE_AT_CALL: String(call),
  };
}

/** A service that says when it is asked, and a watch of it that can be started and killed. */
async function createLane(name: string) {
  const service = { id: 'shop-0', isWell: true, onAsked: () => {} };
  const server = await stopLater(
    startHttp((_, response) => {
      service.onAsked();
      response.statusCode = service.isWell ? 200 : 503;
      response.end(service.isWell ? reportText({ service: service.id }) : '{"error":"down"}');
    }),
  );
  const lines = [
    `name: ${name}`,
    'interval: 1s',
    'timeout: 900ms',
    'retry: { attempts: 1 }',
    'alerts: { failureThreshold: 1, successThreshold: 1, remindEvery: never, groupFrom: never }',
  ];
  const serving = (id: string) =>
    folders.write(`${name}-${id}.yaml`, [...lines, `services: [{ id: ${id}, baseUrl: "${server.url()}" }]`].join('\n'));
  const state = folders.file('state');
  const command = () => ['watch', '--config', serving(service.id), '--state', state];

  const question = () =>
    new Promise<void>((resolve) => {
      service.onAsked = resolve;
    });
  // A slow machine needs longer for the same: what a kill may meet must not hang on it.
  const first = question();
  const whole = statuswatch([...command(), '--once']);
  await first;
  const askedAt = performance.now();
  await whole;
  const runMs = performance.now() - askedAt;

  const killOne = async (kill: Kill) => {
    const first = question();
    const env = 'call' in kill ? diesAt(kill.call) : {};
    const { child, ended, written } = start(command(), { env });
    const isOver = ended.then(() => undefined);
    if (!('after' in kill) || kill.after === 'question') await Promise.race([first, isOver]);
    // The second question shows that the first run was over before so many calls.
    await Promise.race(['after' in kill ? wait(kill.part * runMs) : question(), isOver]);
    child.kill('SIGKILL');
    await ended;
    expect(written('stderr')).toBe('');
    return statesIn(join(state, name));
  };
  /** What is due after many kills may be more than a run has time for: then the next ones send the rest. */
  const runWhole = async () => {
    for (;;) {
      const { stderr, stdout } = await statuswatch([...command(), '--once']);
      if (!stdout.includes('wait for the next run')) return `${stderr}${stdout}`;
    }
  };
  const endWell = async () => {
    for (const isWell of [false, true, true]) {
      service.isWell = isWell;
      expect(await runWhole()).not.toContain('problem');
    }
    service.id = 'other';
    await statuswatch([...command(), '--once']);
  };
  return { name, service, killOne, endWell, folder: join(state, name) };
}

async function statesIn(folder: string) {
  const { states, damaged } = await readStates(folder).catch(() => ({ states: [], damaged: [] }));
  expect(damaged).toEqual([]);
  return states.flatMap(({ service, state }) => {
    const read = readState(state);
    return read === null ? [] : [{ service, state: read }];
  });
}

type DeploymentFacts = Awaited<ReturnType<typeof statesIn>>;

/** The incidents that are due to people, or were: `left/shop-0/20261121T093000.000Z-1`. */
function promisedIn(known: DeploymentFacts, deployment: string): readonly string[] {
  return known.flatMap(({ service, state }) =>
    Object.keys(state.notified).map((id) => `${deployment}/${service}/${id}`),
  );
}

/** The log has each incident that was ever due, with its beginning and its end, those of a service in their order, and nothing is left to do. */
function expectNothingLost(log: string, known: DeploymentFacts, promised: ReadonlySet<string>): void {
  const alerts = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Alert);
  const events = new Map<string, Set<string>>();
  for (const { incidentId, event } of alerts) {
    const sent = events.get(incidentId) ?? new Set();
    events.set(incidentId, sent.add(event));
  }
  expect([...events.keys()].sort()).toEqual([...promised].sort());
  // A set keeps the order of the first arrivals. On a slow machine a service that is killed late answers late, too.
  const ofEach = [...events.values()].map((sent) => [...sent].filter((event) => event !== 'updated'));
  expect(ofEach).toEqual([...events].map(() => ['opened', 'resolved']));
  for (const { service, state } of known) {
    const own = [...events.keys()].filter((id) => id.split('/')[1] === service);
    const numbers = own.map((id) => Number(id.split('-').at(-1)));
    expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
    expect([openIncidents(state), unsentAlerts(state)]).toEqual([[], []]);
  }
  expect(alerts.filter(({ possiblyRepeated }) => possiblyRepeated)).toEqual([]);
}

it(`${LANES.length * STEPS} kills lose no alert and no state`, async () => {
  const lanes = await Promise.all(LANES.map(createLane));
  const promised = new Map(LANES.map((name) => [name, new Set<string>()]));
  let killsThatOwe = 0;
  const steps = fc.sample(step, LANES.length * STEPS);
  const note = (name: string, known: DeploymentFacts) => {
    for (const id of promisedIn(known, name)) promised.get(name)?.add(id);
  };
  await Promise.all(
    lanes.map(async ({ name, service, killOne }, lane) => {
      for (const [index, { turns, kill }] of steps.slice(lane * STEPS, (lane + 1) * STEPS).entries()) {
        service.id = `shop-${Math.floor(index / STEPS_OF_ONE)}`;
        if (turns) service.isWell = !service.isWell;
        const known = await killOne(kill);
        note(name, known);
        if (known.some(({ state }) => unsentAlerts(state).length > 0)) killsThatOwe++;
      }
    }),
  );
  for (const { name, endWell, folder } of lanes) {
    await endWell();
    const known = await statesIn(folder);
    note(name, known);
    // Else nearly all kills came too early for the watch to do anything.
    expect(promised.get(name)?.size).toBeGreaterThan(STEPS / 20);
    expectNothingLost(readFileSync(join(folder, 'alerts.jsonl'), 'utf8'), known, promised.get(name) ?? new Set());
  }
  // Else no kill has come between the promise of an alert and the mark that it was sent.
  expect(killsThatOwe).toBeGreaterThan(0);
  // Only ends what hangs: each of the kills takes the start of a process.
}, 1_800_000);
