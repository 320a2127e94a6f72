/** `statuswatch ack`, run as a user runs it: who is on what fails, and how that is taken back. */

import { userInfo } from 'node:os';
import { join } from 'node:path';
import { endAfterAll, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';
import { startLastingSamples } from '../support/laptop/samples';

const folder = temporaryFolder();
const endLater = endAfterAll();
const samples = startLastingSamples();
const watched = startLastingSamples();
const USER = userInfo().username;
const UTC = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
const ID = '[a-z0-9]{6}';
let config: string;
let folders = 0;

beforeAll(async () => {
  config = folder.write('sample.yaml', samples.configText('5s', '4900ms'));
  await samples.one('payment-service').setFault('503');
});

const newState = () => folder.file(`state-${++folders}`);
const run = (state: string, args: readonly string[]) =>
  statuswatch([...args, '--config', config, '--state', state], { env: { TZ: 'UTC' } });

/** A state folder in which payment-service has an incident. */
async function failingState(): Promise<string> {
  const state = newState();
  for (let runs = 0; runs < 2; runs++) await run(state, ['watch', '--once']);
  return state;
}

it.concurrent('says who is on it and how to take that back, and is listed beside the silences', async () => {
  const state = await failingState();
  const note = 'it is the database';
  const made = await run(state, ['ack', 'payment-service', '--for', '4h', '--note', note]);
  const [, id = ''] = new RegExp(`; the id is (${ID})`).exec(made.stdout) ?? [];
  expect({ ...made, stdout: made.stdout.split('\n') }).toEqual({
    stdout: [
      expect.stringMatching(
        new RegExp(
          `^  ${USER} is on payment-service until it is well, at most until ${UTC} \\(${note}\\); the id is ${id}\\.$`,
        ),
      ),
      '  Nobody is reminded of it until then.',
      `  No watch is running on ${join(state, 'sample')}: it holds once one does.`,
      `  To take it back: npx statuswatch unsilence ${id} --config ${config} --state ${state}`,
      '',
    ],
    ...{ stderr: '', exitCode: 0 },
  });
  const listed = await run(state, ['silences']);
  expect(listed.stdout).toMatch(new RegExp(`\n  ${id} +payment-service .* ${USER} +on it: ${note}\n$`));
  const [document] = JSON.parse((await run(state, ['silences', '--json'])).stdout);
  expect(document).toMatchObject({ id, kind: 'ack', services: ['payment-service'], by: USER, reason: note });
  const back = await run(state, ['unsilence', id]);
  expect(back.stdout).toMatch(new RegExp(`^  the acknowledgement ${id} is taken back: payment-service until `));
  expect(back.stdout).toMatch(/\.\n {2}People are reminded again from the next run on\.\n$/);
  expect((await run(state, ['silences'])).stdout).toBe('  Nothing is silenced.\n');
});

it.concurrent('is one document with --json, and ends after a day at most', async () => {
  const { stdout } = await run(await failingState(), ['ack', 'payment-service', '--by', 'ana', '--json']);
  const { from, until, ...rest } = JSON.parse(stdout);
  expect(Date.parse(until) - Date.parse(from)).toBe(86_400_000);
  expect(rest).toEqual({
    ...{ id: expect.stringMatching(new RegExp(`^${ID}$`)), kind: 'ack', services: ['payment-service'] },
    ...{ untilWell: true, reason: null, by: 'ana', planned: false },
  });
});

it.concurrent('of what has no open incident is refused, and keeps nothing', async () => {
  const state = await failingState();
  expect(await run(state, ['ack', 'user-service'])).toEqual({
    stdout: '',
    stderr: 'statuswatch: nothing to acknowledge: user-service has no open incident now\n',
    exitCode: 2,
  });
  expect(JSON.parse((await run(state, ['silences', '--json'])).stdout)).toEqual([]);
});

it.concurrent.each([
  [['ack'], "missing required argument 'services'"],
  [['ack', 'payment-service', '--for', '2d'], '--for "2d": an acknowledgement lasts 1d at most'],
  [['ack', 'payment-service', '--region', 'eu-central-1'], '--region needs --deployed'],
])('%j is refused in one line', async (args, complaint) => {
  const { stdout, stderr, exitCode } = await run(newState(), args);
  expect(stderr).toMatch(/^statuswatch: [^\n]+\n$/);
  expect(stderr).toContain(complaint);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
});

it.concurrent('names the service that may have been meant', async () => {
  const { stderr } = await run(newState(), ['ack', 'payment-servise']);
  expect(stderr).toContain('\n  did you mean payment-service?\n');
});

it.concurrent('that is asked for while a watch runs is shown until the end, which is notified', async () => {
  const state = newState();
  const often = folder.write('often.yaml', watched.configText('2s', '1900ms'));
  const watch = endLater(start(['watch', '--config', often, '--state', state, '--no-page']));
  await watch.shows('6 of 6 healthy');
  await watched.one('payment-service').setFault('refuse');
  await watch.shows('[DOWN] payment-service unreachable: connection_refused');
  const made = await statuswatch(['ack', 'payment-service', '--by', 'ana', '--config', often, '--state', state]);
  expect(made.stdout).toContain(`\n  The watch on ${join(state, 'sample')} follows it from its next run on.\n`);
  await watch.shows('ana is on payment-service');
  await watched.one('payment-service').setFault(null);
  await watch.shows('[RESOLVED] payment-service');
  watch.child.kill('SIGINT');
  expect(await watch.ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(watch.written('stdout')).not.toContain('silenced');
});
