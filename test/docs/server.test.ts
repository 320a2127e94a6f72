/** examples/server works: the unit by systemd's own check, if systemd is here, and the container by what its parts do. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram, COMMANDS } from '../../bin/program';
import type { Terminal } from '../../local/terminal/terminal';
import { faultsOf } from '../support/core/parsed';
import { startHttp, stopAfterEach } from '../support/http/servers';

const FOLDER = join(__dirname, '../../examples/server');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
/** Returns the lines of a file without comments; a continued line is one. */
const linesOf = (file: string) =>
  read(file)
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !/^\s*#/.test(line));
const using = stopAfterEach();

const unit = linesOf('statuswatch.service').map((line) => line.split(/=(.*)/s) as [string, string]);
const keyOf = (key: string) => unit.flatMap(([name, value]) => (name === key ? [value] : []));
const container = linesOf('Containerfile').map((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) ?? [line, '']);
const instruction = (name: string) => container.flatMap(([key, value]) => (key === name ? [value ?? ''] : []));

/** Returns the options of a command line that `watch` does not have. */
function unknownOptions(words: readonly string[]): readonly string[] {
  const { commands } = buildProgram(COMMANDS, {} as Terminal, () => undefined);
  const known = commands.find((command) => command.name() === 'watch')?.options.map(({ long }) => long) ?? [];
  expect(known.length).toBeGreaterThan(8);
  return words.filter((word) => word.startsWith('--') && !known.includes(word));
}

describe('the unit', () => {
  const command = (keyOf('ExecStart')[0] ?? '').split(/\s+/);

  it('starts a watch with valid options, and stores its states in its own folder', () => {
    expect(command.slice(0, 2)).toEqual(['/opt/statuswatch/bin/statuswatch', 'watch']);
    expect(unknownOptions(command)).toEqual([]);
    expect(command[command.indexOf('--state') + 1]).toBe(`/var/lib/${keyOf('StateDirectory')[0]}`);
    const [credential] = keyOf('LoadCredential');
    expect(command[command.indexOf('--token-file') + 1]).toBe(`%d/${credential?.split(':')[0]}`);
  });

  it('is restarted, except on a config error, and has hardly any permissions', () => {
    expect(Object.fromEntries(unit)).toMatchObject({
      Restart: 'always',
      RestartPreventExitStatus: '2',
      DynamicUser: 'yes',
      CapabilityBoundingSet: '',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      StateDirectoryMode: '0700',
    });
    // Node compiles code into memory that it runs.
    expect(keyOf('MemoryDenyWriteExecute')).toEqual([]);
  });

  const isHere = spawnSync('systemd-analyze', ['--version']).status === 0;
  (isHere ? it : it.skip)('passes systemd-analyze verify and security', () => {
    const folder = mkdtempSync(join(tmpdir(), 'statuswatch-unit-'));
    const file = join(folder, 'statuswatch.service');
    try {
      // The program that it starts must exist.
      writeFileSync(file, read('statuswatch.service').replace(command[0] ?? '', process.execPath));
      const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      expect([verified.status, verified.stderr]).toEqual([0, '']);
      const secured = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file]);
      expect(secured.status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the container', () => {
  it('runs a watch as an unprivileged user, with its states in a volume', () => {
    const names = container.map(([name]) => name);
    expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'));
    expect(instruction('USER')).toEqual(['node']);
    const command: string[] = JSON.parse(instruction('CMD')[0] ?? '');
    expect(unknownOptions(command)).toEqual([]);
    expect(command[command.indexOf('--state') + 1]).toBe(instruction('VOLUME')[0]);
    expect(command[command.indexOf('--port') + 1]).toBe(instruction('EXPOSE')[0]);
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('has the health of its own report: %d is exit code %d', async (status, code) => {
    const server = await using(startHttp((_, response) => response.writeHead(status).end()));
    const [program = '', ...words]: string[] = JSON.parse(
      /CMD (\[.*\])$/.exec(instruction('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]',
    );
    expect([program, words.join(' ')]).toEqual(['node', expect.stringContaining('http://127.0.0.1:4280/status')]);
    const check = spawn(
      process.execPath,
      words.map((word) => word.replace('4280', String(server.port))),
    );
    expect((await once(check, 'exit'))[0]).toBe(code);
  });
});

it('the config is valid', () => {
  const environment = {
    STATUSWATCH_SECRET_PAGERDUTY: 'R0000000000000000000000000000000',
    STATUSWATCH_SECRET_SLACK: 'https://x.example/1',
    STATUSWATCH_SECRET_PULSE: 'https://y.example/2',
  };
  expect(faultsOf(read('statuswatch.yaml'), { environment, probing: 'none', notifying: true })).toEqual([]);
});
