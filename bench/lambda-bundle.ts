/** The Lambda as the stack would deploy it: its bundle with a config inside, and its environment. */

import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Config, Deployment } from '../lambda/core/config/config';
import { ENVIRONMENT } from '../lambda/core/run/invocation';
import { writeBundledConfig } from '../lib/functions/bundled-config';
import { checkerBundle, esbuildOptions, widgetBundle } from '../lib/functions/lambda-bundle';
import { type Environment, temporaryFolder } from './workplace';

const CLIENTS = { cloudwatch: 'CloudWatchClient', sns: 'SNSClient', dynamodb: 'DynamoDBClient' };

/** Bundles the Lambda with the stack's options; returns the file's path. */
export function bundleLambda(
  config: Config,
  overrides: BuildOptions = {},
  deployment: Deployment | null = null,
): Promise<string> {
  const configFile = writeBundledConfig(config, 'checker', temporaryFolder(), deployment);
  return bundle({ ...esbuildOptions(checkerBundle(configFile, false)), ...overrides });
}

/** The widget's, in the same way. */
export function bundleWidget(config: Config): Promise<string> {
  return bundle(esbuildOptions(widgetBundle(writeBundledConfig(config, 'widget', temporaryFolder()))));
}

/** For comparison: only the clients of the same three APIs, bundled in the same way, but with the whole SDK. */
export function bundlePlainClients(): Promise<string> {
  const { entryPoints: _entry, alias: _alias, ...options } = esbuildOptions(checkerBundle('', false));
  const lines = Object.entries(CLIENTS).map(
    ([name, client]) =>
      `import { ${client} } from '@aws-sdk/client-${name}'; export const ${name} = new ${client}({});`,
  );
  const stdin = { contents: lines.join('\n'), resolveDir: __dirname };
  return bundle({ stdin, ...options });
}

async function bundle(options: BuildOptions): Promise<string> {
  const outfile = join(temporaryFolder(), options.format === 'esm' ? 'index.mjs' : 'index.js');
  await build({ ...options, outfile });
  return outfile;
}

/** The environment variables of Lambda that the bundle reads; the AWS APIs are at `endpoint`. */
export function lambdaEnvironment(endpoint = 'https://localhost:1'): Environment {
  return {
    [ENVIRONMENT.table]: 'statuswatch-incidents',
    [ENVIRONMENT.topicArn]: 'arn:aws:sns:eu-central-1:111122223333:statuswatch-alerts',
    [ENVIRONMENT.dashboardUrl]: 'https://eu-central-1.console.aws.amazon.com/cloudwatch/home',
    [ENVIRONMENT.logsUrl]: 'https://eu-central-1.console.aws.amazon.com/cloudwatch/home',
    AWS_REGION: 'eu-central-1',
    AWS_DEFAULT_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
    AWS_LAMBDA_FUNCTION_NAME: 'statuswatch-checker',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_ENDPOINT_URL: endpoint,
    UV_THREADPOOL_SIZE: '12',
    RES_OPTIONS: 'timeout:1 attempts:2',
    // Lambda's Node is newer than the SDK requires; a developer's may be older.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
}

/** The flags that Lambda starts Node with: a tenth of the memory is for new objects, the rest for those that stay. */
export function lambdaFlags(memoryMb: number): readonly string[] {
  const young = Math.floor(memoryMb / 10);
  return [`--max-semi-space-size=${Math.floor(young / 2)}`, `--max-old-space-size=${memoryMb - young}`];
}
