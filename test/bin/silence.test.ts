/** `statuswatch silence`, `ack` and `unsilence`, run as a user runs them, with and without a running watch. */

import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  endAfterAll,
  inOwnProcess,
  OWN_COMMAND,
  refusal,
  start,
  statuswatch,
  temporaryFolder,
} from '../support/laptop/command-line';
import { anotherRun } from '../support/laptop/runs-so-far';
import { startLastingSamples } from '../support/laptop/samples';

const endLater = endAfterAll();
const folder = temporaryFolder();
const samples = startLastingSamples();
const watched = startLastingSamples();
const acknowledged = startLastingSamples();
const USER = process.env.USER || userInfo().username;
const UTC = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
let config: string;
let folders = 0;

beforeAll(() => {
  config = folder.write('sample.yaml', samples.configText('5s', '4900ms'));
});

const newState = () => folder.file(`state-${++folders}`);
const run = (state: string, args: readonly string[], env: Record<string, string> = {}) =>
  statuswatch([...args, '--config', config, '--state', state], { env: { TZ: 'UTC', ...env } });
const listed = async (state: string) => JSON.parse((await run(state, ['silence', '--json'])).stdout);

describe('a silence', () => {
  // It waits for runs: the first, so that the others run meanwhile.
  it.concurrent('made while a watch runs lasts until it is ended; then people are notified of outages since', async () => {
    const state = newState();
    const often = folder.write('often.yaml', watched.configText('2s', '1900ms'));
    const watch = endLater(start(['watch', '--config', often, '--state', state, '--no-page']));
    await watch.shows('6 of 6 healthy');
    const made = await run(state, ['silence', 'payment-service', '--for', '2h']);
    expect(made.stdout).toContain(`\n  The watch on ${join(state, 'sample')} applies it from its next run on.\n`);
    const [{ id }] = await listed(state);
    await watch.shows(`Z silence ${id}: payment-service until `);
    expect(watch.written('stdout')).toMatch(new RegExp(`Z silence ${id}: payment-service until .* UTC by ${USER}\n`));
    await watched.one('payment-service').setFault('refuse');
    await watch.shows('payment-service is silenced: connection refused');
    await watch.shows(' 5 of 6 healthy, 1 silenced');
    await anotherRun(join(state, 'sample', 'payment-service.state.json'));
    const log = join(state, 'sample', 'alerts.jsonl');
    expect(watch.written('stdout')).not.toContain('[DOWN]');
    expect(existsSync(log)).toBe(false);
    const incidents = async () =>
      JSON.parse((await statuswatch(['incidents', '--config', often, '--state', state, '--json'])).stdout);
    expect(await incidents()).toMatchObject([{ silenced: { silence: { by: USER }, notified: false } }]);
    const endedAt = new Date().toISOString();
    expect((await run(state, ['unsilence', id])).exitCode).toBe(0);
    await watch.shows('[DOWN] payment-service: connection refused');
    watch.child.kill('SIGINT');
    expect(await watch.ended).toMatchObject({ exitCode: 0, stderr: '' });
    const alerts = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(alerts.map((line) => JSON.parse(line).event)).toEqual(['opened']);
    expect(JSON.parse(alerts[0] ?? '').openedAt < endedAt).toBe(true);
    expect(await incidents()).toMatchObject([{ silenced: { silence: { by: USER }, notified: true } }]);
  });

  it.concurrent('is made, listed and ended, even if nothing was watched yet', async () => {
    const state = newState();
    expect(await run(state, ['silence'])).toEqual({ stdout: '  Nothing is silenced.\n', stderr: '', exitCode: 0 });
    expect(await listed(state)).toEqual([]);

    const ask = ['silence', 'payment-service', 'user-service', '--for', '90m', '--reason', 'deploy 2.5.0'];
    const made = await inOwnProcess([...ask, '--config', config, '--state', state], { env: { TZ: 'UTC' } });
    expect({ ...made, stdout: '' }).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    const lines = made.stdout.split('\n');
    const [, id = ''] = /; the id is ([a-z0-9]{6})\.$/.exec(lines[0] ?? '') ?? [];
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^  user-service, payment-service are silenced until ${UTC} \\(deploy 2\\.5\\.0, by ${USER}\\); `),
      ),
      '  That is for 1 h 30 min.',
      `  No watch is running on ${join(state, 'sample')}: it applies once one is.`,
      `  To stop it sooner: ${OWN_COMMAND} unsilence ${id} --config ${config} --state ${state}`,
      '',
    ]);

    const { stdout } = await run(state, ['silence']);
    const [head, row] = stdout.split('\n');
    expect(head).toMatch(/^ {2}ID +SERVICES +SINCE \(UTC\) +UNTIL \(UTC\) +TIME +BY +WHY$/);
    expect(row).toMatch(
      new RegExp(`^  ${id} +user-service, payment-service .* 1 h \\d+ min left +${USER} +deploy 2\\.5\\.0$`),
    );

    const ended = await run(state, ['unsilence', id]);
    expect(ended).toEqual({
      stdout: expect.stringMatching(
        new RegExp(
          `^  the silence ${id} is ended: user-service, payment-service until ${UTC} \\(.*\\)\\.\n  In the next run people `,
        ),
      ),
      stderr: '',
      exitCode: 0,
    });
    expect(await listed(state)).toEqual([]);
  });

  it.concurrent('is one document with --json, with the requested time', async () => {
    const state = newState();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { stdout } = await run(state, ['silence', '--all', '--until', until, '--by', 'cron', '--json']);
    const document = JSON.parse(stdout);
    expect(document).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{6}$/),
      services: null,
      from: expect.any(String),
      until,
      untilWell: false,
      reason: null,
      by: 'cron',
      planned: false,
    });
    expect(await listed(state)).toEqual([document]);
    const ended = await run(state, ['unsilence', document.id, '--json']);
    expect(JSON.parse(ended.stdout)).toEqual(document);
  });

  it.concurrent('shows its end in local time too', async () => {
    const { stdout } = await run(newState(), ['silence', 'user-service', '--for', '2h'], { TZ: 'Asia/Tokyo' });
    const utc = /silenced until (\S+) (\S+) UTC/.exec(stdout);
    const local = /That is for 2 h, until (\S+) (\S+) in Asia\/Tokyo\./.exec(stdout);
    const instant = (found: RegExpExecArray | null, offset: string) =>
      Date.parse(`${found?.[1]}T${found?.[2]}${offset}`);
    expect(instant(local, '+09:00')).toBe(instant(utc, 'Z'));
  });

  it.concurrent('in the default folder is ended without options', async () => {
    const { path: cwd } = folder;
    folder.write('statuswatch.yaml', samples.configText('5s', '4900ms'));
    const { stdout } = await statuswatch(['silence', 'user-service', '--for', '2h'], { cwd });
    expect(stdout).toContain(`No watch is running on ${join(realpathSync(cwd), '.statuswatch', 'sample')}: `);
    expect(stdout).toMatch(new RegExp(`\\n {2}To stop it sooner: ${OWN_COMMAND} unsilence [a-z0-9]{6}\\n$`));
  });

  it.concurrent('is listed beside planned maintenance, which no command ends', async () => {
    const state = newState();
    const lines = ['maintenance:', '  - { name: patches, cron: "0 3 * * *", for: 1h, services: [user-service] }', ''];
    const planning = folder.write('planning.yaml', `${readFileSync(config, 'utf8')}\n${lines.join('\n')}`);
    const planned = (args: readonly string[]) =>
      statuswatch([...args, '--config', planning, '--state', state], { env: { TZ: 'UTC' } });
    await planned(['silence', '--all', '--for', '2h']);
    const { stdout, stderr } = await planned(['silence']);
    expect(stderr).toBe('');
    expect(stdout.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^ {2}[a-z0-9]{6} +all /),
      expect.stringMatching(/^ {2}maintenance-1 +user-service +\S+ 03:00:00 +\S+ 04:00:00 +(in )?\d.* – +patches$/),
    ]);
    expect((await planned(['unsilence', 'maintenance-1'])).stderr).toContain(
      'is planned maintenance: change the config',
    );
  });

  it.concurrent('until healthy says which services are not failing', async () => {
    const state = newState();
    await samples.one('payment-service').setFault('503');
    await run(state, ['watch', '--once']);
    const both = await run(state, ['silence', 'payment-service', 'user-service', '--until', 'well']);
    expect(both.stdout).toContain(
      '; user-service is not failing now: people are notified of what begins later.\n  That is for 1 d.\n',
    );
    expect((await run(state, ['silence'])).stdout).toContain(' well, or ');
    const none = await run(state, ['silence', 'user-service', '--until', 'well']);
    expect(none.stdout).toBe(
      '  Nothing to silence: user-service is not failing now; people are notified of what begins later.\n',
    );
  });

  it.concurrent('shows its reason unchanged', async () => {
    const reason = 'see https://tickets.internal/7';
    const { stdout } = await run(newState(), ['silence', '--all', '--for', '2h', '--reason', reason]);
    expect(stdout).toContain(`(${reason}, by `);
  });
});

/** A state folder in which payment-service has an incident. */
async function failingState(): Promise<string> {
  const state = newState();
  await samples.one('payment-service').setFault('503');
  for (let runs = 0; runs < 2; runs++) await run(state, ['watch', '--once']);
  return state;
}

describe('an acknowledgement', () => {
  it.concurrent('says who acknowledged and how to undo it, and is listed beside the silences', async () => {
    const state = await failingState();
    const note = 'it is the database';
    const made = await run(state, ['ack', 'payment-service', '--for', '4h', '--note', note]);
    const [, id = ''] = /; the id is ([a-z0-9]{6})/.exec(made.stdout) ?? [];
    expect({ ...made, stdout: made.stdout.split('\n') }).toEqual({
      stdout: [
        expect.stringMatching(
          new RegExp(
            `^  payment-service acknowledged by ${USER} until it is healthy, at most until ${UTC} \\(${note}\\); the id is ${id}\\.$`,
          ),
        ),
        '  No reminders until then.',
        `  No watch is running on ${join(state, 'sample')}: it applies once one is.`,
        `  To undo: ${OWN_COMMAND} unsilence ${id} --config ${config} --state ${state}`,
        '',
      ],
      stderr: '',
      exitCode: 0,
    });
    const listed = await run(state, ['silence']);
    expect(listed.stdout).toMatch(new RegExp(`\n  ${id} +payment-service .* ${USER} +acknowledged: ${note}\n$`));
    const [document] = JSON.parse((await run(state, ['silence', '--json'])).stdout);
    expect(document).toMatchObject({ id, kind: 'ack', services: ['payment-service'], by: USER, reason: note });
    await run(state, ['watch', '--once']);
    const acks = async () => JSON.parse((await run(state, ['incidents', '--json'])).stdout)[0].acks;
    expect(await acks()).toMatchObject([{ id, by: USER, note }]);
    const back = await run(state, ['unsilence', id]);
    expect(back.stdout).toMatch(new RegExp(`^  the acknowledgement ${id} is undone: payment-service until `));
    expect(back.stdout).toMatch(/\.\n {2}Reminders continue with the next run\.\n$/);
    expect(JSON.parse((await run(state, ['silence', '--json'])).stdout)).toEqual([]);
    await run(state, ['watch', '--once']);
    expect(await acks()).toMatchObject([{ id, by: USER, note }]);
  });

  it.concurrent.each([
    [['ack'], "missing required argument 'services'"],
    [['ack', 'payment-service', '--for', '2d'], '--for "2d": an acknowledgement lasts 1d at most'],
  ])('%j is refused in one line', async (args, complaint) => {
    expect(await refusal([...args, '--config', config])).toContain(complaint);
  });

  it.concurrent('made while a watch runs is shown until the recovery, which is notified', async () => {
    const state = newState();
    const often = folder.write('acknowledged.yaml', acknowledged.configText('2s', '1900ms'));
    const watch = endLater(start(['watch', '--config', often, '--state', state, '--no-page']));
    await watch.shows('6 of 6 healthy');
    await acknowledged.one('payment-service').setFault('refuse');
    await watch.shows('[DOWN] payment-service: connection refused');
    const made = await statuswatch(['ack', 'payment-service', '--by', 'ana', '--config', often, '--state', state]);
    expect(made.exitCode).toBe(0);
    await watch.shows('payment-service acknowledged by ana');
    await acknowledged.one('payment-service').setFault(null);
    await watch.shows('[RESOLVED] payment-service');
    watch.child.kill('SIGINT');
    expect(await watch.ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(watch.written('stdout')).not.toContain('silenced');
  });
});

describe('what is refused', () => {
  it.concurrent.each([
    [['silence', '--for', '1h'], 'name the services to silence, or all with --all'],
    [['silence', 'user-service', '--all', '--for', '2h'], 'name services or give --all, not both'],
    [
      ['silence', 'user-service'],
      'it must have an end: expected --for with a duration such as 30m, 1h30m or 3d, or --until with "well"',
    ],
    [
      ['silence', 'user-service', '--for', '2h', '--until', 'well'],
      '--for and --until exclude each other: expected --for ',
    ],
    [['silence', 'user-service', '--for', '31d'], '--for "31d": a silence lasts 30d at most'],
    [
      ['silence', 'user-service', '--until', '2020-01-01T00:00:00Z'],
      '--until "2020-01-01T00:00:00Z": it has passed: it is ',
    ],
    [['unsilence'], "missing required argument 'id'"],
    [['unsilence', 'a', 'b'], 'unexpected word "b": unsilence takes only one word and options'],
  ])('%j is refused in one line', async (args, complaint) => {
    const state = newState();
    expect(await refusal([...args, '--config', config, '--state', state])).toContain(complaint);
    expect(existsSync(state)).toBe(false);
  });

  it.concurrent('names all faults at once, and similar services', async () => {
    const { stderr } = await run(newState(), ['silence', 'payment-servise', 'zebra', '--for', '45d']);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^statuswatch: there is no service "payment-servise", "zebra": expected user-service, /),
      '  --for "45d": a silence lasts 30d at most',
      '  did you mean payment-service?',
      '',
    ]);
  });

  it.concurrent('an unknown id is answered with the existing ids, and how to list them', async () => {
    const state = newState();
    await run(state, ['silence', '--all', '--for', '2h']);
    const [{ id }] = await listed(state);
    const { stderr, exitCode } = await run(state, ['unsilence', 'user-service']);
    expect(stderr.split('\n')).toEqual([
      `statuswatch: no silence has the id "user-service", or is for that service alone; in force: ${id}`,
      `  see: ${OWN_COMMAND} silence --config ${config} --state ${state}`,
      '',
    ]);
    expect(exitCode).toBe(2);
    expect((await run(newState(), ['unsilence', '../x'])).stderr).toContain('no silence has the id "../x", or ');
  });

  it.concurrent('a damaged silence does not affect the others, and an unusable folder is reported', async () => {
    const state = newState();
    await run(state, ['silence', 'user-service', '--for', '2h']);
    const damaged = join(state, 'sample', 'silences', 'aaaaaa.json');
    writeFileSync(damaged, '{"id": "aaa');
    const { stdout, stderr } = await run(state, ['silence']);
    expect(stderr).toBe(`statuswatch: ${damaged} is damaged and silences nothing; remove it\n`);
    expect(stdout).toContain(' user-service ');
    const unreadable = join(state, 'sample', 'silences', 'bbbbbb.json');
    mkdirSync(unreadable);
    expect(await run(state, ['silence'])).toMatchObject({
      stderr: expect.stringMatching(/(^|\n)statuswatch: the silences in .* can't be used: .*bbbbbb\.json: EISDIR.*\n$/),
      exitCode: 75,
    });
    const made = await run(state, ['silence', 'user-service', '--for', '2h', '--json']);
    expect(made).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`statuswatch: ${unreadable}: EISDIR`) });
    expect(await run(state, ['unsilence', JSON.parse(made.stdout).id])).toMatchObject({ exitCode: 0 });
  });
});
