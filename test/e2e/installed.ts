/** The package as people get it: packed, and installed into an empty folder without a network. */

import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { version } from '../../package.json';
import { type Folder, temporaryFolder } from '../support/laptop/command-line';

export const ROOT = join(__dirname, '../..');

/** The packages that the app of `init --cdk` asks for besides this one. */
export const APP_PACKAGES = ['aws-cdk-lib', 'constructs', 'aws-cdk', 'tsx', 'typescript'];

/** What a process has in its environment that asks nobody outside for names. */
export const NAME_SERVER = { NODE_OPTIONS: `--require ${join(__dirname, 'names.js')}` };

export interface Installed extends Folder {
  /** Without a network, and without what a test's process has set. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves to the standard output; rejects if the command fails. */
  run(command: string, args: readonly string[], cwd?: string): Promise<string>;
  /** Makes a folder in it, from where `npx statuswatch` and imports find what is installed. */
  folder(name: string): string;
  /** Adds packages of this repository to what is installed. */
  link(names: readonly string[]): void;
}

/** Before the tests of a file it is packed and installed; after them it is gone. */
export function installPackage(): Installed {
  const folder = temporaryFolder();
  const env = {
    PATH: process.env.PATH,
    HOME: folder.path,
    NO_COLOR: '1',
    NODE_NO_WARNINGS: '1',
    AWS_EC2_METADATA_DISABLED: 'true',
    npm_config_offline: 'true',
    npm_config_cache: folder.file('cache'),
    npm_config_update_notifier: 'false',
    ...NAME_SERVER,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_DISABLE_VERSION_CHECK: 'true',
  };
  const run = async (command: string, args: readonly string[], cwd = folder.path) => {
    const { stdout } = await promisify(execFile)(command, args, { cwd, env, maxBuffer: 64 * 1_024 * 1_024 });
    return stdout;
  };
  beforeAll(async () => {
    await run('npm', ['pack', '--pack-destination', folder.path], ROOT);
    folder.write('package.json', '{ "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', `./statuswatch-${version}.tgz`]);
  });
  return {
    ...folder,
    env,
    run,
    folder: (name) => {
      mkdirSync(folder.file(name), { recursive: true });
      return folder.file(name);
    },
    link: (names) => {
      for (const name of names) symlinkSync(join(ROOT, 'node_modules', name), folder.file(`node_modules/${name}`));
    },
  };
}
