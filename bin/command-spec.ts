/** What a command of the command line is, and the options that several have. */

import { type Argument, Option } from 'commander';
import type { Terminal } from '../local/terminal/terminal';

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** What it takes besides options; missing if nothing. */
  readonly words?: Argument;
  readonly options: readonly Option[];
  /** A text below the options in the command's help. */
  readonly help: string;
  /** Resolves to the exit code; a `UserError` makes it 2. Its options have the types that `options` gives them. */
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
