/** The description of a command, and the options that several commands have. */

import { type Argument, Option } from 'commander';
import type { Terminal } from '../local/terminal/terminal';

/** For an option that can be repeated. */
export const collect = (value: string, all: readonly string[]) => [...all, value];

export interface CommandSpec {
  readonly name: string;
  /** Its heading in `--help`. */
  readonly group: 'Start' | 'Watch' | 'Respond' | 'Report' | 'Deploy';
  /** A line in `--help`. */
  readonly summary: string;
  /** Its arguments other than options; missing if it has none. */
  readonly words?: Argument | readonly Argument[];
  readonly options: readonly Option[];
  /**
   * A text below the options in the command's help. It is wrapped; a line that starts with a blank or `Exit code:` stays a line.
   */
  readonly help: string;
  /** Whether it continues if its output can't be written. */
  readonly outlivesOutput?: boolean;
  /** Resolves to the exit code, or rejects with a `UserError`, which has one. Its options have the types that `options` gives them. */
  // biome-ignore lint/suspicious/noExplicitAny: commander hands over what the options above declare
  run(options: any, terminal: Terminal, words: readonly string[]): Promise<number>;
}

export const configOption = new Option('--config <file>', 'the config to use').default(
  'statuswatch.yaml',
  'statuswatch.yaml',
);

export const stateOption = new Option('--state <folder>', 'the folder for states, incidents and history').default(
  '.statuswatch',
);

export const jsonOption = new Option('--json', 'print a JSON document');

export const regionOption = new Option(
  '--region <region>',
  'the AWS region of the deployment (default: that of your AWS configuration)',
);

/** The options of commands that read what a watch, or a deployment, has stored. */
export const storedOptions = [
  configOption,
  stateOption,
  new Option('--deployed <name>', 'read the table of this deployment, with your AWS credentials'),
  regionOption,
];

/** The options of the page: where it is served, and which actions it allows. */
export const pageOptions = [
  new Option('--port <number>', 'the port of the page; 0 takes any free port (default: 4280, or the next free port)'),
  new Option('--host <address>', 'the address of this machine at which the page is served').default(
    '127.0.0.1',
    '127.0.0.1, for this machine only',
  ),
  new Option('--allow-host <name>', 'another host name of the page, such as that of a proxy; can be repeated')
    .argParser(collect)
    .default([], 'none'),
  new Option('--token <text>', 'the token that people need to silence or recheck a service on the page'),
  new Option(
    '--token-file <file>',
    'a file that holds the token (default: the variable STATUSWATCH_TOKEN, if it is set)',
  ),
  new Option('--no-page', 'serve no page'),
];

/** `--only`. If it is given twice, the services of both count. */
export const onlyOption = (description: string) =>
  new Option('--only <ids>', description).argParser((ids: string, before?: string) =>
    before === undefined ? ids : `${before},${ids}`,
  );

/** The options of commands that send a request to a checker and do not wait for a run. */
export const requestOptions = [
  configOption,
  stateOption,
  new Option('--deployed <name>', 'use the deployment of this name, with your AWS credentials'),
  regionOption,
  jsonOption,
];

export const REQUEST_HELP = [
  'With --deployed, --config and --state are ignored; you need the permission lambda:InvokeFunction.',
  'Exit code: 0, 2 if it is refused, or 75 if the checker or the folder can not be used now.',
];
