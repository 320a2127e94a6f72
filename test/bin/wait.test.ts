/** `statuswatch wait`, run as a user runs it: against a balancer that mixes versions, and services that flap, restart and hang. */

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { faultsOf, unseenProperties } from '../support/core/document-schemas';
import { reportText } from '../support/http/asking';
import { type RunningServer, startHttp } from '../support/http/servers';
import { endAfterAll, inOwnProcess, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';
import { parseXml } from '../support/laptop/well-formed-xml';

const endLater = endAfterAll();
const folder = temporaryFolder();
const NEW = '2.5.0';
const OLD = '2.4.0';

/** What a service answers to its n-th request, from 1 on. */
type Behaviour = (turn: number, response: ServerResponse, request: IncomingMessage) => unknown;
const answering =
  (service: string, version: string): Behaviour =>
  (_, response) =>
    response.end(reportText({ service, version }));

const requests = new Map<string, number>();
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  // A balancer: some answers are of an instance that is not replaced yet.
  mixed: (turn, response) =>
    response.end(reportText({ service: 'mixed', version: turn === 2 || turn === 4 ? OLD : NEW })),
  flapping: (turn, response) =>
    turn === 2 ? response.writeHead(503).end('{}') : response.end(reportText({ service: 'flapping', version: NEW })),
  restarting: (turn, response, request) => {
    if (turn === 2) return request.socket.destroy();
    return response.end(reportText({ service: 'restarting', version: turn === 1 ? OLD : NEW }));
  },
  hanging: () => undefined,
  prompt: answering('prompt', NEW),
  old: answering('old', OLD),
  // Its address leads to another service.
  mistaken: answering('user-service', NEW),
  unversioned: (_, response) => response.end('{"status":"healthy","service":"unversioned"}'),
  'of-staging': (_, response) =>
    response.end(reportText({ service: 'of-staging', version: NEW, environment: 'staging' })),
  silenced: answering('silenced', OLD),
  killed: answering('killed', OLD),
};

let server: RunningServer;
let config: string;
beforeAll(async () => {
  server = await startHttp((request, response) => {
    const id = request.url?.split('/')[1] ?? '';
    const turn = (requests.get(id) ?? 0) + 1;
    requests.set(id, turn);
    return BEHAVIOURS[id]?.(turn, response, request);
  });
  const services = Object.keys(BEHAVIOURS).map((id) => `  - { id: ${id}, baseUrl: "${server.url()}/${id}" }`);
  config = folder.write(
    'statuswatch.yaml',
    [
      'name: shop',
      'timeout: 2s',
      // A wait makes no use of them.
      'retry: { attempts: 3, backoff: 10ms }',
      'environment: production',
      'services:',
      ...services,
      `  - { id: plain, baseUrl: "${server.url()}/plain", contract: http, group: others }`,
    ].join('\n'),
  );
});
afterAll(() => server.stop());

const argsOf = (...words: readonly string[]) => ['wait', ...words, '--config', config, '--state', folder.path];
const wait = (...words: readonly string[]) => inOwnProcess(argsOf(...words, '--version', NEW, '--every', '1s'));
/** The lines without their times. */
const linesOf = (text: string) =>
  text
    .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /gm, '')
    .trimEnd()
    .split('\n');
const silences = async () =>
  JSON.parse((await statuswatch(['silences', '--json', '--config', config, '--state', folder.path])).stdout);

it.concurrent('begins anew at each other version of a balancer, and says how often it came', async () => {
  const { stdout, exitCode } = await wait('mixed', '--runs', '2');
  expect(linesOf(stdout)).toEqual([
    'Waiting for mixed: healthy, version 2.5.0, 2 times in a row.',
    'It is asked every 1s, for 10m at most: at most 600 requests.',
    'mixed is healthy, version 2.5.0',
    'mixed answers 2.4.0, not 2.5.0; 2.4.0 answered 1 of the last 2',
    'mixed is healthy, version 2.5.0; 2.4.0 answered 1 of the last 3',
    'mixed answers 2.4.0, not 2.5.0; 2.4.0 answered 2 of the last 4',
    'mixed is healthy, version 2.5.0; 2.4.0 answered 2 of the last 5',
    'mixed is ready: version 2.5.0, 2 times in a row',
    expect.stringMatching(/^Ready after \d+ s and 6 requests\.$/),
  ]);
  expect([exitCode, requests.get('mixed')]).toEqual([0, 6]);
});

it.concurrent('waits for a service that flaps and for one that restarts, with one request each second', async () => {
  const junit = folder.file('ready.xml');
  const { stdout, exitCode } = await wait('flapping', 'restarting', '--runs', '2', '--junit', junit, '--json');
  const document = JSON.parse(stdout);
  expect(faultsOf('wait', document)).toEqual([]);
  expect(document).toMatchObject({
    ready: true,
    services: [
      { service: 'flapping', ready: true, requests: 4, inARow: 2, missing: null },
      { service: 'restarting', ready: true, requests: 4, recentVersions: [{ version: NEW }, { version: OLD }] },
    ],
  });
  expect([exitCode, requests.get('flapping'), requests.get('restarting')]).toEqual([0, 4, 4]);
  const report = readFileSync(junit, 'utf8');
  expect(parseXml(report).children).toHaveLength(1);
  expect(report).toMatch(/tests="2" failures="0".*<testcase classname="shop" name="flapping" time="3\.\d+"\/>/s);
});

it.concurrent('says at the end what each service lacks, and does not let one that hangs hold up others', async () => {
  const junit = folder.file('late.xml');
  const ids = ['hanging', 'prompt', 'old', 'mistaken', 'unversioned', 'of-staging'];
  const { stdout, stderr, exitCode } = await wait(...ids, '--for', '4s', '--junit', junit, '--json');
  const document = JSON.parse(stdout);
  expect(faultsOf('wait', document)).toEqual([]);
  const found = document.services.map(({ service, missing }: Record<string, unknown>) => [service, missing]);
  expect(found).toEqual([
    ['hanging', 'not_healthy'],
    ['prompt', null],
    ['old', 'other_version'],
    ['mistaken', 'not_healthy'],
    ['unversioned', 'no_version'],
    ['of-staging', 'other_environment'],
  ]);
  const counts: readonly number[] = document.services.map((service: { readonly requests: number }) => service.requests);
  expect(ids.map((id) => requests.get(id))).toEqual(counts);
  // On a busy machine they are fewer, and never more.
  expect(counts[0]).toBeLessThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThanOrEqual(4);
  expect(linesOf(stderr).slice(-6)).toEqual([
    expect.stringMatching(/^hanging is down: no answer within /),
    'old answers 2.4.0, not 2.5.0',
    expect.stringMatching(/^mistaken is down: /),
    'unversioned answers without a version, not 2.5.0',
    'of-staging answers from the environment "staging", not "production"',
    expect.stringMatching(/^The time is over: 1 of 6 services is ready after 4 s and \d+ requests\.$/),
  ]);
  expect(exitCode).toBe(1);
  expect(readFileSync(junit, 'utf8')).toContain('<failure message="answers 2.4.0, not 2.5.0" type="other_version"/>');
});

it.concurrent('silences meanwhile, and ends that at Ctrl-C and at SIGTERM', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const waiting = endLater(start(argsOf('silenced', '--version', NEW, '--silence', `deploying ${NEW}`)));
    await waiting.shows('silenced answers 2.4.0, not 2.5.0');
    const made = await silences();
    const [silence] = made.filter(({ services }: { services: string[] }) => services.includes('silenced'));
    expect(silence).toMatchObject({ services: ['silenced'], reason: 'deploying 2.5.0', untilWell: false });
    waiting.child.kill(signal);
    const { stdout, exitCode } = await waiting.ended;
    expect(linesOf(stdout).slice(-3)).toEqual([
      `The silence ${silence.id} is ended.`,
      'silenced answers 2.4.0, not 2.5.0',
      expect.stringMatching(/^Interrupted: not ready after \d+ s and \d+ requests?\.$/),
    ]);
    expect(exitCode).toBe(130);
    expect((await silences()).map(({ id }: { id: string }) => id)).not.toContain(silence.id);
  }
});

it.concurrent('leaves a silence that ends with its time if it is killed hard', async () => {
  const startedAt = Date.now();
  const waiting = endLater(start(argsOf('killed', '--for', '30s', '--version', NEW, '--silence', 'deploying')));
  await waiting.shows('killed answers 2.4.0, not 2.5.0');
  waiting.child.kill('SIGKILL');
  await waiting.ended;
  const [{ until }] = (await silences()).filter(({ services }: { services: string[] }) => services.includes('killed'));
  expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() + 30_000);
  expect(Date.parse(until)).toBeGreaterThan(startedAt + 30_000);
});

it.concurrent('lists all that is wrong with its options, and asks nobody', async () => {
  const { stdout, stderr, exitCode } = await statuswatch(
    argsOf('promt', '--group', 'other', '--runs', '0', '--every', '100ms', '--for', 'soon', '--silence', ''),
  );
  expect(stderr).toBe(
    [
      'statuswatch: --runs 0: expected a whole number of answers in a row, from 1 on',
      '  --for soon: expected a duration from 1s to 1d, such as 5s or 10m',
      '  --every 100ms: expected a duration from 1s to 1h, such as 5s or 10m',
      '  --silence needs a reason, such as --silence "deploying 2.5.0"',
      '  there is no service "promt": did you mean prompt?',
      '  there is no group "other": did you mean others?',
      '',
    ].join('\n'),
  );
  expect([stdout, exitCode]).toEqual(['', 2]);
});

it.concurrent('can not wait for a version that answers do not have', async () => {
  expect((await statuswatch(argsOf('--group', 'others', '--version', NEW))).stderr).toBe(
    'statuswatch: --version: the answers of these services have no version: plain (contract: http): leave them out, or wait without --version\n',
  );
});

it('its documents have each property of the schema', () => {
  expect(unseenProperties(['wait'])).toEqual([]);
});
