/** The config in a bundle: a file made at synth, which esbuild takes in place of `statuswatch-config`. */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../lambda/core/config/config';

/**
 * Writes the file into the folder of the synthesis, which git ignores, and gives its absolute path. Its name follows from its
 * content: CDK bundles once for the same options, and one app can have two configs of one name, such as for two regions.
 */
export function writeBundledConfig(config: Config, reader: 'checker' | 'widget', folder: string): string {
  const text = JSON.stringify(config);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const file = resolve(join(folder, `${config.name}.${reader}.${hash}.json`));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The config for functions that only read results: it leaves out what is needed to ask the services. */
export function withoutCredentials(config: Config): Config {
  return { ...config, services: config.services.map((service) => ({ ...service, headers: {}, tls: null })) };
}
