/** `statuswatch check`, run as a user runs it against the sample services. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { type SampleService, sampleConfigText } from '../../local/sample/sample-services';
import { createFileStore } from '../../local/store/file-store';
import { createSilenceFiles } from '../../local/store/silence-files';
import { silenceAt } from '../support/core/silences';
import { reportText } from '../support/http/asking';
import { startHttp, stopAfterEach } from '../support/http/servers';
import {
  type CommandResult,
  endAfterEach,
  inOwnProcess,
  refusal,
  start,
  statuswatch,
  temporaryFolder,
} from '../support/laptop/command-line';
import { startSamples } from '../support/laptop/samples';
import { elements, parseXml } from '../support/laptop/well-formed-xml';

/** On a busy machine a check may be blocked for so long that it says nothing of a clock: it is made again then. */
async function unblocked(check: () => ReturnType<typeof statuswatch>) {
  let found = await check();
  for (let tries = 1; tries < 10 && /~\d|"blockedMs"/.test(found.stdout); tries++) found = await check();
  return found;
}

const folder = temporaryFolder();
const stopLater = stopAfterEach();
const samples = startSamples();
let config: string;

beforeAll(() => {
  config = folder.write('sample.yaml', sampleConfigText(samples.all()));
});

const sample = samples.one;

const rows = (text: string) => text.split('\n').filter((line) => /^ {2}[✓▲✕–■] /.test(line));

describe('the table', () => {
  it('has a row for each service, in the order of the config, and exits with 0 if all are healthy', async () => {
    const { stdout, stderr, exitCode } = await inOwnProcess(['check', '--config', config]);
    expect(rows(stdout).map((row) => row.split(/\s+/).slice(1, 4))).toEqual(
      samples.all().map(({ id }) => ['✓', 'healthy', id]),
    );
    expect(stdout).toMatch(/^ {2}STATE +SERVICE +TIME +VERSION +UP +MEMORY +CERT\n/);
    expect(stdout).toMatch(/\n\n {2}6 of 6 healthy · [\d.]+ m?s · \d\d:\d\d:\d\d UTC\n$/);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it('shows the reason below the row of a failing service, and exits with 1', async () => {
    await sample('payment-service').setFault('503');
    await sample('user-service').setFault('refuse');
    const { stdout, stderr, exitCode } = await inOwnProcess(['check', '--config', config]);
    const lines = stdout.split('\n');
    const below = (id: string) => lines[lines.findIndex((line) => line.includes(` ${id} `)) + 1];
    const { host } = new URL(sample('user-service').baseUrl);
    expect(below('payment-service')).toBe('    └ HTTP 503: Service temporarily unavailable — checked 2 times');
    expect(below('user-service')).toBe(`    └ connection refused (ECONNREFUSED ${host}) — checked 2 times`);
    expect(stdout).toContain('\n  4 of 6 healthy, 2 down · ');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
  });

  it('never commands a CI system, whatever a service says; JSON still has the exact texts', async () => {
    const error = '##vso[task.setvariable variable=PATH]evil ##teamcity[buildStop] ##[add-path]evil';
    const evil = await stopLater(startHttp((_, answer) => answer.writeHead(503).end(JSON.stringify({ error }))));
    const file = folder.write(
      'evil.yaml',
      `name: evil\nretry: { attempts: 1 }\nservices: [{ id: cart, baseUrl: ${evil.url()} }]\n`,
    );
    const junit = folder.file('evil.xml');
    const args = ['--config', file, '--state', folder.file('evil')];
    const table = await statuswatch(['check', ...args, '--junit', junit]);
    const watched = await statuswatch(['watch', '--once', ...args]);
    const documents = await Promise.all(
      [['check'], ['incidents']].map(([name = '']) => statuswatch([name, ...args, '--json'])),
    );
    const texts = [table.stdout, watched.stdout, readFileSync(junit, 'utf8'), ...documents.map(({ stdout }) => stdout)];
    for (const text of texts) {
      // A mail has blanks in place of brackets.
      expect(text).toMatch(/vso[[ ]task\. ?setvariable variable=PATH[\] ]evil/);
      expect(text).not.toMatch(/##[^\s#]/);
    }
    expect(JSON.parse(documents[0]?.stdout ?? '').services[0].errorBody.error).toBe(error);
    const { stderr } = await statuswatch(['check', '--config', '##vso[task.complete]']);
    expect(stderr).toContain('there is no # vso[task.complete] here');
  });

  it('shows silences with author, end and reason; they do not change the exit code', async () => {
    await sample('payment-service').setFault('503');
    const state = folder.file('silenced');
    const silence = silenceAt(Date.now() - 1_000, { services: ['payment-service'] });
    await createSilenceFiles({ folder: join(state, 'sample'), onDamage: () => undefined }).put(silence);
    const { stdout, stderr, exitCode } = await statuswatch(['check', '--config', config, '--state', state]);
    expect(rows(stdout).filter((row) => row.includes('silenced'))).toEqual([
      expect.stringMatching(/^ {2}– silenced +payment-service /),
    ]);
    expect(stdout).toContain('  silence k3v9x1: ');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
  });

  it("reports silences that it can't read, and checks the services anyway", async () => {
    const state = folder.file('unreadable');
    mkdirSync(join(state, 'sample'), { recursive: true });
    writeFileSync(join(state, 'sample', 'silences'), 'no folder');
    const { stdout, exitCode } = await statuswatch(['check', '--config', config, '--state', state]);
    expect(stdout).toMatch(/\n {2}problem: .*unreadable.sample.*ENOTDIR/);
    expect({ rows: rows(stdout).length, exitCode }).toEqual({ rows: 6, exitCode: 0 });
  });

  it('reads the states of a watch: a service with a condition is degraded, which fails only with --strict', async () => {
    const server = await stopLater(startHttp((_, response) => response.end(reportText({ environment: 'staging' }))));
    const objective = '{ availability: 99% }';
    const text = `{ name: odd, objective: ${objective}, services: [{ id: user-service, baseUrl: ${server.url()}, environment: production }] }`;
    const args = ['check', '--config', folder.write('odd.yaml', text), '--state', folder.file('kept')];
    const states = join(folder.file('kept'), 'odd');
    const since = Date.parse('2026-03-01T12:00:00Z');
    const condition = { code: 'wrong_environment', since, message: 'staging', stage: 0, notifies: true } as const;
    mkdirSync(states, { recursive: true });
    const store = createFileStore({ folder: states, onDamage: () => undefined });
    await store.save('user-service', { ...NEW_STATE, conditions: [condition] }, null);
    const before = readdirSync(states).map((name) => readFileSync(join(states, name), 'utf8'));
    const { stdout, stderr, exitCode } = await statuswatch(args);
    expect({ rows: rows(stdout).length, stderr, exitCode }).toEqual({ rows: 1, stderr: '', exitCode: 0 });
    expect(await statuswatch([...args, '--strict', '--junit', folder.file('odd.xml')])).toMatchObject({ exitCode: 1 });
    expect(readFileSync(folder.file('odd.xml'), 'utf8')).toContain('failures="0"');
    const { services } = JSON.parse((await statuswatch([...args, '--json'])).stdout);
    expect(services[0].objective).toMatchObject([{ aim: 'availability', target: 0.99, checks: 1, bad: 0 }]);
    expect(services).toMatchObject([
      {
        state: 'degraded',
        verdict: 'healthy',
        conditions: [{ code: 'wrong_environment', since: '2026-03-01T12:00:00.000Z' }],
      },
    ]);
    const unwatched = await statuswatch([...args.slice(0, 3), '--state', folder.file('nothing'), '--json']);
    expect(JSON.parse(unwatched.stdout).services).toMatchObject([{ objective: [] }]);
    expect(readdirSync(states).map((name) => readFileSync(join(states, name), 'utf8'))).toEqual(before);
  });

  it('warns of faults in a report, but not of a heap that is nearly full; warnings do not fail', async () => {
    const timestamp = new Date(Date.now() - 3_600_000).toISOString();
    const body = reportText({ timestamp, memory: { used: 45, total: 46 } });
    const server = await stopLater(startHttp((_, response) => response.end(body)));
    const text = `services: [{ id: user-service, baseUrl: ${server.url()} }]`;
    const args = ['check', '--config', folder.write('old.yaml', text), '--state', folder.file('old'), '--strict'];
    const { stdout, exitCode } = await unblocked(() => statuswatch([...args, '--junit', folder.file('old.xml')]));
    expect(stdout.match(/^ {4}└ warning: /gm)).toHaveLength(1);
    expect(exitCode).toBe(0);
    expect(readFileSync(folder.file('old.xml'), 'utf8')).toContain('clock_skewed: ');
    const { services } = JSON.parse((await unblocked(() => statuswatch([...args, '--json']))).stdout);
    expect(services).toMatchObject([{ state: 'healthy', conditions: [], warnings: [{ code: 'clock_skewed' }] }]);
  });

  it('reports invalid and unreadable states, and checks the services anyway', async () => {
    const states = join(folder.file('broken'), 'sample');
    mkdirSync(states, { recursive: true });
    writeFileSync(join(states, 'user-service.state.json'), '{');
    const args = ['check', '--config', config, '--state', folder.file('broken')];
    const damaged = await statuswatch(args);
    expect(damaged.stderr).toMatch(/^statuswatch: [^\n]*user-service[^\n]*broken.sample[^\n]*\n$/);
    mkdirSync(join(states, 'invoice-service.state.json'));
    const unreadable = await statuswatch(args);
    expect(unreadable.stdout).toMatch(/\n {2}problem: .*broken.sample.*EISDIR/);
    for (const { stdout, exitCode } of [damaged, unreadable]) {
      expect({ rows: rows(stdout).length, exitCode }).toEqual({ rows: 6, exitCode: 0 });
    }
  });

  it('uses the statuswatch.yaml in the current folder by default', async () => {
    folder.write('statuswatch.yaml', sampleConfigText(samples.all()));
    expect(await statuswatch(['check'], { cwd: folder.path })).toMatchObject({ exitCode: 0 });
  });
});

// Only Linux lets a test take another process's files away.
(process.platform === 'linux' ? describe : describe.skip)('where no more files can be opened', () => {
  const limited = endAfterEach();

  /** Asks two services, one after the other, and can open nothing more once the first is asked. */
  async function checkOutOfFiles(args: readonly string[] = []): Promise<CommandResult> {
    const server = await stopLater(
      startHttp((_, response) => {
        execFileSync('prlimit', ['--pid', String(started.child.pid), '--nofile=3']);
        response.end('{"status":"healthy"}');
      }),
    );
    const services = ['first', 'second'].map((id) => `{ id: ${id}, baseUrl: ${server.url()}/${id} }`);
    const text = `{ concurrency: 1, retry: { attempts: 1 }, services: [${services.join(', ')}] }`;
    const started = limited(start(['check', '--config', folder.write('files.yaml', text), ...args]));
    return started.ended;
  }

  it('reports a service that it could not check, and exits with 3', async () => {
    const { stdout, exitCode } = await checkOutOfFiles();
    expect(rows(stdout).map((row) => row.split(/\s+/).slice(1, 4))).toEqual([['✓', 'healthy', 'first']]);
    expect(stdout).toMatch(/\n {2}problem: second: it could not be checked: EMFILE: too many open files\n$/);
    expect(exitCode).toBe(3);
  });

  it('reports it in the JSON document', async () => {
    const { stdout, exitCode } = await checkOutOfFiles(['--json']);
    const message = 'it could not be checked: EMFILE: too many open files';
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { total: 2, healthy: 1, unreachable: 0, notAsked: 1 },
      services: [{ service: 'first' }],
      failures: [{ output: 'probe', service: 'second', message }],
    });
    expect(exitCode).toBe(3);
  });
});

describe('--only', () => {
  it('checks only these services, so that another one that fails does not count', async () => {
    await sample('payment-service').setFault('500');
    const only = 'invoice-service, user-service';
    const { stdout, exitCode } = await statuswatch(['check', '--config', config, '--only', only]);
    expect(rows(stdout)).toHaveLength(2);
    expect(stdout).toContain('  2 of 2 healthy · ');
    expect(exitCode).toBe(0);
  });

  it('given twice checks the services of both', async () => {
    await sample('payment-service').setFault('500');
    const only = ['--only', 'payment-service', '--only', 'user-service,invoice-service'];
    const { stdout, exitCode } = await statuswatch(['check', '--config', config, ...only]);
    expect(rows(stdout).map((row) => row.split(/\s+/)[2])).toEqual(['healthy', 'healthy', 'down']);
    expect(exitCode).toBe(1);
  });

  it('does not complain about a placeholder address that is not checked', async () => {
    const [{ baseUrl }] = samples.all() as [SampleService];
    const entries = `[{ id: user-service, baseUrl: ${baseUrl} }, { id: other, baseUrl: https://other.example.com }]`;
    const mixed = folder.write('mixed.yaml', `services: ${entries}\n`);
    expect(await statuswatch(['check', '--config', mixed, '--only', 'user-service'])).toMatchObject({ exitCode: 0 });
    const all = await statuswatch(['check', '--config', mixed]);
    expect(all).toMatchObject({ stdout: '', exitCode: 2 });
    expect(all.stderr).toContain('services[1].baseUrl is "https://other.example.com"');
  });

  it.each([
    ['paiment-service', '"paiment-service" (did you mean payment-service?)'],
    ['user-service,zebra', '"zebra"; its services are user-service, checkout-service, '],
    [' , ', '--only needs at least one id, such as --only user-service'],
  ])('refuses "%s" in one line', async (only, complaint) => {
    expect(await refusal(['check', '--config', config, '--only', only])).toContain(complaint);
  });
});

describe('--junit', () => {
  it('writes a report with the failure, beside the table', async () => {
    await sample('payment-service').setFault('500');
    const file = folder.file('report.xml');
    const { stdout, exitCode } = await statuswatch(['check', '--config', config, '--junit', file]);
    const report = parseXml(readFileSync(file, 'utf8'));
    const cases = elements(report, 'testcase');
    expect(cases.map(({ attributes }) => attributes.name)).toEqual(samples.all().map(({ id }) => id));
    const failed = cases.filter((testCase) => elements(testCase, 'failure').length > 0);
    expect(failed.map(({ attributes }) => attributes.name)).toEqual(['payment-service']);
    expect(elements(report, 'failure')[0]?.attributes).toEqual({
      message: 'error: HTTP 500: Database connection failed',
      type: 'http_500',
    });
    expect(rows(stdout)).toHaveLength(6);
    expect(exitCode).toBe(1);
  });

  it('works with --json: the document goes to standard output, the report to the file', async () => {
    const file = folder.file('both.xml');
    const { stdout, exitCode } = await statuswatch(['check', '--config', config, '--json', '--junit', file]);
    expect(JSON.parse(stdout).services).toHaveLength(6);
    expect(elements(parseXml(readFileSync(file, 'utf8')), 'testcase')).toHaveLength(6);
    expect(exitCode).toBe(0);
  });

  it('in a missing folder is reported before any check, with 2', async () => {
    const file = folder.file('nowhere/report.xml');
    const line = await refusal(['check', '--config', config, '--junit', file]);
    expect(line).toContain("the JUnit report can't be written: ENOENT");
  });

  it("that can't be written is reported below the table, with 75", async () => {
    const { stdout, stderr, exitCode } = await statuswatch(['check', '--config', config, '--junit', folder.path]);
    expect(stderr).toMatch(/^statuswatch: [^\n]*EISDIR[^\n]*\n$/);
    expect(rows(stdout)).toHaveLength(6);
    expect(exitCode).toBe(75);
  });
});
