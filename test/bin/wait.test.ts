/** `statuswatch wait`, run as a user runs it, against a balancer that mixes versions, and services that flap, restart and hang. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportText } from '../support/http/asking';
import { type RunningServer, startHttp } from '../support/http/servers';
import { endAfterAll, inOwnProcess, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';

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
      `  - { id: plain, baseUrl: "${server.url()}/plain", contract: http }`,
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
  JSON.parse((await statuswatch(['silence', '--json', '--config', config, '--state', folder.path])).stdout);

it.concurrent('restarts the count at each other version behind a load balancer', async () => {
  const { stdout, exitCode } = await wait('mixed', '--runs', '2');
  expect(linesOf(stdout)).toEqual([
    'Waiting up to 10m for mixed: healthy, version 2.5.0, 2 times in a row (checked every 1s).',
    'mixed is healthy, version 2.5.0',
    'mixed answers 2.4.0, not 2.5.0; 2.4.0 answered 1 of the last 2',
    'mixed is healthy, version 2.5.0; 2.4.0 answered 1 of the last 3',
    'mixed answers 2.4.0, not 2.5.0; 2.4.0 answered 2 of the last 4',
    'mixed is healthy, version 2.5.0; 2.4.0 answered 2 of the last 5',
    'mixed is ready: 2 times in a row',
    expect.stringMatching(/^Ready after \d+ s\.$/),
  ]);
  expect([exitCode, requests.get('mixed')]).toEqual([0, 6]);
});

it.concurrent('waits for a service that flaps and for one that restarts, with one request per round', async () => {
  const { stdout, exitCode } = await wait('flapping', 'restarting', '--runs', '2');
  expect(linesOf(stdout).at(-1)).toMatch(/^All 2 services are ready after \d+ s\.$/);
  expect([exitCode, requests.get('flapping'), requests.get('restarting')]).toEqual([0, 4, 4]);
});

it.concurrent('says at the end what each service lacks, and exits with 1', async () => {
  const ids = ['hanging', 'prompt', 'old', 'mistaken', 'unversioned', 'of-staging'];
  const { stdout, exitCode } = await wait(...ids, '--runs', '1', '--for', '4s');
  expect(linesOf(stdout).slice(-6)).toEqual([
    expect.stringMatching(/^hanging is down: no answer within /),
    'old answers 2.4.0, not 2.5.0',
    expect.stringMatching(/^mistaken is down: /),
    'unversioned answers without a version, not 2.5.0',
    'of-staging answers from the environment "staging", not "production"',
    'Timed out after 4 s: 1 of 6 services ready.',
  ]);
  expect(exitCode).toBe(1);
});

it.concurrent('silences the services until Ctrl-C or SIGTERM', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const waiting = endLater(start(argsOf('silenced', '--version', NEW, '--silence', `deploying ${NEW}`)));
    await waiting.shows('silenced answers 2.4.0, not 2.5.0');
    const made = await silences();
    const [silence] = made.filter(({ services }: { services: string[] }) => services.includes('silenced'));
    expect(silence).toMatchObject({ services: ['silenced'], reason: 'deploying 2.5.0', untilWell: false });
    waiting.child.kill(signal);
    const { stdout, exitCode } = await waiting.ended;
    expect(linesOf(stdout).slice(-3)).toEqual([
      'silenced answers 2.4.0, not 2.5.0',
      expect.stringMatching(/^Interrupted after \d+ s: 0 of 1 service ready\.$/),
      `The silence ${silence.id} has ended.`,
    ]);
    expect(exitCode).toBe(130);
    expect((await silences()).map(({ id }: { id: string }) => id)).not.toContain(silence.id);
  }
});

it.concurrent('leaves a silence that ends by itself if it is killed', async () => {
  const startedAt = Date.now();
  const waiting = endLater(start(argsOf('killed', '--for', '30s', '--version', NEW, '--silence', 'deploying')));
  await waiting.shows('killed answers 2.4.0, not 2.5.0');
  waiting.child.kill('SIGKILL');
  await waiting.ended;
  const [{ until }] = (await silences()).filter(({ services }: { services: string[] }) => services.includes('killed'));
  expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() + 30_000);
  expect(Date.parse(until)).toBeGreaterThan(startedAt + 30_000);
});

it.concurrent('lists all faults in its options without a request', async () => {
  const { stdout, stderr, exitCode } = await statuswatch(
    argsOf('promt', '--runs', '0', '--every', '100ms', '--for', 'soon', '--silence', ''),
  );
  expect(stderr).toBe(
    [
      'statuswatch: --runs 0: expected a whole number, at least 1',
      '  --for soon: expected a duration from 1s to 1d, such as 10m',
      '  --every 100ms: expected a duration from 1s to 1h, such as 5s',
      '  --silence needs a reason, such as --silence "deploying 2.5.0"',
      '  there is no service "promt": did you mean prompt?',
      '',
    ].join('\n'),
  );
  expect([stdout, exitCode]).toEqual(['', 2]);
});
