/** The program that commander runs. A command loads only the modules that it needs. */

import { Command, type Help, Option } from 'commander';
import { UserError } from '../local/input/user-error';
import { PREVIEW_NAMES } from '../local/sample/previews';
import { FAULTS } from '../local/sample/sample-faults';
import { PREVIEW_FORMS } from '../local/terminal/preview-forms';
import type { Terminal } from '../local/terminal/terminal';
import { version } from '../package.json';
import { type CommandSpec, collect, configOption, onlyOption, pageOptions, stateOption } from './command-spec';
import { DEPLOYMENT_COMMANDS } from './deployment-commands';
import { EXPLAIN_COMMANDS } from './explain-commands';
import { INIT_COMMAND } from './init-command';
import { REPORT_COMMAND } from './report-command';
import { SILENCE_COMMANDS } from './silence-commands';
import { PAGE_COMMANDS, PUBLISH_OPTION } from './status-page-commands';
import { WAIT_COMMAND } from './wait-command';

export const COMMANDS: readonly CommandSpec[] = [
  INIT_COMMAND,
  {
    name: 'demo',
    group: 'Start',
    summary: 'watch six sample services, one of which fails and recovers',
    options: [
      ...pageOptions,
      new Option('--once', 'end after one run, without a page'),
      new Option(
        '--services',
        'only start the services on six ports from --port on (default: 4101), and print a config',
      ),
      new Option('--fault <id=fault>', 'with --services, make a service fail in this way; can be repeated')
        .argParser(collect)
        .default([], 'none'),
    ],
    help: [
      'Needs no config and no network. Serves a live page as watch does. The faults are:',
      ...Object.entries(FAULTS).map(([name, what]) => `  ${name.padEnd(14)} ${what}`),
    ].join('\n'),
    run: async (options, terminal) =>
      options.services
        ? (await import('../local/commands/sample')).sample(options, terminal)
        : (await import('../local/commands/demo')).demo(options, terminal),
  },
  {
    name: 'check',
    group: 'Watch',
    summary: 'check every service once and print the verdicts',
    options: [
      configOption,
      stateOption,
      onlyOption('check only these services, separated by commas'),
      new Option('--strict', 'count a degraded service as one that fails'),
      new Option('--json', 'print one JSON document instead of the table'),
      new Option('--junit <file>', 'also write a JUnit report'),
      new Option('--show-config', 'check nothing; print the config with all defaults, and without secrets'),
    ],
    help: [
      'Notifies nobody. A service is degraded if it is healthy and a condition holds; most conditions need what watch has recorded in',
      'the folder of --state, which is only read. Silences do not change the exit code.',
      'Exit code: 0 if no service fails, 1 if some do (with --strict also if some are degraded), 2 for bad usage or a faulty config,',
      '3 if some could not be checked, for lack of files, ports, memory or a network here, and no other fails.',
    ].join('\n'),
    run: async (options, terminal) =>
      options.showConfig
        ? (await import('../local/commands/config')).config(options, terminal)
        : (await import('../local/commands/check')).check(options, terminal),
  },
  {
    name: 'watch',
    group: 'Watch',
    outlivesOutput: true,
    summary: 'check on the interval, record incidents, notify receivers',
    options: [
      configOption,
      stateOption,
      ...pageOptions,
      new Option('--once', 'end after one run, without a page'),
      new Option('--quiet', 'show alerts, but do not send them to receivers'),
      PUBLISH_OPTION,
      new Option('--url <url>', 'the address that alerts link to, such as that of a proxy (default: that of the page)'),
    ],
    help: [
      'Serves a live page and prints its address first. Alerts appear here, in the log alerts.jsonl, and go to the receivers in the',
      'config. On a terminal the table is redrawn in place, the worst first; a pipe or a file gets a line for each event and each run.',
      'A changed config is reloaded if it has no faults.',
      'Exit code: 0 at Ctrl-C, 2 for bad usage or a faulty config, 75 if a port is taken or another watch uses the folder; with --once the same as check.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/watch')).watch(options, terminal),
  },
  WAIT_COMMAND,
  ...EXPLAIN_COMMANDS,
  ...SILENCE_COMMANDS,
  ...PAGE_COMMANDS,
  REPORT_COMMAND,
  {
    name: 'alerts',
    group: 'Deploy',
    summary: 'show what notifications look like',
    options: [
      new Option('--preview <event>', 'what to show').choices([...PREVIEW_NAMES, 'all']),
      configOption,
      new Option('--service <id>', 'the service in question (default: the first of the config)'),
      new Option('--form <form>', 'show only this form').choices([...PREVIEW_FORMS]),
      new Option('--json', 'print what is sent in each form, as one JSON document'),
      new Option('--markdown', 'print the mails and cards as Markdown, as in docs/reference/alerts.md'),
    ],
    help: [
      'Shows one notification in each form that people read, and marks those of your receivers; "all" shows only the mails, unless',
      '--form names another form. The incidents are examples, about the sample services if there is no config; the texts are those of',
      'real alerts.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/alerts')).alerts(options, terminal),
  },
  ...DEPLOYMENT_COMMANDS,
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
