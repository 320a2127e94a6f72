/** A real watch, killed at any call and at any time, again and again: no incident loses its beginning or its end. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import type { Alert } from '../../../lambda/core/message/alert';
import { readState, type ServiceState } from '../../../lambda/core/state/service-state';
import { readStates } from '../../../local/store/file-store';
import { reportText } from '../../support/asking';
import { start, statuswatch, temporaryFolder } from '../../support/command-line';
import { runs } from '../../support/lane';
import { startHttp, stopAfterEach } from '../../support/servers';

/** Two watches side by side, each on a service and a folder of its own, to use the time in which one starts. */
const LANES = ['left', 'right'];
const STEPS = runs(5, 100);

/** How many calls change a file in a run that opens or ends an incident: a save, a send, a mark, and the history. */
const CALLS = 16;
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
  return { NODE_OPTIONS: `--require ${join(__dirname, '../../support/die-at-call.js')}`, DIE_AT_CALL: String(call) };
}

/** A service that says when it is asked, and a watch of it that can be started and killed. */
async function createLane(name: string) {
  const service = { isWell: true, onAsked: () => {} };
  const server = await stopLater(
    startHttp((_, response) => {
      service.onAsked();
      response.statusCode = service.isWell ? 200 : 503;
      response.end(service.isWell ? reportText({ service: 'shop' }) : '{"error":"down"}');
    }),
  );
  const lines = [
    `name: ${name}`,
    'interval: 1s',
    'timeout: 900ms',
    'retry: { attempts: 1 }',
    'alerts: { failureThreshold: 1, successThreshold: 1, remindEvery: never }',
  ];
  const serving = (id: string) =>
    folders.write(`${name}-${id}.yaml`, [...lines, `services: [{ id: ${id}, baseUrl: "${server.url()}" }]`].join('\n'));
  const state = folders.file('state');
  const commandOn = (id: string) => ['watch', '--config', serving(id), '--state', state];
  const command = commandOn('shop');

  const question = () =>
    new Promise<void>((resolve) => {
      service.onAsked = resolve;
    });
  // A slow machine needs longer for the same: what a kill may meet must not hang on it.
  const first = question();
  const whole = statuswatch([...command, '--once']);
  await first;
  const askedAt = performance.now();
  await whole;
  const runMs = performance.now() - askedAt;

  const killOne = async (kill: Kill) => {
    const [first, env] = [question(), 'call' in kill ? diesAt(kill.call) : {}];
    const { child, ended, written } = start(command, { env });
    const isOver = ended.then(() => undefined);
    if (!('after' in kill) || kill.after === 'question') await Promise.race([first, isOver]);
    // The second question tells that the first run was over before so many calls.
    await Promise.race(['after' in kill ? wait(kill.part * runMs) : question(), isOver]);
    child.kill('SIGKILL');
    await ended;
    expect(written('stderr')).toBe('');
    const { states, damaged } = await readStates(join(state, name)).catch(() => ({ states: [], damaged: [] }));
    expect(damaged).toEqual([]);
    return readState(states[0]?.state)?.outbox.length ?? 0;
  };
  const endWell = async () => {
    for (const isWell of [false, true, true]) {
      service.isWell = isWell;
      const { stderr, stdout } = await statuswatch([...command, '--once']);
      expect(`${stderr}${stdout}`).not.toContain('problem');
    }
    // A service that has failed so often is well for half an hour before its end is sent, or leaves the config.
    await statuswatch([...commandOn('other'), '--once']);
  };
  return { service, killOne, endWell, folder: join(state, name) };
}

/**
 * The time of every incident that was ever stored is covered by one that the log has, with its beginning and its end. An
 * incident that comes soon after another is the same to people: so the log may have fewer, in their order.
 */
function expectNothingLost(log: string, { open, notified, outbox, past }: ServiceState): void {
  const alerts = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Alert)
    .filter(({ service }) => service.id === 'shop');
  const events = new Map<string, Set<string>>();
  for (const { incidentId, event } of alerts) {
    const known = events.get(incidentId) ?? new Set();
    events.set(incidentId, known.add(event));
  }
  const numbers = [...events.keys()].map((id) => Number(id.split('-').at(-1)));
  expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
  expect(numbers[0]).toBe(1);
  // A set keeps the order of the first arrivals. On a slow machine a service that is killed late answers late, too.
  const ofEach = [...events.values()].map((sent) => [...sent].filter((event) => event !== 'updated'));
  expect(ofEach).toEqual(numbers.map(() => ['opened', 'resolved']));
  const ends = alerts.filter(({ event }) => event === 'resolved');
  const isTold = ({ openedAt, resolvedAt }: ServiceState['past'][number]) =>
    ends.some((end) => Date.parse(end.openedAt) <= openedAt && resolvedAt <= Date.parse(end.resolvedAt ?? ''));
  expect(past.filter((incident) => !isTold(incident))).toEqual([]);
  expect({ open, notified, outbox }).toEqual({ open: [], notified: [], outbox: [] });
  expect(alerts.filter(({ possiblyRepeated }) => possiblyRepeated)).toEqual([]);
}

it(`${LANES.length * STEPS} kills lose no alert and no state`, async () => {
  const lanes = await Promise.all(LANES.map(createLane));
  let killsThatOwe = 0;
  const steps = fc.sample(step, LANES.length * STEPS);
  await Promise.all(
    lanes.map(async ({ service, killOne }, lane) => {
      for (const { turns, kill } of steps.slice(lane * STEPS, (lane + 1) * STEPS)) {
        if (turns) service.isWell = !service.isWell;
        if ((await killOne(kill)) > 0) killsThatOwe++;
      }
    }),
  );
  for (const { endWell, folder } of lanes) {
    await endWell();
    const { states, damaged } = await readStates(folder);
    expect(damaged).toEqual([]);
    const state = readState(states.find(({ service }) => service === 'shop')?.state) as ServiceState;
    // Else nearly all kills came too early for the watch to do anything.
    expect(state.incidents).toBeGreaterThan(STEPS / 20);
    expectNothingLost(readFileSync(join(folder, 'alerts.jsonl'), 'utf8'), state);
  }
  // Else no kill has come between the promise of an alert and the mark that it was sent.
  expect(killsThatOwe).toBeGreaterThan(0);
  // Only ends what hangs: each of the kills takes the start of a process.
}, 1_800_000);
