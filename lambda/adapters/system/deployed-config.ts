/** The config that lies beside the code of a Lambda, as `lib/functions/lambda-folder.ts` has written it there. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../../core/config/config';
import {
  CONFIG_FILE,
  type ConfigPieces,
  joinedConfig,
  partFile,
  type WholeConfig,
} from '../../core/config/whole-config';

/** The file of what all parts share, and of what else was deployed. */
export interface ConfigFile extends ConfigPieces {
  /** `null` for a function that needs none of it. */
  readonly deployment: Deployment | null;
}

export interface DeployedConfig extends Pick<ConfigFile, 'deployment'> {
  readonly whole: WholeConfig;
}

/** Reads the files when they are needed: of a fleet, each process those of its own parts. Throws if one is missing. */
export function readDeployedConfig(folder: string): DeployedConfig {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { deployment, ...pieces }: ConfigFile = read(CONFIG_FILE);
  const whole = joinedConfig(pieces, (part) => read(partFile(part)));
  return { whole, deployment };
}
