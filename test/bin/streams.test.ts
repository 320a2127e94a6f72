/** Where the output goes: pipes that close, disks that are full, colour, and Ctrl-C. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { reportText } from '../support/http/asking';
import { until } from '../support/http/real-alertmanager';
import { closedPort, startHttp, stopAfterEach } from '../support/http/servers';
import { endAfterEach, inOwnProcess, OWN_COMMAND, start, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const later = endAfterEach();
const stopLater = stopAfterEach();

/** A config for one service on a server with this listener, asked once. */
async function configFor(listener: Parameters<typeof startHttp>[0]): Promise<string> {
  const server = await stopLater(startHttp(listener));
  return folder.write(
    'statuswatch.yaml',
    `timeout: 50s\nretry: { attempts: 1 }\nservices: [{ id: user-service, baseUrl: "${server.url()}" }]\n`,
  );
}

describe('a reader that goes away, as with "| head",', () => {
  it('is not reported, and check still exits with 1 for a failing service', async () => {
    const config = await configFor((_, response) => response.writeHead(503).end());
    const check = later(start(['check', '--config', config]));
    check.child.stdout?.destroy();
    expect(await check.ended).toMatchObject({ stderr: '', exitCode: 1 });
  });

  it('ends the demo with 0', async () => {
    const demo = later(start(['demo']));
    await demo.shows('6 of 6 healthy');
    demo.child.stdout?.destroy();
    expect(await demo.ended).toMatchObject({ stderr: '', exitCode: 0 });
  });
});

const onFullDisk = existsSync('/dev/full') ? it : it.skip;

describe("a watch whose output can't be written", () => {
  /** Starts a watch every second that notifies `received`, for a service that fails once `ill` is called. */
  async function watched(surroundings: Parameters<typeof start>[1] = {}) {
    let isWell = true;
    const received: string[] = [];
    const receiver = await stopLater(
      startHttp((_, response) => {
        received.push('post');
        response.end();
      }),
    );
    const server = await stopLater(
      startHttp((_, response) => response.writeHead(isWell ? 200 : 503).end(isWell ? reportText() : '')),
    );
    const config = folder.write(
      'watched.yaml',
      [
        'interval: 1s',
        'timeout: 500ms',
        'retry: { attempts: 1 }',
        `alerts: { receivers: [{ id: hook, webhook: { url: "${receiver.url()}" } }] }`,
        `services: [{ id: user-service, baseUrl: "${server.url()}" }]`,
      ].join('\n'),
    );
    const state = mkdtempSync(join(folder.path, 'state-'));
    const port = await closedPort();
    const args = ['watch', '--config', config, '--state', state, '--port', String(port)];
    const watch = later(start(args, surroundings));
    const ill = () => {
      isWell = false;
    };
    return { watch, ill, received, status: () => fetch(`http://127.0.0.1:${port}/status`).then((got) => got.text()) };
  }

  onFullDisk('still notifies on a full disk, and says so on the other stream and on its page', async () => {
    const { watch, ill, received, status } = await watched({ stdout: openSync('/dev/full', 'w') });
    await watch.shows("statuswatch: the output can't be written: ENOSPC", 'stderr');
    ill();
    await until(async () => received.length > 0);
    await until(async () => (await status()).includes("the output can't be written: ENOSPC"));
    watch.child.kill('SIGTERM');
    const { exitCode, stderr } = await watch.ended;
    expect(exitCode).toBe(0);
    expect(stderr.match(/can't be written/g)).toHaveLength(1);
  });

  it('still notifies after the reader has gone, whichever stream it read', async () => {
    const { watch, ill, received } = await watched();
    await watch.shows('Alerts: ');
    watch.child.stdout?.destroy();
    await watch.shows("statuswatch: the output can't be written: write EPIPE", 'stderr');
    watch.child.stderr?.destroy();
    ill();
    await until(async () => received.length > 0);
    watch.child.kill('SIGTERM');
    expect(await watch.ended).toMatchObject({ exitCode: 0 });
  });
});

describe('a full disk', () => {
  onFullDisk.each([
    ['check'],
    ['check', '--show-config'],
    ['demo', '--once'],
    ['demo', '--services', '--port', '0'],
    ['--help'],
  ])('is named by %s, which exits with 75', async (...args) => {
    await configFor((_, response) => response.end(reportText()));
    const { stderr, exitCode } = await inOwnProcess(args, { cwd: folder.path, stdout: openSync('/dev/full', 'w') });
    expect(stderr).toMatch(/(^|\n)statuswatch: the output can't be written: ENOSPC[^\n]*\n$/);
    expect(exitCode).toBe(75);
  });
});

const onTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0 ? it : it.skip;

describe('a fault', () => {
  onTerminal('is wrapped between words on a terminal', () => {
    folder.write('statuswatch.yaml', 'timeout: 3 sec\nservices: [{ id: a, baseUrl: https://a.internal }]\n');
    const command = `stty columns 40; exec ${OWN_COMMAND} check`;
    const { stdout } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    const lines = stdout.trimEnd().split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      'statuswatch: statuswatch.yaml has 1',
      '  fault:',
      '  statuswatch.yaml:1:10  timeout is "3',
    ]);
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
  });
});

describe('colour', () => {
  it.each([
    ['none by default in a pipe', {}, false],
    ['where FORCE_COLOR wants it', { FORCE_COLOR: '1' }, true],
    ['none with FORCE_COLOR=0', { FORCE_COLOR: '0' }, false],
    ['none with NO_COLOR, whatever else is set', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', async (_, env, colored) => {
    const config = await configFor((_, response) => response.end(reportText()));
    const { stdout } = await inOwnProcess(['check', '--config', config], { env });
    expect(stripVTControlCharacters(stdout) !== stdout).toBe(colored);
    expect(stripVTControlCharacters(stdout)).toContain('✓ healthy   user-service');
  });
});

describe('Ctrl-C', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('(%s) ends a check at once with 130 and no table', async (signal) => {
    let asked = () => {};
    const hasAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const check = later(start(['check', '--config', await configFor(() => asked())]));
    await hasAsked;
    check.child.kill(signal);
    expect(await check.ended).toEqual({ stdout: '', stderr: '', exitCode: 130 });
  });
});

it('many services at once make no warnings', async () => {
  const server = await stopLater(startHttp((_, response) => response.end('{"status":"unhealthy"}')));
  const services = Array.from({ length: 40 }, (_, index) => `  - { id: s-${index}, baseUrl: "${server.url()}" }`);
  const config = folder.write('many.yaml', ['retry: { attempts: 1 }', 'services:', ...services, ''].join('\n'));
  const { stdout, stderr, exitCode } = await inOwnProcess(['check', '--config', config]);
  expect(stdout).toContain('  0 of 40 healthy, 40 down · ');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
});
