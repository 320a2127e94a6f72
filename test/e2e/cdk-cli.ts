/** The real `cdk` command, run as a user does, against the emulated AWS and nothing else. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { awsEnvironment } from '../support/aws/moto';

const ROOT = join(__dirname, '../..');

export interface CdkSurroundings {
  readonly awsUrl: string;
  /** The config that is deployed. */
  readonly configFile: string;
  /** A folder for what the command writes. */
  readonly folder: string;
}

/** Resolves to all that it wrote; rejects, with the same, when it fails. */
export async function cdk(args: readonly string[], { awsUrl, configFile, folder }: CdkSurroundings): Promise<string> {
  const all = ['cdk', ...args, '-c', `config=${configFile}`, '--output', join(folder, 'cdk.out'), '--no-notices'];
  const quiet = {
    CDK_HOME: join(folder, 'cdk-home'),
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_DISABLE_VERSION_CHECK: 'true',
    npm_config_update_notifier: 'false',
    npm_config_offline: 'true',
    NO_COLOR: '1',
  };
  const env = { PATH: process.env.PATH, HOME: folder, ...quiet, ...awsEnvironment(awsUrl) };
  const { stdout, stderr } = await promisify(execFile)('npx', all, { cwd: ROOT, env, maxBuffer: 64 * 1_024 * 1_024 });
  return `${stdout}\n${stderr}`;
}
