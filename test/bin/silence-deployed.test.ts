/** `silence`, `silences` and `unsilence` of a deployed checker: its bundle behind a stand-in for Lambda's API. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { awsEnvironment } from '../support/aws/moto';
import { configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';
import { type RunningServer, startHttp } from '../support/http/servers';
import { statuswatch } from '../support/laptop/command-line';

type Responder = (event: unknown, response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

const folder = mkdtempSync(join(tmpdir(), 'statuswatch-deployed-'));
let lambda: RunningServer;
let answering: Responder;
let events: unknown[] = [];

beforeAll(async () => {
  lambda = await startHttp(async (request, response) => {
    const event = JSON.parse(await text(request));
    events.push(event);
    await answering(event, response, request);
  });
});
beforeEach(() => {
  events = [];
});
afterAll(async () => {
  await lambda.stop();
  rmSync(folder, { recursive: true });
});

/** In a folder without a config: none is needed. */
const run = (args: readonly string[]) =>
  statuswatch([...args, '--deployed', 'shop'], { cwd: folder, env: { TZ: 'UTC', ...awsEnvironment(lambda.url()) } });

const give =
  (answer: unknown, headers: Readonly<Record<string, string>> = {}): Responder =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer));
  };

describe('a deployed checker', () => {
  let checker: StubbedLambda<unknown>;
  let isSick = false;
  const paths: (string | undefined)[] = [];

  beforeAll(async () => {
    checker = await startStubbedChecker({
      config: configBelow(['user-service', 'payment-service'], ['retry: { attempts: 1 }']),
      serve: (service, response) => (isSick ? response.writeHead(503).end() : response.end(reportText({ service }))),
    });
  });
  beforeEach(() => {
    answering = async (event, response, { url }) => {
      paths.push(url);
      give(await checker.resultOf(event))(event, response, {} as IncomingMessage);
    };
  });
  afterAll(() => checker.stop());

  it('silences, lists and ends, by the function with the name of the deployment', async () => {
    const made = await run(['silence', 'payment-service', '--for', '2h', '--reason', 'deploy', '--by', 'ana']);
    expect({ ...made, stdout: '' }).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(made.stdout).toMatch(/\n {2}To stop it sooner: \S.* unsilence [a-z0-9]{6} --deployed shop\n$/);
    expect(events).toEqual([{ silence: ['payment-service'], for: '2h', reason: 'deploy', by: 'ana' }]);
    expect(paths).toEqual(['/2015-03-31/functions/shop-checker/invocations']);

    const [listed] = JSON.parse((await run(['silence', '--json'])).stdout);
    expect(listed).toMatchObject({ services: ['payment-service'], reason: 'deploy', by: 'ana', planned: false });
    expect((await run(['silence'])).stdout).toContain(`\n  ${listed.id}   payment-service   `);
    expect((await run(['unsilence', listed.id])).exitCode).toBe(0);
    expect(JSON.parse((await run(['silence', '--json'])).stdout)).toEqual([]);
  });

  it('refuses what it does not know', async () => {
    expect(await run(['silence', 'payments', '--for', '45d'])).toEqual({
      stdout: '',
      stderr:
        'statuswatch: there is no service "payments": expected user-service, payment-service\n  --for "45d": a silence lasts 30d at most\n',
      exitCode: 2,
    });
  });

  it('says that it does not know how services are that were never checked', async () => {
    const { stdout } = await run(['silence', '--all', '--until', 'well']);
    expect(stdout).toContain('; whether they fail is unknown: nothing has been checked here yet.');
  });

  it('acknowledges what fails, and takes that back by its id', async () => {
    isSick = true;
    await checker.resultOf({});
    const made = await run(['ack', 'payment-service', '--note', 'the database', '--by', 'ana']);
    const [, id = ''] = /To undo: \S.* unsilence ([a-z0-9]{6}) --deployed shop\n$/.exec(made.stdout) ?? [];
    const [listed] = JSON.parse((await run(['silence', '--json'])).stdout);
    expect(listed).toMatchObject({ id, kind: 'ack', services: ['payment-service'], by: 'ana', reason: 'the database' });
    expect((await run(['unsilence', id])).exitCode).toBe(0);
    expect(JSON.parse((await run(['silence', '--json'])).stdout)).toEqual([]);
  });
});

describe('a fault is one line:', () => {
  it.each<[string, Responder, string]>([
    [
      'no permission',
      (_, response) => {
        const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' };
        response.writeHead(403, headers).end(JSON.stringify({ Message: 'ana is not authorized' }));
      },
      'you may not invoke shop-checker in us-east-1: these credentials need lambda:InvokeFunction on it (lambda:Invoke: ana is not ',
    ],
    [
      'an older function, which ran a check',
      give({ level: 'INFO', event: 'run', deployment: 'shop', checked: 6, healthy: 6 }),
      'the checker of shop has another version than this command: deploy it again, or update this command',
    ],
  ])('%s', async (_, how, complaint) => {
    answering = how;
    const { stdout, stderr, exitCode } = await run(['silence']);
    expect(stderr).toMatch(/^statuswatch: [^\n]+\n$/);
    expect(stderr).toContain(complaint);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});
