#!/usr/bin/env node

/** The command line: one object per command. What a command doesn't need isn't loaded. */

import { Command, CommanderError, Option } from 'commander';
import { EVENTS } from '../lambda/core/words/codes';
import { UserError } from '../local/input/user-error';
import { FAULTS } from '../local/sample/sample-faults';
import type { Terminal } from '../local/terminal/terminal';
import { version } from '../package.json';

interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Stands below the options in the command's help. */
  readonly help: string;
  /** Resolves to the exit code; a `UserError` makes it 2. Its options have the types that `options` gives them. */
  // biome-ignore lint/suspicious/noExplicitAny: commander hands over what the options above declare
  run(options: any, terminal: Terminal): Promise<number>;
}

const collect = (value: string, all: readonly string[]) => [...all, value];
const configOption = new Option('--config <file>', 'the config to use').default('statuswatch.yaml', 'statuswatch.yaml');

const stateOption = new Option('--state <folder>', 'where a watch keeps what it must not forget').default(
  '.statuswatch',
);

const pageOptions = [
  new Option('--port <number>', 'the port of the page, or 0 for a free one').default('4280', '4280'),
  new Option('--host <address>', 'the address of this machine that the page is served at').default(
    '127.0.0.1',
    '127.0.0.1, for this machine alone',
  ),
  new Option('--no-page', 'serve no page'),
];

const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'check',
    summary: 'ask every service once and tell what it found',
    options: [
      configOption,
      new Option('--only <ids>', 'ask only these services, separated by commas'),
      new Option('--json', 'print one JSON document instead of the table'),
      new Option('--junit <file>', 'also write a JUnit report'),
    ],
    help: [
      'Exit code: 0 all healthy, 1 some not, 2 bad usage or a faulty config (then nothing is asked),',
      '3 all that could be asked are healthy, and some could not, for want of files, ports or memory here.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/check')).check(options, terminal),
  },
  {
    name: 'watch',
    summary: 'check on the interval, keep incidents, and show the alerts as they would be sent',
    options: [configOption, stateOption, ...pageOptions, new Option('--once', 'end after one round, without a page')],
    help: [
      'Serves a live page, and prints its address first. A port that is taken gives way to the next.',
      'Exit code: 0 at Ctrl-C, 2 bad usage or a faulty config; with --once as check does.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/watch')).watch(options, terminal),
  },
  {
    name: 'incidents',
    summary: 'list the incidents that a watch has kept, open and past',
    options: [configOption, stateOption, new Option('--json', 'print a JSON document')],
    help: 'Exit code: 0, or 2 where nothing has been watched yet.',
    run: async (options, terminal) => (await import('../local/commands/incidents')).incidents(options, terminal),
  },
  {
    name: 'alerts',
    summary: 'show every form in which an alert reaches people and programs',
    options: [
      new Option('--preview <event>', 'the event to show').choices([...EVENTS, 'drill']).makeOptionMandatory(),
      configOption,
      new Option('--service <id>', 'the service that it is of (default: the first of the config)'),
    ],
    help: 'The incident is made up; the texts are made by the code that makes the real ones.',
    run: async (options, terminal) => (await import('../local/commands/alerts')).alerts(options, terminal),
  },
  {
    name: 'cost',
    summary: 'estimate what deploying a config costs a month, and what the same checks cost elsewhere',
    options: [configOption, new Option('--json', 'print a JSON document')],
    help: 'Nothing is asked of AWS: the list prices, and where they come from, are part of the program.',
    run: async (options, terminal) => (await import('../local/commands/cost')).cost(options, terminal),
  },
  {
    name: 'demo',
    summary: 'watch six sample services, one of which fails and recovers',
    options: [...pageOptions, new Option('--once', 'end after one round, without a page')],
    help: 'Needs no config and no network. Serves a live page as watch does. What "npm start" runs.',
    run: async (options, terminal) => (await import('../local/commands/demo')).demo(options, terminal),
  },
  {
    name: 'sample',
    summary: 'start the six sample services on this machine and print a config for them',
    options: [
      new Option('--port <number>', 'the first of six ports, or 0 for free ones').default('4101', '4101'),
      new Option('--fault <id=fault>', 'make a service sick; can be repeated').argParser(collect).default([], 'none'),
    ],
    help: ['Faults:', ...Object.entries(FAULTS).map(([name, what]) => `  ${name.padEnd(14)} ${what}`)].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/sample')).sample(options, terminal),
  },
  {
    name: 'config',
    summary: 'print the config as understood: defaults filled in, secrets hidden',
    options: [configOption],
    help: [
      'What it prints is a config file itself. Header values that stand in the file are hidden in it.',
      'Exit code: 0, or 2 with the list of all faults.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/config')).config(options, terminal),
  },
];

function buildProgram(terminal: Terminal, done: (exitCode: number) => void): Command {
  const program = new Command('statuswatch')
    .description('Synthetic health checks for services that answer GET /status.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false);
  for (const { name, summary, options, help, run } of COMMANDS) {
    const command = program.command(name).description(summary).helpOption('-h, --help', 'show this help');
    for (const option of options) command.addOption(option);
    command
      .addHelpText('after', `\n${help}`)
      .allowExcessArguments()
      .action(async (values) => {
        const [extra] = command.args;
        if (extra !== undefined) throw new UserError(`"${extra}" is one word too many: ${name} takes options alone`);
        done(await run(values, terminal));
      });
  }
  program
    .command('help [command]')
    .description('show this help, or that of a command')
    .action((name?: string) => {
      const named = name === undefined ? program : program.commands.find((command) => command.name() === name);
      if (!named) return program.error(`unknown command '${name}'`);
      named.help();
    });
  for (const command of [program, ...program.commands]) {
    // One line for a mistake, with commander's own suggestion on it; the help is for those who ask.
    command.exitOverride().configureOutput({
      writeErr: (text) => terminal.err.write(text),
      writeOut: (text) => terminal.out.write(text),
      outputError: (text, write) => write(`statuswatch: ${oneLine(text)}\n`),
    });
  }
  return program;
}

/** Commander's complaint on one line; where it has no suggestion for a command, the commands that there are. */
function oneLine(complaint: string): string {
  const line = complaint
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ');
  if (!line.startsWith('unknown command') || line.includes('Did you mean')) return line;
  return `${line}; there are ${COMMANDS.map(({ name }) => name).join(', ')}`;
}

async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endSoon(interrupt));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => endForLackOf(error, interrupt));
  }
  const { out, err } = { out: process.stdout, err: process.stderr };
  const terminal: Terminal = { out, err, color: out.hasColors?.() ?? wantsColor(), interrupted: interrupt.signal };
  let exitCode = 0;
  const program = buildProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    if (argv.length === 0)
      throw new UserError(`name a command: ${COMMANDS.map(({ name }) => name).join(', ')}; --help tells more`);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UserError)) throw error;
    err.write(`statuswatch: ${error.message}\n`);
    return 2;
  }
}

function wantsColor(): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = process.env;
  return Boolean(force) && force !== '0' && force !== 'false' && !no;
}

/** At the second time at once. */
function endSoon(interrupt: AbortController): void {
  if (interrupt.signal.aborted) process.exit(130);
  interrupt.abort();
}

/** The reader has gone, as with `| head`: nothing is wrong, and the exit code still tells. A full disk is told. */
function endForLackOf(error: NodeJS.ErrnoException, interrupt: AbortController): void {
  if (error.code === 'EPIPE') {
    interrupt.abort();
    return;
  }
  process.stderr.write(`statuswatch: the output can't be written: ${error.message}\n`);
  process.exit(2);
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

main(process.argv.slice(2)).then(
  async (exitCode) => {
    await Promise.all([flush(process.stdout), flush(process.stderr)]);
    // A request under way when the user interrupts must not keep the process alive.
    process.exit(exitCode);
  },
  (error) => {
    process.stderr.write(`statuswatch: this is a bug in statuswatch, please report it: ${error?.stack ?? error}\n`);
    process.exit(70);
  },
);
