/** Bad usage and faulty configs: a clear line, exit code 2, no stack trace, and nothing is asked. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { COMMANDS } from '../../bin/program';
import { version } from '../../package.json';
import {
  type CommandResult,
  inOwnProcess,
  refusal,
  statuswatch,
  temporaryFolder,
} from '../support/laptop/command-line';

const folder = temporaryFolder();
const sample = folder.write('sample.yaml', 'services: [{ id: a, baseUrl: http://127.0.0.1:9 }]\n');

const ROOT = join(__dirname, '../..');

describe('bad usage', () => {
  it.concurrent.each([
    [['silence', 'caf\ufffd', '--for', '1h'], 'is not UTF-8 in line 1, column 4'],
    [['chek'], "unknown command 'chek' (Did you mean check?)"],
    [['help', 'chek'], "unknown command 'chek'; the commands are init, demo, check, "],
    [['help', '--jsn'], "unknown option '--jsn'"],
    [['help', 'check', 'watch'], "too many arguments for 'help'"],
    [['check', '--jsn'], "unknown option '--jsn' (Did you mean --json?)"],
    [['--json'], "unknown option '--json'"],
    [['check', '--only'], "option '--only <ids>' argument missing"],
    [['check', '--config'], "option '--config <file>' argument missing"],
    [['check', 'user-service'], 'check takes only options; a service is named with --only'],
    [['alerts'], 'name what to show: --preview opened, opened-many, '],
    [
      ['check', '--config', sample, '--only', 'shop,a,cart'],
      '--only names services that SAMPLE does not have: "shop", "cart"; its services are a\n'.replace('SAMPLE', sample),
    ],
    [['check', '--config', ''], '--config needs the name of a file'],
    [['check', '--config', sample, '--junit', ''], '--junit needs the name of a file'],
    [['check'], 'there is no statuswatch.yaml here: name a config with --config'],
    [['demo', '--services', '--port', 'abc'], '--port is "abc"; expected a number from 0 to 65530'],
    [['demo', '--services', '--port', '65531'], '--port is "65531"; expected a number from 0 to 65530'],
    [['demo', '--port', '65536', '--once'], '--port is "65536"; expected a number from 0 to 65535'],
    [['watch', '--state', '', '--config', sample], '--state needs the name of a folder'],
    [['watch', '--port=-1'], '--port is "-1"; expected a number from 0 to 65535'],
    [['watch', '--host', 'http://localhost'], '--host is "http://localhost"; expected an address of this machine'],
    [
      ['demo', '--services', '--fault', 'user-service'],
      '--fault is "user-service": expected user-service= and one of 500, 503',
    ],
    [
      ['demo', '--services', '--fault', 'user-service=sad'],
      'expected user-service= and one of 500, 503, unhealthy, slow, hang',
    ],
    [
      ['demo', '--services', '--fault', 'usr-service=500'],
      'there is no sample service "usr-service"; did you mean user-service?',
    ],
    [
      ['demo', '--services', '--fault', 'x=500'],
      'there is no sample service "x"; expected one of user-service, checkout-service',
    ],
    [
      ['demo', '--services', '--fault', 'user-service=500', '--fault', 'user-service=503'],
      '--fault names user-service twice',
    ],
  ])('%j is refused in one line', async (args, complaint) => {
    expect(await refusal(args, { cwd: folder.path })).toContain(complaint);
  });
});

/** The words that a command needs to get as far as its config, or as its deployment. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  alerts: ['--preview', 'opened'],
  doctor: ['--deployed', 'shop'],
  verify: ['--deployed', 'shop'],
  silence: ['user-service', '--for', '1h'],
  ack: ['user-service'],
  unsilence: ['k3v9x1'],
  explain: ['user-service'],
  post: ['user-service', 'We are on it'],
  publish: ['public'],
};
const argsOf = ({ name }: (typeof COMMANDS)[number]) => [name, ...(NEEDED[name] ?? [])];
const having = (option: string) => COMMANDS.filter(({ options }) => options.some(({ long }) => long === option));

describe('every command that reads a config', () => {
  const faulty = folder.write('soon.yaml', 'name: shop\ninterval: soon\nservices: []\n');

  it.concurrent.each(having('--config').map(argsOf))('%s lists its faults, and does nothing', async (...args) => {
    const { stdout, stderr, exitCode } = await statuswatch([...args, '--config', faulty], { cwd: folder.path });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^statuswatch: \S+ has 2 faults:\n.* interval is "soon".*\n.* services is empty/);
  });

  it.concurrent.each(having('--config').map(argsOf))('%s says that there is none', async (...args) => {
    const [line] = (await refusal([...args, '--config', 'none.yaml'], { cwd: folder.path })).split('\n');
    expect(line).toContain('there is no none.yaml here');
  });
});

describe('every command with --deployed', () => {
  // A drill first says whom it waits for.
  const refusing = having('--deployed').filter(({ name }) => name !== 'drill');
  const deployed = refusing.map((spec) => [...argsOf(spec), '--deployed', 'shop']);
  const config = folder.write('shop.yaml', 'name: shop\nservices: [{ id: a, baseUrl: "https://a.internal" }]\n');
  const needsConfig = (name: string) => ['doctor', 'verify', 'report'].includes(name);
  const complete = (args: readonly string[]) => (needsConfig(args[0] ?? '') ? [...args, '--config', config] : args);
  /** No credentials, and no service of a cloud's own machine that would give some. */
  const env = {
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: folder.path,
  };

  it.concurrent.each(deployed)('%s says that credentials are missing', async (...args) => {
    expect(await refusal([...complete(args), '--region', 'eu-west-1'], { cwd: folder.path, env })).toContain(
      'there are no credentials for AWS: set AWS_PROFILE, or log in with "aws configure" or "aws sso login", until ',
    );
  });

  it.concurrent.each(deployed)('%s says that the region is missing', async (...args) => {
    const line = await refusal(complete(args), { cwd: folder.path, env });
    expect(line).toContain('no AWS region is set: name one with --region, or set AWS_REGION');
  });

  it.concurrent.each(['doctor', 'verify'])('%s takes the region of the config', async (name) => {
    const file = folder.write(
      `${name}.yaml`,
      'name: shop\ndeploy: { region: eu-west-1 }\nservices: [{ id: a, baseUrl: "https://a.internal" }]\n',
    );
    expect(await refusal([name, '--deployed', 'shop', '--config', file], { env })).toContain(
      'there are no credentials',
    );
  });

  const optional = having('--deployed').filter(({ name }) => name !== 'doctor' && name !== 'verify');
  it.concurrent.each(optional.map(argsOf))('%s takes --region only with it, and no empty name', async (...args) => {
    expect(await refusal([...args, '--region', 'eu-central-1'])).toContain('--region needs --deployed');
    expect(await refusal([...args, '--deployed', ''])).toContain('--deployed needs the name of a deployment');
  });

  it.concurrent.each(['doctor', 'verify', 'report'])('%s refuses the config of another deployment', async (name) => {
    const line = await refusal([name, '--deployed', 'store', '--config', config]);
    expect(line).toContain('is the config of "shop", not of "store"');
  });
});

it('says in one line that Node is too old', () => {
  const old =
    "Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } }); require('./dist/statuswatch.js')";
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--eval', old], { cwd: ROOT, encoding: 'utf8' });
  expect({ stdout, stderr, status }).toEqual({
    stdout: '',
    stderr: 'statuswatch needs Node 20.6 or newer, this is 18.20.8\n',
    status: 2,
  });
});

it('an address that the machine does not have may come later, so it ends with 75', async () => {
  const { stderr, exitCode } = await statuswatch(['demo', '--host', '192.0.2.1']);
  expect(stderr).toContain('is not an address of this machine; choose another with --host, or use --no-page');
  expect(exitCode).toBe(75);
});

describe('help', () => {
  const asked = new Map<string, Promise<CommandResult>>();
  /** Started once for all tests that look at the same. */
  const helpOf = (...args: readonly string[]): Promise<CommandResult> => {
    const command = args.join(' ');
    const ended = asked.get(command) ?? statuswatch(args);
    asked.set(command, ended);
    return ended;
  };

  it.concurrent.each([
    [['--help'], 'Usage: statuswatch [options] [command]'],
    [['-h'], 'Usage: statuswatch [options] [command]'],
    [[], 'Usage: statuswatch [options] [command]'],
    [['check', '--help'], '--only <ids>'],
    [['demo', '--help'], '--once'],
    [['demo', '--help'], '--no-page'],
    [['watch', '--help'], 'prints its address first'],
    [['demo', '--help'], 'wrong-service  answers with the report of another service'],
    [['demo', '--help'], `its version\n${' '.repeat(17)}changes\n`],
  ])('%j is printed, with 0', async (args, part) => {
    const { stdout, stderr, exitCode } = await helpOf(...args);
    expect(stdout).toContain(part);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it.concurrent.each([
    [['help'], ['--help']],
    [
      ['help', 'check'],
      ['check', '--help'],
    ],
    [
      ['help', 'help'],
      ['help', '--help'],
    ],
  ])('%j is the same as %j', async (args, same) => {
    expect(await statuswatch(args)).toEqual(await helpOf(...same));
  });

  it.concurrent('keeps within 80 columns', async () => {
    for (const args of [[], ...COMMANDS.map(({ name }) => [name])]) {
      const { stdout } = await helpOf(...args, '--help');
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });

  it.concurrent('names every command in its group, with its summary on the same line', async () => {
    const { stdout } = await helpOf('--help');
    expect(COMMANDS.length).toBeLessThanOrEqual(18);
    for (const { name, group, summary } of COMMANDS)
      expect(stdout).toMatch(new RegExp(`^${group}:\\n(?: {2}.*\\n)*? {2}${name} +${summary}$`, 'm'));
  });

  it.concurrent('lists what a deployment costs, and the total first', async () => {
    const { stdout } = await statuswatch(['cost', '--config', sample]);
    const [, total] = /^ {2}\$([\d.]+) a month at list prices, \$[\d.]+ after the free tier\n/.exec(stdout) ?? [];
    const prices = [...stdout.matchAll(/^ {2}\S.*? \$([\d.]+) +(?:< )?\$[\d.]+ /gm)].map(([, dollars]) =>
      Number(dollars),
    );
    expect(prices.length).toBeGreaterThan(3);
    expect(prices.reduce((sum, price) => sum + price)).toBeCloseTo(Number(total), 0);
  });

  it.concurrent('has the version of the package beside it', async () => {
    expect(await inOwnProcess(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', exitCode: 0 });
  });
});

describe('a faulty config', () => {
  const file = folder.write('faulty.yaml', 'intervall: 1m\nservices:\n  - id: a\n    baseUrl: ftp://a.internal\n');

  it.concurrent.each(['check', 'check --show-config'])(
    'is reported by %s with all its faults and their places',
    async (command) => {
      const { stdout, stderr, exitCode } = await statuswatch([...command.split(' '), '--config', file]);
      const [headline, first, second, ...rest] = stderr.split('\n');
      expect(headline).toBe(`statuswatch: ${file} has 2 faults:`);
      expect(first).toBe(`  ${file}:1:1  intervall is not known; did you mean "interval"?`);
      expect(second).toMatch(/:4:14 {2}services\[0\]\.baseUrl is "ftp:\/\/a\.internal"; expected /);
      expect({ rest, stdout, exitCode }).toEqual({ rest: [''], stdout: '', exitCode: 2 });
    },
  );

  it.concurrent('of no YAML at all is reported without a stack trace', async () => {
    const file = folder.write('binary.yaml', ': [\u0000\u0007');
    const { stdout, stderr, exitCode } = await inOwnProcess(['check', '--config', file]);
    expect(stderr).toMatch(/^statuswatch: \S+ has \d+ faults?:\n/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});
