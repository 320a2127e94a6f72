/** `statuswatch watch` on a terminal: how often it draws, and what it leaves behind. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/command-line';
import { startHttp, stopAfterEach } from '../support/servers';

const PROGRAM = join(__dirname, '../../dist/statuswatch.js');
const CTRL_C = '\u0003';
const folder = temporaryFolder();
const stopLater = stopAfterEach();

/** A config of so many services on one server, which answers 503 once it is sick. */
async function configOf(count: number, isSick: () => boolean): Promise<string> {
  const server = await stopLater(
    startHttp((_, response) => response.writeHead(isSick() ? 503 : 200).end('{ "status": "healthy" }')),
  );
  const services = Array.from({ length: count }, (_, index) => `  - { id: s-${index}, baseUrl: "${server.url()}" }`);
  const lines = ['name: many', 'interval: 4s', 'timeout: 3s', 'retry: { attempts: 1 }', 'services:', ...services, ''];
  return folder.write('many.yaml', lines.join('\n'));
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const needs = hasTerminal ? '' : ' (needs the command script of util-linux)';

/** A watch on a terminal of 80 columns; `follow` gets all that it has shown, each time that this is more. */
async function watchOnTerminal(
  args: readonly string[],
  follow: (screen: string, press: (key: string) => void) => void,
) {
  const watch = [process.execPath, PROGRAM, 'watch', ...args].join(' ');
  const command = `stty columns 80 rows 40; exec ${watch}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { stdio: 'pipe' });
  running.push(child);
  const ended = once(child, 'close');
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    follow(screen, (key) => child.stdin.writableEnded || child.stdin.end(key));
  });
  return { ended: await ended, screen };
}

(hasTerminal ? it : it.skip)(`ends with 0 at Ctrl-C, its lock released${needs}`, async () => {
  const state = folder.file('ended');
  const config = await configOf(1, () => false);
  const { ended } = await watchOnTerminal(
    ['--port', '0', '--config', config, '--state', state],
    (screen, press) => screen.includes('Ctrl-C ends it') && press(CTRL_C),
  );
  expect(ended).toEqual([0, null]);
  expect(readdirSync(join(state, 'many'))).not.toContain('lock');
});

(hasTerminal ? it : it.skip)(
  `draws the table once a run, also if many fail at once, and loses no alert${needs}`,
  async () => {
    const state = folder.file('outage');
    let isSick = false;
    const config = await configOf(60, () => isSick);
    const { screen } = await watchOnTerminal(['--no-page', '--config', config, '--state', state], (shown, press) => {
      isSick ||= shown.includes('60 of 60 healthy');
      if (shown.includes('60 unhealthy')) press(CTRL_C);
    });
    const count = (text: string) => screen.split(text).length - 1;
    expect(count('\u001b[?2026h')).toBe(count('Ctrl-C ends it'));
    // The first at once, the others together.
    expect(count('┌─ alert')).toBe(2);
    const log = readFileSync(join(state, 'many', 'alerts.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const alerts = log.map((line) => JSON.parse(line)).flatMap((document) => document.alerts ?? [document]);
    expect([log.length, new Set(alerts.map(({ id }) => id)).size]).toEqual([2, 60]);
  },
);
