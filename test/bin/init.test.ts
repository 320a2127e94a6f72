/** `statuswatch init`, run as a user runs it: from an empty folder to a watched service. */

import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunDocument } from '../../local/documents/run-document';
import { APP_FILES } from '../../local/init/app-files';
import { loadConfig } from '../../local/input/load-config';
import { reportText } from '../support/http/asking';
import { closedPort, startHttp, stopAfterEach } from '../support/http/servers';
import { endAfterEach, inOwnProcess, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';
import { startSamples } from '../support/laptop/samples';

const PROGRAM = join(__dirname, '../../dist/statuswatch.js');
const folder = temporaryFolder();
const samples = startSamples();
const stopLater = stopAfterEach();
const endLater = endAfterEach();

let folders = 0;
function emptyFolder(): string {
  const path = folder.file(`new-${folders++}`);
  mkdirSync(path);
  return path;
}

const addresses = () => samples.all().map(({ baseUrl }) => baseUrl);
const written = (cwd: string) => readFileSync(join(cwd, 'statuswatch.yaml'), 'utf8');

/** Each service of the written config by its id, with its verdict by `check`. */
async function checked(cwd: string): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await statuswatch(['check', '--json'], { cwd });
  const { services } = JSON.parse(stdout) as RunDocument;
  return Object.fromEntries(services.map(({ service, verdict }) => [service, String(verdict)]));
}

describe('from an empty folder', () => {
  it('writes a config that check accepts, and shows its table and the next steps', async () => {
    const cwd = emptyFolder();
    const { stdout, stderr, exitCode } = await inOwnProcess(['init', ...addresses()], { cwd });
    expect({ stderr, exitCode, files: readdirSync(cwd) }).toEqual({
      stderr: '',
      exitCode: 0,
      files: ['statuswatch.yaml'],
    });
    expect(stdout).toMatch(/^ {2}Wrote statuswatch\.yaml with 6 services\n\n {2}STATE +SERVICE /);
    expect(stdout).toMatch(/\n {2}6 of 6 healthy · .*\n\n {2}Next:\n/);
    for (const next of ['watch', 'init --cdk']) expect(stdout).toContain(`\n    node ${PROGRAM} ${next} `);
    const { environment, services } = {
      environment: written(cwd).match(/^environment: (\S+)/m)?.[1],
      services: loadConfig(join(cwd, 'statuswatch.yaml'), 'all').services,
    };
    expect(environment).toBe('sample');
    expect(services.map(({ id, origin }) => [id, origin])).toEqual(
      samples.all().map(({ id, baseUrl }) => [id, id === 'checkout-service' ? baseUrl : null]),
    );
    expect(await checked(cwd)).toEqual(Object.fromEntries(samples.all().map(({ id }) => [id, 'healthy'])));
  });

  it('reads sixty addresses from standard input', async () => {
    const server = await stopLater(
      startHttp((request, response) => response.end(reportText({ service: request.url }))),
    );
    const lines = Array.from({ length: 60 }, (_, index) => `${server.url()}/s${index}/status`);
    const list = folder.write('addresses.txt', ['# sixty', ...lines, lines[0], ''].join('\n'));
    const cwd = emptyFolder();
    const through = ['sh', '-c', `exec "$0" "$@" < ${list}`];
    const { exitCode } = await inOwnProcess(['init', '-'], { cwd, through });
    expect(exitCode).toBe(0);
    const { services } = loadConfig(join(cwd, 'statuswatch.yaml'), 'all');
    expect(services.map(({ id }) => id)).toEqual(lines.map((_, index) => `s${index}-status`));
  });

  it('writes failing services as comments, so that nobody is notified at once, and says why', async () => {
    const port = await closedPort();
    const sick = await stopLater(startHttp((_, response) => response.end(reportText({ status: 'unhealthy' }))));
    const cwd = emptyFolder();
    const given = [String(addresses()[0]), `http://127.0.0.1:${port}`, sick.url()];
    const { stdout, exitCode } = await statuswatch(['init', ...given], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  Wrote statuswatch.yaml with 1 service\n');
    expect(stdout).toContain(`  - 127.0.0.1-${port} is a comment in it, not watched yet: connection refused`);
    expect(stdout).toContain(' is a comment in it, not watched yet: reports itself unhealthy (HTTP 200)\n');
    expect(stdout).toContain('  1 of 1 healthy · ');
    expect(Object.values(await checked(cwd))).toEqual(['healthy']);
  });

  it('writes a file without services if all fail, and says what to do', async () => {
    const port = await closedPort();
    const cwd = emptyFolder();
    const { stdout, stderr, exitCode } = await statuswatch(['init', `http://127.0.0.1:${port}`], { cwd });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^ {2}Wrote statuswatch\.yaml with 0 services\n/);
    expect(stdout).toMatch(/\n {2}Next:\n {4}Once a service is healthy, remove the "# " .*\n.* --keep-failing .*\n$/);
    const before = await statuswatch(['check'], { cwd });
    expect(before).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('add at least one') });
    writeFileSync(join(cwd, 'statuswatch.yaml'), written(cwd).replace(/^ {2}# (?=- | {2})/gm, '  '));
    expect(await checked(cwd)).toEqual({ [`127.0.0.1-${port}`]: 'unreachable' });
  });

  it('writes failing services too with --keep-failing', async () => {
    const port = await closedPort();
    const cwd = emptyFolder();
    const given = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
    const { stdout, exitCode } = await statuswatch(['init', '--keep-failing', ...given], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  0 of 2 healthy, 2 down · ');
    const { services } = loadConfig(join(cwd, 'statuswatch.yaml'), 'all');
    expect(services.map(({ id }) => id)).toEqual([`127.0.0.1-${port}`, `localhost-${port}`]);
  });

  it('is not fooled by hostile texts', async () => {
    const said = { service: 'a\n  - id: b\u2028 ${HOME}', environment: '"}\n# ${PATH}' };
    const evil = await stopLater(startHttp((_, response) => response.end(reportText(said))));
    const error = `no\nservices: []\n\u001b[2J${'x'.repeat(5_000)}`;
    const failing = await stopLater(startHttp((_, response) => response.writeHead(503).end(JSON.stringify({ error }))));
    const cwd = emptyFolder();
    const { stdout } = await statuswatch(['init', '--keep-failing', evil.url(), failing.url()], { cwd });
    expect(stdout).not.toContain('\u001b');
    expect(written(cwd)).not.toMatch(/[^\P{C}\n]/u);
    expect(
      written(cwd)
        .split('\n')
        .every((line) => line.length < 500),
    ).toBe(true);
    const [first] = loadConfig(join(cwd, 'statuswatch.yaml'), 'all').services;
    expect(first).toMatchObject({ expectService: 'a - id: b ${HOME}', environment: '"} # ${PATH}' });
    expect(stdout).toContain('  1 of 2 healthy, 1 down · ');
  });
});

describe('with --cdk', () => {
  it('writes the app too, and says how to deploy it', async () => {
    const cwd = emptyFolder();
    const options = ['--cdk', '--name', 'shop', '--email', 'ops@company.com', '--region', 'eu-central-1'];
    const { stdout, stderr, exitCode } = await statuswatch(['init', ...options, String(addresses()[0])], { cwd });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain(`  Wrote statuswatch.yaml with 1 service, and ${APP_FILES.join(', ')}\n`);
    expect(stdout).toContain(`  npm install "$(npm pack --silent ${join(PROGRAM, '../..')})" && npx cdk deploy `);
    for (const file of APP_FILES) expect(existsSync(join(cwd, file))).toBe(true);
    expect(written(cwd)).toContain('$schema=./node_modules/statuswatch/statuswatch.schema.json\n');
    expect(written(cwd)).toMatch(
      /^name: shop\ndeploy:\n {2}region: eu-central-1\nalerts:\n {2}subscriptions:\n {4}- email: ops@company\.com\n/m,
    );
  });

  it('adds it to an existing config, which stays as it is', async () => {
    const cwd = emptyFolder();
    const config = `# mine\nname: mine\nretry: { attempts: 1 }\nservices: [{ id: user-service, baseUrl: "https://user.invalid" }]\n`;
    writeFileSync(join(cwd, 'statuswatch.yaml'), config);
    const { stderr, exitCode } = await statuswatch(['init', '--cdk'], { cwd });
    expect({ stderr, exitCode, config: written(cwd) }).toEqual({ stderr: '', exitCode: 0, config });
    expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).name).toBe('mine-app');
  });

  it('does not change a package.json, and says what to add', async () => {
    const cwd = emptyFolder();
    const mine = '{ "name": "shop", "scripts": { "synth": "mine" }, "devDependencies": { "typescript": "^5.0.0" } }';
    writeFileSync(join(cwd, 'package.json'), mine);
    const { stdout, stderr, exitCode } = await statuswatch(['init', '--cdk', String(addresses()[0])], { cwd });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe(mine);
    for (const file of APP_FILES) expect(existsSync(join(cwd, file))).toBe(true);
    expect(stdout).toMatch(/\n {2}package\.json stays as it is\. Add to it: npm install aws-cdk-lib@/);
  });

  it('writes nothing around a config with faults', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'statuswatch.yaml'), 'services: []\n');
    const { stderr, exitCode } = await statuswatch(['init', '--cdk'], { cwd });
    expect({ exitCode, files: readdirSync(cwd) }).toEqual({ exitCode: 2, files: ['statuswatch.yaml'] });
    expect(stderr).toContain('statuswatch.yaml has 1 fault:');
  });
});

it('writes a service without a known answer as a comment, with its answers', async () => {
  const unknown = await stopLater(startHttp((_, response) => response.writeHead(404).end()));
  const closed = await stopLater(startHttp((_, response) => response.writeHead(401).end()));
  const cwd = emptyFolder();
  const { stdout, exitCode } = await statuswatch(['init', '--keep-failing', unknown.url(), closed.url()], { cwd });
  const answers = [
    '404 at /status, /health, /healthz and 6 more',
    '401 at /status, /health, /healthz and 6 more (credentials may be missing)',
  ];
  for (const text of answers) {
    expect(stdout).toContain(` is a comment in it, not watched yet: it answers ${text}\n`);
    expect(written(cwd)).toContain(`  # Not watched yet: it answers ${text}.\n`);
  }
  expect(exitCode).toBe(0);
});

describe('nothing is written, and no request is sent,', () => {
  it('if files exist, which are named', async () => {
    const cwd = emptyFolder();
    for (const name of ['statuswatch.yaml', 'cdk.json']) writeFileSync(join(cwd, name), '{}');
    let requests = 0;
    const server = await stopLater(startHttp((_, response) => response.end(String(requests++))));
    const { stdout, stderr, exitCode } = await statuswatch(['init', '--cdk', server.url()], { cwd });
    expect({ stdout, exitCode, requests }).toEqual({ stdout: '', exitCode: 2, requests: 0 });
    expect(stderr).toMatch(/^statuswatch: nothing was written: .* there is statuswatch\.yaml, cdk\.json; .*\n$/);
    expect(readdirSync(cwd).map((name) => readFileSync(join(cwd, name), 'utf8'))).toEqual(['{}', '{}']);
  });

  it.each([
    [[], 'name the addresses of your services, such as statuswatch init https://user.company.com\n'],
    [['-'], 'name the addresses of your services'],
    [['ftp://a', '--region', 'x'], 'nothing was written:\n  deploy.region is "x"; expected a region of AWS'],
  ])('if the words are wrong: %j', async (words, complaint) => {
    const cwd = emptyFolder();
    const { stdout, stderr, exitCode } = await statuswatch(['init', ...words], { cwd });
    expect(stderr).toContain(`statuswatch: ${complaint}`);
    expect({ stdout, exitCode, files: readdirSync(cwd) }).toEqual({ stdout: '', exitCode: 2, files: [] });
  });
});

it('leaves nothing behind at Ctrl-C during the search', async () => {
  const asked = new EventEmitter();
  const isAsked = once(asked, 'asked');
  const hanging = await stopLater(startHttp(() => asked.emit('asked')));
  const cwd = emptyFolder();
  const { child, ended } = endLater(start(['init', '--cdk', hanging.url()], { cwd }));
  await isAsked;
  child.kill('SIGINT');
  expect(await ended).toEqual({
    stdout: '',
    stderr: 'statuswatch: interrupted, and nothing was written\n',
    exitCode: 130,
  });
  expect(readdirSync(cwd)).toEqual([]);
});
