/** `statuswatch config`: prints the config as understood. */

import { describeConfig } from '../describe-config';
import { loadConfig } from '../load-config';
import type { Terminal } from '../terminal';

export async function config(options: { readonly config: string }, terminal: Terminal): Promise<number> {
  terminal.out.write(describeConfig(loadConfig(options.config, 'none')));
  return 0;
}
