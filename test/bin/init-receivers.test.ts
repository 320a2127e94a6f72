/** The first receivers of a new config, run as a user runs it: they are written, and get a drill at once. */

import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadWhole } from '../../local/input/load-config';
import { closedPort, type RunningServer, startHttp } from '../support/http/servers';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';
import { startSamples } from '../support/laptop/samples';

const folder = temporaryFolder();
const samples = startSamples();
let receiver: RunningServer;
let got: { readonly url: string; readonly body: string }[] = [];
let folders = 0;

beforeAll(async () => {
  receiver = await startHttp(async (request, response) => {
    got.push({ url: String(request.url), body: await text(request) });
    response.end('{}');
  });
});
afterAll(() => receiver.stop());
beforeEach(() => {
  got = [];
});

function emptyFolder(): string {
  const path = folder.file(`new-${folders++}`);
  mkdirSync(path);
  return path;
}

const init = (cwd: string, ...words: string[]) =>
  statuswatch(['init', samples.all()[0]?.baseUrl ?? '', ...words], { cwd });
const written = (cwd: string) => readFileSync(join(cwd, 'statuswatch.yaml'), 'utf8');

it('ntfy gets the two alerts of a drill, and init says where to see them', async () => {
  const cwd = emptyFolder();
  const { stdout, stderr, exitCode } = await init(cwd, '--ntfy', `${receiver.url()}/my-topic`);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).toContain(`✓ ntfy accepted 2 alerts\n      Open ${receiver.url()}/my-topic, or subscribe to my-topic`);
  expect(got.map(({ body }) => JSON.parse(body).topic)).toEqual(['my-topic', 'my-topic']);
  const again = await statuswatch(['drill'], { cwd });
  expect([again.exitCode, got.length]).toEqual([0, 4]);
});

it('only the owner can read a file with a topic', async () => {
  const cwd = emptyFolder();
  await init(cwd, '--ntfy', `${receiver.url()}/my-topic`);
  expect(statSync(join(cwd, 'statuswatch.yaml')).mode & 0o777).toBe(0o600);
});

it('a topic is not in the files of an app, which go into Git; init names the variable for it', async () => {
  const cwd = emptyFolder();
  const { stdout, exitCode } = await init(cwd, '--cdk', '--ntfy', `${receiver.url()}/my-topic`);
  expect([exitCode, got.map(({ body }) => JSON.parse(body).topic)]).toEqual([0, ['my-topic', 'my-topic']]);
  expect(written(cwd)).toContain('topic: ${NTFY_TOPIC}');
  expect(written(cwd)).not.toContain('my-topic');
  expect(stdout).toContain("export NTFY_TOPIC='my-topic'");
});

it('secret addresses are neither in the file nor in the output; init names the variables for them', async () => {
  const cwd = emptyFolder();
  const secret = 'T0SECRET/B0SECRET/XSECRETX';
  const urls = [`${receiver.url()}/services/${secret}`, `${receiver.url()}/hook?key=SECRET`] as const;
  const { stdout, exitCode } = await init(cwd, '--slack', urls[0], '--webhook', urls[1], '--mail', 'ops@company.com');
  expect(exitCode).toBe(0);
  expect(got.map(({ url }) => url).sort()).toEqual([
    '/hook?key=SECRET',
    '/hook?key=SECRET',
    `/services/${secret}`,
    `/services/${secret}`,
  ]);
  expect(stdout + written(cwd)).not.toContain('SECRET');
  expect(stdout).toMatch(/export STATUSWATCH_SLACK_URL=.*\n.*export STATUSWATCH_WEBHOOK_URL=/);
  expect(stdout).toContain('ops@company.com gets mail once it is deployed');
  const { config, deployment } = loadWhole(join(cwd, 'statuswatch.yaml'));
  expect([config.receivers.map(({ kind }) => kind), deployment.subscriptions.length]).toEqual([
    ['slack', 'webhook'],
    1,
  ]);
  const env = { STATUSWATCH_SLACK_URL: urls[0], STATUSWATCH_WEBHOOK_URL: urls[1] };
  expect((await statuswatch(['drill'], { cwd, env })).exitCode).toBe(0);
  // A check notifies nobody, and needs no variable.
  expect((await statuswatch(['check'], { cwd })).exitCode).toBe(0);
});

it("a receiver that can't be reached is written too, and init says how to try again", async () => {
  const cwd = emptyFolder();
  const { stdout, exitCode } = await init(cwd, '--ntfy', `http://127.0.0.1:${await closedPort()}/my-topic`);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/✕ ntfy failed: no connection \(ECONNREFUSED\)\n +".* drill" sends it again\n/);
  expect(written(cwd)).toContain('topic: my-topic');
});

it.each([
  [['--ntfy', 'no topic'], '--ntfy needs a topic, or its address'],
  [['--ntfy', 'http://ntfy.company.com/topic'], '--ntfy: expected an https:// address'],
  [['--slack', 'https://me:SECRET@hooks.slack.com/services/x'], '--slack: expected an address such as'],
  [['--webhook', 'SECRET'], '--webhook: expected an address such as'],
  [['--mail', 'SECRET@'], 'alerts.subscriptions[0].email is'],
])('nothing is written for %j', async (words, fault) => {
  const cwd = emptyFolder();
  const { stdout, stderr, exitCode } = await init(cwd, ...words);
  expect({ stdout, exitCode, files: readdirSync(cwd), got }).toEqual({ stdout: '', exitCode: 2, files: [], got: [] });
  expect(stderr).toContain(fault);
  if (!words.includes('--mail')) expect(stderr).not.toContain('SECRET');
});
