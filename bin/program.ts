/** The program that commander runs. A command loads only the modules that it needs. */

import { Command, type Help } from 'commander';
import { UserError } from '../local/input/user-error';
import type { Terminal } from '../local/terminal/terminal';
import { version } from '../package.json';
import type { CommandSpec } from './command-spec';
import { DEPLOY_COMMANDS } from './deploy-commands';
import { RESPOND_COMMANDS } from './respond-commands';
import { PAGE_COMMANDS } from './status-page-commands';
import { WATCH_COMMANDS } from './watch-commands';

export const COMMANDS: readonly CommandSpec[] = [
  ...WATCH_COMMANDS,
  ...RESPOND_COMMANDS,
  ...PAGE_COMMANDS,
  ...DEPLOY_COMMANDS,
];

/** `done` gets the exit code of the command that was run. A mistake in the words throws a `CommanderError` or a `UserError`. */
export function buildProgram(
  commands: readonly CommandSpec[],
  terminal: Terminal,
  done: (exitCode: number) => void,
): Command {
  const program = new Command('statuswatch')
    .description('Synthetic health checks for services that answer GET /status.')
    .version(version, '--version', 'print the version')
    // An option after a command's name belongs to that command: wait has its own --version.
    .enablePositionalOptions()
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() });
  for (const { name, group, summary, words, options, help, run } of commands) {
    const command = program
      .command(name)
      .description(summary)
      .helpGroup(`${group}:`)
      .helpOption('-h, --help', 'show this help');
    const taken = words === undefined ? [] : [words].flat();
    for (const word of taken) command.addArgument(word);
    for (const option of options) command.addOption(option);
    command
      .addHelpText('after', () => `\n${wrapHelp(help, command.createHelp(), terminal.out.columns || 80)}`)
      .allowExcessArguments()
      .action(async () => {
        const extra = command.args[taken.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : taken.length];
        if (extra !== undefined) {
          const naming = options.find(({ long }) => long === '--only' || long === '--service')?.long;
          const hint = naming === undefined || words ? '' : `; a service is named with ${naming}`;
          const all = `${words ? 'one word and ' : ''}options`;
          throw new UserError(`unexpected word "${extra}": ${name} takes only ${all}${hint}`);
        }
        done(await run(command.opts(), terminal, command.args));
      });
  }
  program
    .command('help [command]')
    .helpGroup('Start:')
    .description('show this help, or that of a command')
    .action((name?: string) => {
      const named = name === undefined ? program : program.commands.find((command) => command.name() === name);
      if (!named) return program.error(`unknown command '${name}'`);
      named.help();
    });
  for (const command of [program, ...program.commands]) {
    // A mistake gets one line, with commander's suggestion; the help is shown only on request.
    command.exitOverride().configureOutput({
      writeErr: (text) => terminal.err.write(text),
      writeOut: (text) => terminal.out.write(text),
      outputError: (text, write) => write(`statuswatch: ${oneLine(text, commands)}\n`),
    });
  }
  return program;
}

/** Wraps a help text. The further lines of a list's item are indented below its text. */
function wrapHelp(help: string, helper: Help, columns: number): string {
  const lines = help.replace(/\n(?! |Exit code:)/g, ' ').split('\n');
  const wrapped = lines.map((line) => {
    const [item = ''] = /^ +\S+ +/.exec(line) ?? [];
    const text = helper.boxWrap(line.slice(item.length), columns - item.length);
    return item + text.replaceAll('\n', `\n${' '.repeat(item.length)}`);
  });
  return wrapped.join('\n');
}

/** Commander's message on one line. If it suggests no command, all commands are listed. */
function oneLine(complaint: string, commands: readonly CommandSpec[]): string {
  const line = complaint
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ');
  if (!line.startsWith('unknown command') || line.includes('Did you mean')) return line;
  return `${line}; the commands are ${commands.map(({ name }) => name).join(', ')}`;
}
