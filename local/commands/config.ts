/** `statuswatch config`: prints the config as understood. */

import { describeConfig } from '../describe-config';
import { loadWhole } from '../load-config';
import type { Terminal } from '../terminal';

export async function config(options: { readonly config: string }, terminal: Terminal): Promise<number> {
  const { config, deployment } = loadWhole(options.config);
  terminal.out.write(describeConfig(config, deployment));
  return 0;
}
