/** The config as the bundle carries it: a file made at synth, for esbuild to find in place of `statuswatch-config`. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../lambda/core/config';

/** Writes the file into the folder of the synthesis, which git ignores, and gives its absolute path. */
export function writeBundledConfig(config: Config, folder: string): string {
  const file = resolve(join(folder, `${config.name}.config.json`));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(config));
  return file;
}
