/** The config beside the code of a Lambda, as written by `lib/functions/lambda-folder.ts`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../../core/config/config';
import {
  CONFIG_FILE,
  type ConfigPieces,
  joinedConfig,
  shardFile,
  type WholeConfig,
} from '../../core/config/whole-config';

/** The file that all shards share; it also describes what else was deployed. */
export interface ConfigFile extends ConfigPieces {
  /** `null` for a function that needs none of it. */
  readonly deployment: Deployment | null;
}

export interface DeployedConfig extends Pick<ConfigFile, 'deployment'> {
  readonly whole: WholeConfig;
}

/** Reads each file when it is needed: a process of a fleet reads only its own shards. Throws if a file is missing. */
export function readDeployedConfig(folder: string): DeployedConfig {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { deployment, ...pieces }: ConfigFile = read(CONFIG_FILE);
  const whole = joinedConfig(pieces, (index) => read(shardFile(index)));
  return { whole, deployment };
}
