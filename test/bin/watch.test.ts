/** `statuswatch watch` and `incidents`, run as a user runs them, through an outage and its end. */

import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { faultsOf } from '../support/core/document-schemas';
import {
  type CommandResult,
  endAfterEach,
  inOwnProcess,
  type RunningCommand,
  refusal,
  start,
  statuswatch,
  temporaryFolder,
} from '../support/laptop/command-line';
import { anotherRun } from '../support/laptop/runs-so-far';
import { startSamples } from '../support/laptop/samples';
import { mountSmallDisk, NO_SMALL_DISK } from '../support/laptop/small-disk';

const folder = temporaryFolder();
const endLater = endAfterEach();
const samples = startSamples();
let config: string;
let folders = 0;

beforeAll(() => {
  config = folder.write('sample.yaml', samples.configText('5s', '4900ms'));
});

const sample = samples.one;
const newState = () => folder.file(`state-${++folders}`);
const onceArgs = (state: string) => ['watch', '--once', '--config', config, '--state', state];
const once = (state: string) => statuswatch(onceArgs(state));
const incidents = (state: string, ...more: string[]) =>
  statuswatch(['incidents', '--config', config, '--state', state, ...more]);
const subjects = ({ stdout }: CommandResult) =>
  stdout.split('\n').flatMap((line, index, all) => (all[index - 1]?.includes('┌─ alert') ? [line.trim()] : []));

describe('an outage and its end, over several calls', () => {
  let watched: Promise<string> | undefined;
  /** A state that is only read. */
  const watchedState = (): Promise<string> => {
    const state = newState();
    watched ??= once(state).then(() => state);
    return watched;
  };

  it('are shown on the screen, logged, and listed with their duration', async () => {
    const state = newState();
    // Nothing but the folder goes from one to the next.
    const once = (state: string) => inOwnProcess(onceArgs(state));
    const before = await once(state);
    expect({ subjects: subjects(before), exitCode: before.exitCode }).toEqual({ subjects: [], exitCode: 0 });
    expect(await incidents(state)).toEqual({ stdout: '  No incidents, open or past.\n', stderr: '', exitCode: 0 });

    await sample('payment-service').setFault('refuse');
    const began = await once(state);
    expect(subjects(began)).toEqual(['│ [DOWN] payment-service: connection refused']);
    expect(began.exitCode).toBe(1);
    const goesOn = await once(state);
    expect(subjects(goesOn)).toEqual([]);
    expect((await incidents(state)).stdout).toMatch(/✕ open +payment-service .* 2\n +└ down: connection refused/);

    await sample('payment-service').setFault(null);
    const firstWell = await once(state);
    expect({ subjects: subjects(firstWell), exitCode: firstWell.exitCode }).toEqual({ subjects: [], exitCode: 0 });
    const ended = await once(state);
    expect(subjects(ended)).toEqual([expect.stringMatching(/^│ \[RESOLVED\] payment-service: down for /)]);
    expect(subjects(await once(state))).toEqual([]);

    expect((await incidents(state)).stdout).toMatch(
      /✓ resolved +payment-service +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .* s +2\n/,
    );
    const log = readFileSync(join(state, 'sample', 'alerts.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(log.map((line) => JSON.parse(line).event)).toEqual(['opened', 'resolved']);
  });

  it('are listed with --json, one document per incident, open ones first', async () => {
    const state = newState();
    await sample('user-service').setFault('503');
    await once(state);
    await sample('user-service').setFault(null);
    await sample('payment-service').setFault('500');
    await once(state);
    await once(state);
    const { stdout, exitCode } = await incidents(state, '--json');
    const documents = JSON.parse(stdout);
    expect(documents.flatMap((document: object) => faultsOf('incident', document))).toEqual([]);
    expect(documents).toMatchObject([
      { service: 'payment-service', open: true, resolvedAt: null, failedRuns: 2, alerts: [{ event: 'opened' }] },
      { service: 'user-service', open: false, failedRuns: 1, alerts: [{ event: 'opened' }, { event: 'resolved' }] },
    ]);
    expect(exitCode).toBe(0);
    const listed = async (...more: string[]) =>
      JSON.parse((await incidents(state, '--json', ...more)).stdout).map(({ service }: { service: string }) => service);
    expect(await listed('--service', 'user-service')).toEqual(['user-service']);
    expect(await listed('--kind', 'condition')).toEqual([]);
    expect(await listed('--since', '1d', '--kind', 'outage')).toEqual(['payment-service', 'user-service']);
    // What is over then is left out, what is open is not.
    expect(await listed('--since', new Date(Date.parse(documents[1].resolvedAt) + 1).toISOString())).toEqual([
      'payment-service',
    ]);
    expect((await incidents(state, '--kind', 'objective')).stdout).toBe('  No incidents of these, open or past.\n');
  });

  it.each([
    [['--since', 'yesterday'], '--since is "yesterday"; expected a duration such as 7d or 12h, or an instant such as'],
    [
      ['--service', 'user-servise'],
      '--service names "user-servise", which has no recorded data: did you mean user-service?',
    ],
    [['--kind', 'outages'], "option '--kind <kind>' argument 'outages' is invalid"],
  ])('with %j is refused in one line', async (args, named) => {
    const all = ['incidents', '--config', config, '--state', await watchedState(), ...args];
    expect(await refusal(all)).toContain(named);
  });
});

describe('a watch that goes on', () => {
  const watch = (state: string, ...more: string[]) =>
    endLater(start(['watch', '--config', config, '--state', state, '--port', '0', ...more]));
  const pageOf = ({ written }: RunningCommand) =>
    /^ {2}page: (http:\/\/127\.0\.0\.1:\d+)\/$/m.exec(written('stdout'))?.[1];

  it('locks its folder, ends with 0 at SIGINT, and releases the folder', async () => {
    const state = newState();
    const first = watch(state);
    await first.shows('of 6 healthy');
    const second = await statuswatch(['watch', '--config', config, '--state', state]);
    expect(second).toEqual({
      stdout: '',
      stderr: `statuswatch: another watch (process ${first.child.pid}) stores its state in ${join(state, 'sample')}: stop it, or name another folder with --state\n`,
      exitCode: 75,
    });
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject({ stderr: '', exitCode: 0 });
    expect(readdirSync(join(state, 'sample'))).not.toContain('lock');
    expect((await once(state)).exitCode).toBe(0);
  });

  it('continues if its folder is deleted', async () => {
    const cwd = folder.file('deleted');
    mkdirSync(cwd);
    const settings = samples.configText('2s', '1s');
    writeFileSync(join(cwd, 'statuswatch.yaml'), settings);
    const going = endLater(start(['watch', '--no-page'], { cwd }));
    await going.shows('of 6 healthy');
    rmSync(cwd, { recursive: true });
    await going.shows('still using the previous config');
    await anotherRun(join(cwd, '.statuswatch', 'sample', 'user-service.state.json'));
    expect(going.written('stdout')).not.toContain('problem:');
    going.child.kill('SIGINT');
    expect((await going.ended).exitCode).toBe(0);
  });

  it('reloads its config when it changes, and keeps the old one while the new one has faults', async () => {
    await sample('payment-service').setFault('503');
    const base = folder.write('base.yaml', samples.configText('1h', '1s'));
    const own = folder.write('own.yaml', 'extends: base.yaml\n');
    const state = newState();
    const going = watch(state, '--config', own);
    await going.shows('5 of 6 healthy');
    writeFileSync(own, 'extends: base.yaml\ninterval: soon\n');
    await going.shows(
      `  ${own} has 1 fault:\n    ${own}:2:11  interval is "soon"; expected a duration from 1s to 1d, such as 1m\n  still using the previous config\n`,
    );

    // As editors do: by a new file in place of the old one.
    writeFileSync(`${own}.new`, 'extends: base.yaml\nservices: [{ id: pay, baseUrl: "http://127.0.0.1:1" }]\n');
    renameSync(`${own}.new`, own);
    await going.shows(`  ${own} reloaded: pay added\n`);
    await going.shows('5 of 7 healthy');
    expect(JSON.parse(await (await fetch(`${pageOf(going)}/api/services`)).text())).toHaveLength(7);

    writeFileSync(base, samples.configText('2s', '1s').replaceAll('payment-service', 'payments'));
    await going.shows(`  ${own} reloaded: payments added; payment-service removed; interval changed\n`);
    await going.shows('[RESOLVED] payment-service: no longer watched');
    await anotherRun(join(state, 'sample', 'user-service.state.json'));
    expect(going.written('stdout').split(' reloaded: ')).toHaveLength(3);
  });

  it('shows the results of the previous watch on its page at once, even while services hang', async () => {
    const state = newState();
    await sample('payment-service').setFault('503');
    await once(state);
    await once(state);
    const listed = JSON.parse((await incidents(state, '--json')).stdout);
    await Promise.all(samples.all().map((service) => service.setFault('hang')));
    // Its first run goes on for as long as the test looks at the page.
    const patient = folder.write(
      'patient.yaml',
      readFileSync(config, 'utf8').replace('timeout: 4900ms', 'timeout: 5s'),
    );
    const next = watch(state, '--config', patient);
    await next.shows('page: ');
    expect(next.written('stdout')).toMatch(/^ {2}page: /);
    const url = pageOf(next);
    const documents = (await (await fetch(`${url}/api/services`)).json()) as { service: string }[];
    const found = Object.fromEntries(documents.map(({ service, ...rest }) => [service, rest]));
    expect(found['payment-service']).toMatchObject({
      state: 'unhealthy',
      availability: 0,
      incident: { open: true, reason: 'http_503' },
    });
    expect(found['user-service']).toMatchObject({ state: 'healthy', availability: 1 });
    expect(await (await fetch(`${url}/services/payment-service`)).text()).toContain('HTTP 503');
    const answered = (await (await fetch(`${url}/api/incidents`)).json()) as object[];
    const lasting = { durationSeconds: expect.any(Number) };
    expect(answered).toEqual(listed.map((incident: object) => ({ ...incident, ...lasting })));
  });

  it('has no page with --no-page', async () => {
    const bare = watch(newState(), '--no-page');
    await bare.shows('of 6 healthy');
    expect(pageOf(bare)).toBeUndefined();
    bare.child.kill('SIGINT');
    const { stdout, ...rest } = await bare.ended;
    expect(rest).toEqual({ stderr: '', exitCode: 0 });
    // A log has lines with a time alone: no table, and no help on keys.
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .filter((line) => !/^\d{4}-\d\d-\d\dT[\d:]{8}Z \S/.test(line)),
    ).toEqual([]);
  });
});

describe('a watch on a bad disk', () => {
  it('sets a damaged state aside and reports it, without affecting the others', async () => {
    const state = newState();
    await sample('payment-service').setFault('503');
    await sample('user-service').setFault('503');
    await once(state);
    const file = join(state, 'sample', 'payment-service.state.json');
    writeFileSync(file, '{"revision": 2, "sta');
    const listed = await incidents(state);
    expect(listed.stderr).toBe(`statuswatch: the state of payment-service in ${join(state, 'sample')} is damaged\n`);
    expect(listed.stdout).toContain('user-service');

    const next = await once(state);
    expect(next.stdout).toContain(`  ${file} is damaged; it was renamed to ${file}.damaged-`);
    expect(subjects(next)).toEqual([expect.stringContaining('[DOWN] payment-service: ')]);
    expect(readdirSync(join(state, 'sample')).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
    expect((await once(state)).stdout).not.toContain('is damaged');
  });

  it.each(['', 'below'])('refuses a file in place of the folder (%j) before it checks anything', async (below) => {
    const file = newState();
    writeFileSync(file, 'in the way');
    const state = join(file, below);
    for (const command of [['watch', '--once'], ['incidents']]) {
      expect(await statuswatch([...command, '--config', config, '--state', state])).toEqual({
        stdout: '',
        stderr: `statuswatch: --state is "${state}"; expected a folder, but ${file} is a file\n`,
        exitCode: 2,
      });
    }
  });

  it('leaves an unreadable state as it is; until it can be read, alerts say that they may be repeated', async () => {
    const state = newState();
    await sample('payment-service').setFault('503');
    await once(state);
    const file = join(state, 'sample', 'payment-service.state.json');
    renameSync(file, `${file}.elsewhere`);
    mkdirSync(file);
    const blind = await once(state);
    expect(blind.stdout).toContain(`  problem: the state can't be read: ${file}: EISDIR`);
    expect(blind.stdout).toContain('You may have been notified of this before');
    expect(await incidents(state)).toMatchObject({ exitCode: 75, stderr: expect.stringContaining(file) });

    rmdirSync(file);
    renameSync(`${file}.elsewhere`, file);
    expect(subjects(await once(state))).toEqual([]);
    expect((await incidents(state)).stdout).toContain('payment-service');
  });

  (process.getuid?.() === 0 ? it : it.skip)('a folder of another user is refused, and stays as it is', async () => {
    const state = newState();
    mkdirSync(state);
    chownSync(state, 12_345, 12_345);
    const { stdout, stderr, exitCode } = await once(state);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(
      `${state} belongs to another user (id 12345), who could read and change the state: name a folder of your own with --state\n`,
    );
    expect(readdirSync(state)).toEqual([]);
  });

  it("shows alerts even if the folder can't be made, and reports the problem", async () => {
    const state = newState();
    // A link to itself leads nowhere, for root too.
    symlinkSync(state, state);
    await sample('payment-service').setFault('503');
    const { stdout, stderr, exitCode } = await once(state);
    expect(subjects({ stdout, stderr, exitCode })).toEqual([expect.stringContaining('[DOWN] payment-service: ')]);
    expect(stdout).toContain(`  problem: incidents can't be saved in ${join(state, 'sample')}: `);
    // Said by the run, and not again at the end, when the watch tries once more to save.
    expect(stdout.split("  problem: the state can't be read: ")).toHaveLength(2);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
  });

  it("does not call a shown alert unsent if the log of alerts can't be written", async () => {
    const state = newState();
    mkdirSync(join(state, 'sample', 'alerts.jsonl'), { recursive: true });
    await sample('payment-service').setFault('503');
    const unlogged = await once(state);
    expect(subjects(unlogged)).toEqual([expect.stringContaining('[DOWN] payment-service: ')]);
    expect(unlogged.stdout).toMatch(
      / {2}problem: payment-service: the alert "payment-service is .*" was shown, but can't be written to the log alerts\.jsonl: EISDIR/,
    );
    expect(unlogged.stdout).not.toContain("can't be sent");
  });

  const disk = mountSmallDisk();
  afterAll(() => disk?.unmount());
  (disk ? it : it.skip)(`where the disk is full, too${disk ? '' : ` (${NO_SMALL_DISK})`}`, async () => {
    const state = join(disk?.path ?? '', 'state');
    mkdirSync(join(state, 'sample'), { recursive: true });
    disk?.fill();
    await sample('payment-service').setFault('503');
    const full = await once(state);
    expect(subjects(full)).toEqual([expect.stringContaining('[DOWN] payment-service: ')]);
    expect(full.stdout).toContain('ENOSPC');
    expect(full.stdout).not.toContain("can't be sent");
    disk?.clear();
    const cleared = await once(state);
    expect(subjects(cleared)).toEqual([expect.stringContaining('[DOWN] payment-service: ')]);
    expect(cleared.stdout).not.toContain('problem');
  });
});
