/** The config in a bundle, and what else the checker knows of its deployment: a file made at synth, which esbuild takes in place of `statuswatch-config`. */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config, Deployment } from '../../lambda/core/config/config';

/** Reads cron expressions: the bundle has it only if a window of maintenance repeats. */
const CRON_STARTS = join(__dirname, '../../lambda/adapters/system/cron-starts.ts');

/**
 * Writes the file into the folder of the synthesis, which git ignores, and gives its absolute path. Its name follows from its
 * content: CDK bundles once for the same options, and one app can have two configs of one name, such as for two regions.
 *
 * It is a module that parses a text, since each part of a fleet loads all services: with 10,000 of them, an object literal took
 * 300 ms more CPU at a cold start than with 200, the text takes 115 ms. Source: V8, "The cost of JavaScript in 2019": "the
 * JSON.parse approach is much faster compared to the JavaScript object literal, especially for cold loads".
 */
export function writeBundledConfig(
  config: Config,
  reader: 'checker' | 'widget',
  folder: string,
  deployment: Deployment | null = null,
): string {
  const [text, rest] = [JSON.stringify(config), JSON.stringify(deployment)];
  const hash = createHash('sha256').update(text).update(rest).digest('hex').slice(0, 16);
  const file = resolve(join(folder, `${config.name}.${reader}.${hash}.mjs`));
  mkdirSync(folder, { recursive: true });
  const repeats = config.maintenance.some(({ kind }) => kind === 'repeating');
  const nextStart = repeats
    ? `export { nextStart } from ${JSON.stringify(CRON_STARTS)};`
    : 'export const nextStart = () => null;';
  const parse = (json: string) => `JSON.parse(${JSON.stringify(json)})`;
  writeFileSync(file, `export default ${parse(text)};\nexport const deployment = ${parse(rest)};\n${nextStart}\n`);
  return file;
}

/** The config for functions that only read results: it leaves out what is needed to ask the services. */
export function withoutCredentials(config: Config): Config {
  return { ...config, services: config.services.map((service) => ({ ...service, headers: {}, tls: null })) };
}
