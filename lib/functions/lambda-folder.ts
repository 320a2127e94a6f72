/** The folder with the content of a Lambda: its code, which is built already, and the config that it reads at a cold start. */

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { CONFIG_FILE, shardFile, splitConfig } from '../../lambda/core/config/whole-config';
import { shardCount } from '../../lambda/core/invoke/invocation';
import { PAGE_SCRIPT } from '../../lambda/core/invoke/page-function';

/** The code in the package; the file that this code is bundled into lies as deep. */
const BUILT = join(__dirname, '../../dist/lambda');

export interface LambdaContent {
  readonly lambda: 'checker' | 'widget' | 'page' | 'region';
  readonly config: Config;
  /** Further facts that the function needs; `null` if it needs none. */
  readonly deployment: Deployment | null;
}

/**
 * Makes the folder within `parent` and returns its absolute path. Its name follows from the config: an app can have two configs with the
 * same name, such as for two regions, and CDK reads a folder once.
 *
 * The config is JSON. Source: V8, "The cost of JavaScript in 2019": "the JSON.parse approach is much faster compared to the JavaScript
 * object literal, especially for cold loads". Each shard of a fleet has a file of its own: with 10,000 services, one text of all of them
 * took 60 ms more CPU at a cold start.
 */
export function makeLambdaFolder(parent: string, { lambda, config, deployment }: LambdaContent): string {
  const { shards, ...pieces } = splitConfig(config, deployment === null ? 1 : shardCount(config, deployment));
  const texts = new Map([
    [CONFIG_FILE, JSON.stringify({ ...pieces, deployment })],
    ...shards.map((services, index) => [shardFile(index), JSON.stringify(services)] as const),
  ]);
  const hash = createHash('sha256');
  for (const text of texts.values()) hash.update(text);
  const folder = resolve(parent, `${config.name}-${lambda}-${hash.digest('hex').slice(0, 16)}`);
  // A former synthesis may have left it there, with the code of another version.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of lambda === 'page' ? ['index.js', PAGE_SCRIPT] : ['index.js'])
    copyBuilt(join(lambda, file), join(folder, file));
  for (const [file, text] of texts) writeFileSync(join(folder, file), text);
  return folder;
}

function copyBuilt(file: string, target: string): void {
  const built = join(BUILT, file);
  if (!existsSync(built)) throw new Error(`there is no ${built}: in a clone, "npm run build" makes it`);
  copyFileSync(built, target);
}

/** Returns the config for functions that only read results: without credentials and receivers. */
export function withoutCredentials(config: Config): Config {
  const services = config.services.map((service) => ({ ...service, headers: {}, auth: null, tls: null }));
  return { ...config, services, receivers: [], pulses: [], statusPage: null };
}

/** Returns the config for the regions that confirm outages: what they may check, without credentials. They get finished requests. */
export function forRegions(config: Config): Config {
  const services = config.services.flatMap(({ tls, ...service }) => {
    if (service.confirmFrom === 'none' || tls?.client) return [];
    return [{ ...service, headers: {}, auth: null, tls }];
  });
  return { ...withoutCredentials(config), services };
}
