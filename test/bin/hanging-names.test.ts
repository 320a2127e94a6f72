/** Names whose name server hangs: they hold up neither other services nor the end of a command. */

import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import { lookupEnvironment } from '../../lambda/core/invoke/lookup-environment';
import { checkerCode } from '../support/aws/lambda-process';
import { awsEnvironment } from '../support/aws/moto';
import { configOf as parsedConfig } from '../support/core/runs';
import { type CommandResult, endAfterAll, inOwnProcess, start, temporaryFolder } from '../support/laptop/command-line';
import { savesIn } from '../support/laptop/runs-so-far';
import { hasOwnNetworks, NO_OWN_NETWORK, withHangingNames } from './own-network';

const folder = temporaryFolder();
const ending = endAfterAll();
const oneLine = ({ stdout }: CommandResult) => stdout.replace(/\s+/g, ' ');

function configOf(name: string, ids: readonly string[], lines: readonly string[]): string {
  const services = ids.map((id) => `  - { id: ${id}, baseUrl: "http://${id}.internal" }`);
  return folder.write(`${name}.yaml`, [...lines, 'services:', ...services, ''].join('\n'));
}

/**
 * The exit code if a lookup hangs. Before Node 22.15 only a signal can end such a process: then it is that of SIGTERM for success, and else that of SIGKILL.
 */
const exitCode = (code: number) => ('execve' in process ? code : 128 + (code === 0 ? 15 : 9));

const available = hasOwnNetworks();
(available ? describe : describe.skip)(`names that hang${available ? '' : `: ${NO_OWN_NETWORK}`}`, () => {
  const through = withHangingNames(folder);
  const QUICK = ['retry: { attempts: 1 }', 'timeout: 500ms'];

  it.concurrent('do not affect the verdicts of others, nor the end of check', async () => {
    const config = configOf('check', ['hangs-a', 'hangs-b', 'hangs-c', 'cart', 'shop'], QUICK);
    const ended = await inOwnProcess(['check', '--config', config], { through });
    expect(oneLine(ended)).toContain(' 2 of 5 healthy, 3 down · ');
    expect(ended.exitCode).toBe(exitCode(1));
  });

  it.concurrent('take one thread each in a watch, however many runs there are, and SIGTERM ends it', async () => {
    const config = configOf('watch', ['hangs', 'cart', 'shop'], [...QUICK, 'interval: 1s']);
    const args = ['watch', '--config', config, '--state', folder.file('state'), '--port', '0'];
    const watch = ending(start(args, { through }));
    const saves = () => savesIn(folder.file('state/statuswatch/cart.state.json'));
    while (saves() < 12 && watch.child.exitCode === null) await setTimeout(50);
    expect(watch.written('stdout')).toContain('2 of 3 healthy, 1 down');
    expect(watch.written('stdout')).not.toContain('inconclusive');
    watch.child.kill('SIGTERM');
    expect((await watch.ended).exitCode).toBe(exitCode(0));
  }, 60_000);
});

(available ? it : it.skip).each(['check', 'watch'])(
  `four names that do not exist take no other service down: %s${available ? '' : `: ${NO_OWN_NETWORK}`}`,
  async (command) => {
    const ids = ['none-a', 'none-b', 'none-c', 'none-d', 'cart', 'shop', 'mail', 'user'];
    const config = configOf(command, ids, ['retry: { attempts: 1 }']);
    const once = command === 'watch' ? ['--once'] : [];
    const args = [command, '--config', config, '--state', folder.file(`state-${command}`), ...once];
    const ended = await inOwnProcess(args, { through: withHangingNames(folder) });
    expect(oneLine(ended)).toContain(' 4 of 8 healthy, 4 down · ');
  },
);

const INVOCATIONS = 6;
/** Lambda freezes a process after each answer of its handler, and ends it with SIGKILL. */
const INVOKE = `
  const { handler } = require(process.argv[1]);
  (async () => {
    const invokedFunctionArn = 'arn:aws:lambda:us-east-1:123456789012:function:shop-checker';
    for (let run = 0; run < ${INVOCATIONS}; run++) await handler({}, { invokedFunctionArn }).catch(() => {});
    process.stdout.write('done', () => process.kill(process.pid, 'SIGKILL'));
  })();
`;

(available ? it : it.skip)(
  `the checker in a Lambda returns each time, and others keep their verdicts${available ? '' : `: ${NO_OWN_NETWORK}`}`,
  async () => {
    const ids = ['hangs-a', 'hangs-b', 'hangs-c', 'cart', 'shop'];
    const addresses = Object.fromEntries(ids.map((id) => [id, `http://${id}.internal`]));
    const config = parsedConfig(addresses, ['name: shop', 'retry: { attempts: 1 }', 'timeout: 500ms']);
    const [command, ...args] = withHangingNames(folder) as [string, ...string[]];
    const code = checkerCode(config, folder.file('checker'));
    const env = {
      PATH: process.env.PATH,
      // Nothing listens there: neither the table nor the topic is reached, so each run fails after all else is done.
      ...awsEnvironment('http://127.0.0.1:9'),
      [ENVIRONMENT.table]: 'incidents',
      [ENVIRONMENT.topicArn]: 'arn:aws:sns:us-east-1:123456789012:alerts',
      ...lookupEnvironment(config, 1),
    };
    const invoking = promisify(execFile)(command, [...args, process.execPath, '-e', INVOKE, code], { env });
    const { stdout } = await invoking.catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/done$/);
    expect(stdout.match(/"healthy":\d+/g)).toEqual(Array(INVOCATIONS).fill('"healthy":2'));
  },
  120_000,
);
