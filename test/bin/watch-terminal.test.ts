/** `statuswatch watch` on a terminal: how often it draws, and what it leaves behind. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startHttp, stopAfterAll } from '../support/http/servers';
import { temporaryFolder } from '../support/laptop/command-line';

const PROGRAM = join(__dirname, '../../dist/statuswatch.js');
const CTRL_C = '\u0003';
const CTRL_S = '\u0013';
const folder = temporaryFolder();
const stopLater = stopAfterAll();

/** A config of so many services on one server, which is asked each time whether it answers 503. */
async function configOf(count: number, isSick: () => boolean, interval = '3s', timeout = '2900ms'): Promise<string> {
  const server = await stopLater(
    startHttp((_, response) => response.writeHead(isSick() ? 503 : 200).end('{ "status": "healthy" }')),
  );
  const services = Array.from({ length: count }, (_, index) => `  - { id: s-${index}, baseUrl: "${server.url()}" }`);
  const lines = [
    'name: many',
    `interval: ${interval}`,
    `timeout: ${timeout}`,
    'retry: { attempts: 1 }',
    'services:',
    ...services,
    '',
  ];
  return folder.write(`many-${server.port}.yaml`, lines.join('\n'));
}

const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const needs = hasTerminal ? '' : ' (needs the command script of util-linux)';

/** A watch on a terminal of 80 columns; `follow` gets all that it has shown, each time that this is more. */
async function watchOnTerminal(
  args: readonly string[],
  follow: (screen: string, press: (key: string) => void) => void,
  begun: (press: (key: string) => void) => void = () => undefined,
) {
  const watch = [process.execPath, PROGRAM, 'watch', ...args].join(' ');
  const command = `stty columns 80 rows 40; exec ${watch}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { stdio: 'pipe' });
  running.push(child);
  const ended = once(child, 'close');
  let screen = '';
  begun((key) => child.stdin.write(key));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    follow(screen, (key) => child.stdin.writableEnded || child.stdin.end(key));
  });
  return { ended: await ended, screen };
}

(hasTerminal ? it.concurrent : it.concurrent.skip)(`ends with 0 at Ctrl-C, its lock released${needs}`, async () => {
  const state = folder.file('ended');
  const config = await configOf(1, () => false);
  const { ended } = await watchOnTerminal(
    ['--port', '0', '--config', config, '--state', state],
    (screen, press) => screen.includes('Ctrl-C to stop') && press(CTRL_C),
  );
  expect(ended).toEqual([0, null]);
  expect(readdirSync(join(state, 'many'))).not.toContain('lock');
});

(hasTerminal ? it.concurrent : it.concurrent.skip)(
  `draws the table once a run, also if many fail at once, and loses no alert${needs}`,
  async () => {
    const state = folder.file('outage');
    let isSick = false;
    const config = await configOf(60, () => isSick);
    const { screen } = await watchOnTerminal(['--no-page', '--config', config, '--state', state], (shown, press) => {
      isSick ||= shown.includes('60 of 60 healthy');
      if (shown.includes('60 down')) press(CTRL_C);
    });
    const count = (text: string) => screen.split(text).length - 1;
    expect(count('\u001b[?2026h')).toBe(count('Ctrl-C to stop'));
    expect(count('┌─ alert')).toBe(1);
    const log = readFileSync(join(state, 'many', 'alerts.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const alerts = log.map((line) => JSON.parse(line)).flatMap((document) => document.alerts ?? [document]);
    expect([log.length, new Set(alerts.map(({ id }) => id)).size]).toEqual([1, 60]);
  },
);

(hasTerminal ? it.concurrent : it.concurrent.skip).each(['SIGHUP', 'SIGTERM'] as const)(
  `ends in order at %s, its lock released and the cursor where people see it${needs}`,
  async (signal) => {
    const state = folder.file(`ended-by-${signal}`);
    const config = await configOf(1, () => false);
    const lock = join(state, 'many', 'lock');
    let isSent = false;
    const { ended, screen } = await watchOnTerminal(['--no-page', '--config', config, '--state', state], (shown) => {
      if (isSent || !shown.includes('Ctrl-C to stop')) return;
      isSent = true;
      process.kill(Number(readFileSync(lock, 'utf8').split(' ')[0]), signal);
    });
    expect(ended).toEqual([0, null]);
    expect(readdirSync(join(state, 'many'))).not.toContain('lock');
    expect(screen).not.toContain('\u001b[?25l');
  },
);

(hasTerminal ? it.concurrent : it.concurrent.skip)(
  `is drawn again, within it, when the window becomes smaller${needs}`,
  async () => {
    const state = folder.file('resized');
    const config = await configOf(60, () => false, '1h');
    let isResized = false;
    const { ended, screen } = await watchOnTerminal(
      ['--no-page', '--config', config, '--state', state],
      (shown, press) => {
        if (shown.includes('and 58 more healthy')) press(CTRL_C);
        if (isResized || !shown.includes('Ctrl-C to stop')) return;
        isResized = true;
        const terminal = readlinkSync(`/proc/${readFileSync(join(state, 'many', 'lock'), 'utf8').split(' ')[0]}/fd/1`);
        spawnSync('stty', ['-F', terminal, 'columns', '60', 'rows', '12']);
      },
    );
    expect(ended).toEqual([0, null]);
    const frames = screen.split('\u001b[?2026l').slice(0, -1);
    expect(frames[0]).toContain('and 44 more healthy');
    // The cursor's line is the last one.
    expect(frames.at(-1)?.split('\n').length).toBe(12);
  },
);

(hasTerminal ? it.concurrent : it.concurrent.skip)(
  `goes on checking while the terminal is stopped with Ctrl-S${needs}`,
  async () => {
    const state = folder.file('stopped');
    let press: (key: string) => void = () => undefined;
    let isStopped = false;
    let askedSince = 0;
    const config = await configOf(
      1,
      () => {
        // A run that draws on the stopped terminal lies between the second and the third question.
        if (isStopped && ++askedSince === 3) press(CTRL_C);
        return false;
      },
      '1s',
      '900ms',
    );
    const { ended } = await watchOnTerminal(
      ['--no-page', '--config', config, '--state', state],
      (shown) => {
        if (isStopped || !shown.includes('Ctrl-C to stop')) return;
        isStopped = true;
        press(CTRL_S);
      },
      (given) => {
        press = given;
      },
    );
    expect([ended, askedSince]).toEqual([[0, null], 3]);
  },
);
