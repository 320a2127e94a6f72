/** A wait on a terminal: what stands there while it lasts, and what stays. */

import type { AskedService } from '../../../lambda/core/invoke/answer';
import type { Terminal } from '../../../local/terminal/terminal';
import { afterAnswer, newProgress, type ServiceProgress } from '../../../local/wait/service-progress';
import { createWaitScreen } from '../../../local/wait/wait-screen';
import { createScreen } from '../../support/laptop/screen';

const SETTINGS = { version: '2.5.0', runs: 2, forMs: 60_000, everyMs: 5_000 };
const answer = (service: string, version: string): AskedService => ({
  service,
  url: '',
  verdict: 'healthy',
  reason: 'ok',
  message: 'healthy',
  httpStatus: 200,
  attempts: 1,
  version,
  environment: null,
  responseMs: 3,
});
const HANGS: AskedService = {
  ...(answer('pay', '') as Extract<AskedService, { url: string }>),
  verdict: 'unreachable',
  reason: 'timeout_response',
  message: 'no answer within 3 s',
  version: null,
};

function progressOf(service: string, ...answers: readonly AskedService[]): ServiceProgress {
  const wanted = { version: '2.5.0', environment: null, runs: 2 };
  return answers.reduce((progress, each) => afterAnswer(progress, each, 0), newProgress(service, wanted));
}

function onScreen(columns: number, rows: number) {
  const { stream, lines } = createScreen(columns, rows);
  const terminal: Terminal = {
    out: stream,
    err: stream,
    color: false,
    interrupted: new AbortController().signal,
  };
  return { screen: createWaitScreen(terminal, SETTINGS), lines: () => lines().filter((line) => line !== '') };
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const NEW = answer('user', '2.5.0');
const OLD = answer('user', '2.4.0');
const FIRST = [progressOf('user', NEW, OLD), progressOf('pay', HANGS), progressOf('api')];

it('has a line for each service, which is renewed, and ends with what is missing in full', () => {
  const { screen, lines } = onScreen(70, 20);
  screen.say('Waiting.');
  screen.begin(FIRST.map(({ service }) => progressOf(service)));
  expect(lines().slice(1, 4)).toEqual([
    '  ? user   0 of 2   has not answered yet',
    '  ? pay    0 of 2   has not answered yet',
    '  ? api    0 of 2   has not answered yet',
  ]);
  screen.show(FIRST[0] as ServiceProgress, FIRST[0] as ServiceProgress, FIRST);
  jest.advanceTimersByTime(200);
  expect(lines()).toEqual([
    '  Waiting.',
    '  ◐ user   0 of 2   answers 2.4.0, not 2.5.0; 2.4.0 answered 1 of th…',
    '  ✕ pay    0 of 2   is down: no answer within 3 s',
    '  ? api    0 of 2   has not answered yet',
    '  0 of 3 ready; 0 s of 1 min',
  ]);
  const services = [progressOf('user', NEW, NEW), ...FIRST.slice(1)];
  screen.finish({ outcome: 'late', startedAt: 0, durationMs: 60_000, services });
  screen.end();
  expect(lines()).toEqual([
    '  Waiting.',
    '  ✓ user is ready: version 2.5.0, 2 times in a row',
    '  ✕ pay is down: no answer within 3 s',
    '  ? api has not answered yet',
    '  The time is over: 1 of 3 services is ready after 1 min and 0',
    '  requests.',
  ]);
});

it('leaves out first what is ready if the screen is too low', () => {
  const { screen, lines } = onScreen(80, 6);
  const services = [progressOf('user', NEW, NEW), progressOf('a', NEW, NEW), ...FIRST.slice(1)];
  screen.begin(services);
  screen.end();
  expect(lines()).toEqual([
    '  ✕ pay   0 of 2   is down: no answer within 3 s',
    '  ? api   0 of 2   has not answered yet',
    '  and 2 more',
    '  2 of 4 ready; 0 s of 1 min',
  ]);
});
