/** `wait --deployed`: a deployed checker checks the services. It is the bundle behind a stand-in for Lambda's API. */

import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { awsEnvironment } from '../support/aws/moto';
import { configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';
import { type RunningServer, startHttp } from '../support/http/servers';
import { endAfterEach, inOwnProcess, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';

const endLater = endAfterEach();
// Without a config: none is needed.
const folder = temporaryFolder();

let lambda: RunningServer;
let checker: StubbedLambda<unknown>;
let events: Record<string, unknown>[] = [];
/** Answers in place of the checker; `null` if the checker answers. */
let instead: ((event: Record<string, unknown>) => unknown) | null = null;
const requests = new Map<string, number>();

beforeAll(async () => {
  lambda = await startHttp(async (request, response) => {
    const event = JSON.parse(await text(request));
    events.push(event);
    const answer = instead?.(event) ?? (await checker.resultOf(event));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const serve = (service: string, response: ServerResponse) => {
    const turn = (requests.get(service) ?? 0) + 1;
    requests.set(service, turn);
    // Without retries the wait sees each failure.
    if (service === 'payment-service' && turn === 2) return response.writeHead(503).end('{}');
    return response.end(reportText({ service, version: service === 'old-service' ? '2.4.0' : '2.5.0' }));
  };
  const ids = ['user-service', 'payment-service', 'old-service'];
  checker = await startStubbedChecker({ config: configBelow(ids, ['retry: { attempts: 3 }']), serve });
});
beforeEach(() => {
  events = [];
  instead = null;
});
afterAll(async () => {
  await lambda.stop();
  await checker.stop();
});

const surroundings = () => ({ cwd: folder.path, env: awsEnvironment(lambda.url()) });
const argsOf = (...words: readonly string[]) => ['wait', ...words, '--deployed', 'shop', '--every', '1s'];

it('the checker checks all services in one invocation per round, and stores nothing', async () => {
  const before = checker.calls.length;
  const words = ['user-service', 'payment-service', '--version', '2.5.0', '--runs', '2'];
  const { stdout, exitCode } = await inOwnProcess(argsOf(...words), surroundings());
  expect(stdout).toContain(' (checked every 1s by shop-checker).\n');
  expect(stdout).toContain('Z payment-service is down: ');
  expect(exitCode).toBe(0);
  const [first, ...asking] = events;
  expect(first).toEqual({ config: true });
  expect(asking[0]).toEqual({ ask: ['user-service', 'payment-service'], once: true });
  const asked = asking.flatMap(({ ask }) => ask);
  for (const [id, count] of requests) expect(asked.filter((each) => each === id)).toHaveLength(count);
  // No state, no metric, no alert.
  expect(checker.calls.slice(before)).toEqual([]);
});

it('silences the services in the deployment until Ctrl-C', async () => {
  const args = argsOf('old-service', '--version', '2.5.0', '--for', '5m', '--silence', 'deploying 2.5.0');
  const waiting = endLater(start(args, surroundings()));
  await waiting.shows('old-service answers 2.4.0, not 2.5.0');
  expect(events[1]).toEqual({ silence: ['old-service'], for: '5m', reason: 'deploying 2.5.0', by: expect.any(String) });
  const [silence] = JSON.parse((await statuswatch(['silence', '--json', '--deployed', 'shop'], surroundings())).stdout);
  expect(silence).toMatchObject({ services: ['old-service'], reason: 'deploying 2.5.0' });
  waiting.child.kill('SIGINT');
  const { stdout, exitCode } = await waiting.ended;
  expect(stdout).toContain(`The silence ${silence.id} has ended.`);
  expect(exitCode).toBe(130);
  expect(events.at(-1)).toEqual({ unsilence: silence.id });
});

it('reads the names of services from the deployed config', async () => {
  const { stderr, exitCode } = await statuswatch(argsOf('user-servce', '--runs', '0'), surroundings());
  expect(stderr).toBe(
    [
      'statuswatch: --runs 0: expected a whole number, at least 1',
      '  there is no service "user-servce": did you mean user-service?',
      '',
    ].join('\n'),
  );
  expect(exitCode).toBe(2);
});

it('ends the silence if the checker has an older version', async () => {
  instead = ({ ask }) =>
    ask ? { kind: 'refused', text: '', faults: ['"once" is not known: expected ask, as'] } : null;
  const args = argsOf('user-service', '--silence', 'deploying');
  const { stdout, stderr, exitCode } = await statuswatch(args, surroundings());
  expect(stderr).toBe(
    'statuswatch: the checker of shop has another version than this command: deploy it again, or update this command\n',
  );
  expect(stdout).toMatch(/Z The silence \w{6} has ended\.\n$/);
  expect(exitCode).toBe(2);
});
