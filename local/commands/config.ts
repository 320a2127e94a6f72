/** `statuswatch check --show-config`: prints the config with its defaults filled in and its secrets hidden. */

import { describeConfig } from '../input/describe-config';
import { loadWhole } from '../input/load-config';
import type { Terminal } from '../terminal/terminal';

export async function config(options: { readonly config: string }, terminal: Terminal): Promise<number> {
  const { config, deployment } = loadWhole(options.config);
  terminal.out.write(describeConfig(config, deployment));
  return 0;
}
