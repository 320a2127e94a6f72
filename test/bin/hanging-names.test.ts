/** Names whose name server hangs: they hold up neither other services nor the end of a command. */

import { setTimeout } from 'node:timers/promises';
import { type CommandResult, endAfterAll, inOwnProcess, start, temporaryFolder } from '../support/laptop/command-line';
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

  it.concurrent('leave others their verdicts, and let check end', async () => {
    const config = configOf('check', ['hangs-a', 'hangs-b', 'hangs-c', 'cart', 'shop'], QUICK);
    const ended = await inOwnProcess(['check', '--config', config], { through });
    expect(oneLine(ended)).toContain(' 2 of 5 healthy, 3 down · ');
    expect(ended.exitCode).toBe(exitCode(1));
  });

  it.concurrent('take one thread each in a watch, however many runs, and SIGTERM ends it', async () => {
    const config = configOf('watch', ['hangs', 'cart', 'shop'], [...QUICK, 'interval: 1s']);
    const args = ['watch', '--config', config, '--state', folder.file('state'), '--port', '0'];
    const watch = ending(start(args, { through }));
    const runs = () => watch.written('stdout').match(/2 of 3 healthy, 1 down/g)?.length ?? 0;
    while (runs() < 12 && watch.child.exitCode === null) await setTimeout(50);
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
